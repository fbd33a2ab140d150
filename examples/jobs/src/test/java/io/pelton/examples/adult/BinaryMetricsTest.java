package io.pelton.examples.adult;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class BinaryMetricsTest {
  @Test
  void countsPairsInTheRightOrder() {
    float[] probabilities = {0.1f, 0.4f, 0.35f, 0.8f};
    boolean[] truth = {false, false, true, true};
    BinaryMetrics metrics = BinaryMetrics.of(probabilities, truth);
    assertThat(metrics.auc()).isEqualTo(0.75);
    assertThat(metrics.accuracy()).isEqualTo(0.75);
  }

  @Test
  void tiesCountHalf() {
    BinaryMetrics metrics =
        BinaryMetrics.of(new float[] {0.5f, 0.5f, 0.5f}, new boolean[] {true, false, true});
    assertThat(metrics.auc()).isEqualTo(0.5);
    assertThat(metrics.accuracy()).isCloseTo(1 / 3.0, Offset.offset(1e-12));
  }

  @Test
  void oneClassAloneHasNoCurve() {
    assertThat(BinaryMetrics.of(new float[] {0.9f}, new boolean[] {true}).auc()).isNaN();
  }
}
