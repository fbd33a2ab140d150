package io.pelton.examples.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ForestReaderTest {
  private static final String MODEL =
      """
      {"learner": {
        "learner_model_param": {"base_score": "[3E-1]"},
        "objective": {"name": "binary:logistic"},
        "gradient_booster": {"model": {"trees": [{
          "left_children": [1, -1, -1],
          "right_children": [2, -1, -1],
          "split_indices": [4, 0, 0],
          "split_conditions": [1.00000001E-1, -4E-1, 7],
          "split_type": [0, 0, 0],
          "default_left": [1, 0, 0]}]}}}}
      """;

  @Test
  void readsSplitsLeavesAndTheBracketedBaseScore() throws IOException {
    Forest forest = read(MODEL);

    assertThat(forest.baseMargin()).isCloseTo(-0.8472979f, within(1e-6f));
    assertThat(forest.trees()).hasSize(1);
    Forest.Tree tree = forest.trees().get(0);
    assertThat(tree.nodes()).isEqualTo(3);
    assertThat(tree.isLeaf(0)).isFalse();
    assertThat(tree.isLeaf(1)).isTrue();
    assertThat(tree.left()[0]).isEqualTo(1);
    assertThat(tree.right()[0]).isEqualTo(2);
    assertThat(tree.feature()[0]).isEqualTo(4);
    assertThat(tree.value()).containsExactly(0.1f, -0.4f, 7f);
    assertThat(tree.missingGoesLeft()[0]).isTrue();
  }

  @Test
  void readsABaseScoreWithoutBrackets() throws IOException {
    assertThat(read(MODEL.replace("[3E-1]", "5E-1")).baseMargin()).isZero();
  }

  @Test
  void refusesWhatAPlainForestCannotExpress() {
    assertRefused(MODEL.replace("binary:logistic", "reg:squarederror"), "objective");
    assertRefused(MODEL.replace("[0, 0, 0],\n    \"def", "[1, 0, 0],\n    \"def"), "split_type");
    assertRefused(MODEL.replace("[3E-1]", "[3E-1,7E-1]"), "base_score");
    assertRefused(MODEL.replace("[4, 0, 0]", "[4, 0]"), "split_indices");
    assertRefused(MODEL.replace("default_left", "default_right"), "default_left");
  }

  private static void assertRefused(String model, String field) {
    assertThat(model).isNotEqualTo(MODEL);
    assertThatThrownBy(() -> read(model))
        .isInstanceOf(UnsupportedBoosterException.class)
        .hasMessageContaining("XGBoost model, " + field + ": expected");
  }

  private static Forest read(String json) throws IOException {
    return ForestReader.read(json.getBytes(StandardCharsets.UTF_8));
  }
}
