package io.pelton.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.UnknownName;
import io.pelton.flink.error.OutputKindMismatch;
import java.util.List;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Test;

class PredictionTest {
  private static final Prediction<Row> PREDICTION =
      new Prediction<>(
          Row.of(1L),
          List.of("label", "probabilities", "count"),
          new Object[] {"yes", new float[] {.25f, .75f}, 3L});

  @Test
  void outputsAreReadByName() {
    assertThat(PREDICTION.text("label")).isEqualTo("yes");
    assertThat(PREDICTION.floats("probabilities")).containsExactly(.25f, .75f);
    assertThat(PREDICTION.integer("count")).isEqualTo(3);
    assertThat(PREDICTION.value(0)).isEqualTo("yes");
    assertThat(PREDICTION).hasToString("+I[1] -> label=yes probabilities=[0.25, 0.75] count=3");
  }

  @Test
  void arraysAreTheirElements() {
    Prediction<float[]> prediction = prediction(new float[] {1, 2});
    assertThat(prediction)
        .isEqualTo(prediction(new float[] {1, 2}))
        .hasSameHashCodeAs(prediction(new float[] {1, 2}))
        .isNotEqualTo(prediction(new float[] {1, 3}))
        .hasToString("[1.0, 2.0] -> y=3.0");
  }

  private static Prediction<float[]> prediction(float[] input) {
    return new Prediction<>(input, List.of("y"), new Object[] {3f});
  }

  @Test
  void aWrongNameIsSaid() {
    assertThatThrownBy(() -> PREDICTION.text("labels"))
        .isInstanceOf(UnknownName.class)
        .hasMessageContaining("labels")
        .hasMessageContaining("[label, probabilities, count]");
  }

  @Test
  void aWrongKindIsSaid() {
    assertThatThrownBy(() -> PREDICTION.floats("label"))
        .isInstanceOf(OutputKindMismatch.class)
        .hasMessageContaining("'label'")
        .hasMessageContaining("float[]")
        .hasMessageContaining("String");
  }
}
