package io.pelton.examples.training;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FeatureEncoderTest {
  private static final AdultTable TABLE =
      new AdultTable(
          List.of(
              new FeatureColumn.Texts("sex", new String[] {"b", null, "a", "unseen"}),
              new FeatureColumn.Numbers("age", new float[] {1, 2, Float.NaN, 4})),
          new String[] {"<=50K", "<=50K", "<=50K", "<=50K"},
          new boolean[] {false, false, false, true});

  @Test
  void numbersComeFirstThenSortedCategoriesOfTheTrainingRows() {
    FeatureEncoder encoder = FeatureEncoder.fit(TABLE);

    assertThat(encoder.numbers()).containsExactly("age");
    assertThat(encoder.oneHots())
        .containsExactly(new FeatureEncoder.OneHot("sex", List.of("?", "a", "b")));
    assertThat(encoder.width()).isEqualTo(4);
  }

  @Test
  void aMissingStringIsACategoryAndAnUnseenOneIsAllZeros() {
    float[] encoded = FeatureEncoder.fit(TABLE).encode(TABLE, new int[] {3, 2, 1, 0});

    assertThat(encoded).containsExactly(4, 0, 0, 0, Float.NaN, 0, 1, 0, 2, 1, 0, 0, 1, 0, 0, 1);
  }
}
