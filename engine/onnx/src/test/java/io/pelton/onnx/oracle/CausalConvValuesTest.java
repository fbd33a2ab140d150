package io.pelton.onnx.oracle;

import static io.pelton.onnx.TestAttributes.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import io.pelton.onnx.InvalidNode;
import io.pelton.onnx.TestModel;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Sequences that are convolved in pieces give what they give as a whole. */
class CausalConvValuesTest {
  private static TestModel model(String operands, String activation) {
    return TestModel.onnx(27)
        .input("x", TestModel.FLOAT, "N", 2, "L")
        .input("past", TestModel.FLOAT, "N", 2, 2)
        .initializer("w", new float[] {1, 10, 100, 0, 0, -1}, 2, 1, 3)
        .initializer("b", new float[] {0.5f, 0}, 2)
        .node("CausalConvWithState", operands, "y,present", text("activation", activation))
        .output("y")
        .output("present");
  }

  private static Map<String, Tensor> inputs(Tensor x) {
    return Map.of("x", x, "past", Tensor.of(new float[] {7, 8, 0, 0}, 1, 2, 2));
  }

  private static void assertNumbers(Value found, double... expected) {
    assertThat(((Tensor) found).toDoubles()).containsExactly(expected);
  }

  @Test
  void theStateStandsBeforeTheSequence() {
    Tensor x = Tensor.of(new float[] {1, 2, 3, 1, 1, 2}, 1, 2, 3);
    Map<String, Value> answer = Answers.of(model("x,w,b,past", "none"), inputs(x));
    assertNumbers(answer.get("y"), 187.5, 218.5, 321.5, -1, -1, -2);
    assertNumbers(answer.get("present"), 2, 3, 1, 2);
  }

  @Test
  void nothingStandsBeforeTheFirstPiece() {
    Tensor x = Tensor.of(new float[] {1, 3}, 1, 2, 1);
    Map<String, Value> answer = Answers.of(model("x,w", "none"), inputs(x));
    assertNumbers(answer.get("y"), 100, -3);
    assertNumbers(answer.get("present"), 0, 1, 0, 3);
  }

  @Test
  void activationsFollow() {
    Tensor x = Tensor.of(new float[] {1, 0}, 1, 2, 1);
    assertNumbers(Answers.of(model("x,w,,past", "swish"), inputs(x)).get("y"), 187, 0);
    assertThatThrownBy(() -> model("x,w", "relu").load())
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("'activation' is 'relu' but should be one of [none, silu, swish]");
  }
}
