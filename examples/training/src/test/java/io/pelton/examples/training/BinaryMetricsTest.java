package io.pelton.examples.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BinaryMetricsTest {
  @Test
  void countsPairsInTheRightOrderAndTiesHalf() {
    // Pairs (positive, negative): .8>.1, .8>.4, .8>.5, .4>.1, .4=.4, .4<.5: 4.5 of 6.
    BinaryMetrics metrics =
        metrics(new float[] {.1f, .4f, .5f, .8f, .4f}, false, false, false, true, true);

    assertThat(metrics.rows()).isEqualTo(5);
    assertThat(metrics.auc()).isCloseTo(4.5 / 6, within(1e-12));
    assertThat(metrics.accuracy()).isCloseTo(4.0 / 5, within(1e-12));
  }

  @Test
  void aConstantScoreSeparatesNothingAndAMissingClassHasNoArea() {
    assertThat(metrics(new float[] {.7f, .7f}, true, false).auc()).isEqualTo(0.5);
    assertThat(metrics(new float[] {.7f, .2f}, true, true).auc()).isNaN();
  }

  private static BinaryMetrics metrics(float[] probabilities, boolean... high) {
    String[] income =
        IntStream.range(0, high.length)
            .mapToObj(row -> high[row] ? AdultTable.HIGH_INCOME : AdultTable.LOW_INCOME)
            .toArray(String[]::new);
    AdultTable table = new AdultTable(List.of(), income, new boolean[high.length]);
    return BinaryMetrics.of(table, probabilities, IntStream.range(0, high.length).toArray());
  }
}
