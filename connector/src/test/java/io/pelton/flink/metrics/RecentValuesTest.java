package io.pelton.flink.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.apache.flink.metrics.HistogramStatistics;
import org.junit.jupiter.api.Test;

class RecentValuesTest {
  @Test
  void statisticsAreInTheirUnit() {
    RecentValues values = new RecentValues(1e6);
    // 1 to 100 ms in nanoseconds
    LongStream.rangeClosed(1, 100).map(ms -> ms * 1_000_000).forEach(values::update);
    HistogramStatistics statistics = values.getStatistics();
    assertThat(values.getCount()).isEqualTo(100);
    assertThat(statistics.size()).isEqualTo(100);
    assertThat(statistics.getMin()).isEqualTo(1);
    assertThat(statistics.getMax()).isEqualTo(100);
    assertThat(statistics.getMean()).isEqualTo(50.5);
    assertThat(statistics.getQuantile(0.5)).isEqualTo(50);
    assertThat(statistics.getQuantile(0.99)).isEqualTo(99);
    assertThat(statistics.getQuantile(0)).isEqualTo(1);
    assertThat(statistics.getQuantile(1)).isEqualTo(100);
    assertThat(statistics.getStdDev()).isBetween(29.0, 29.1);
    assertThat(statistics.getValues()).startsWith(1, 2, 3).endsWith(99, 100);
  }

  @Test
  void partsOfAUnitAreNotLost() {
    RecentValues values = new RecentValues(1e6);
    values.update(1_500);
    assertThat(values.getStatistics().getMean()).isEqualTo(0.0015);
    assertThat(values.getStatistics().getQuantile(0.95)).isEqualTo(0.0015);
    assertThat(values.getStatistics().getStdDev()).isZero();
  }

  @Test
  void theOldestGiveWay() {
    RecentValues values = new RecentValues(1);
    LongStream.range(0, 3 * RecentValues.MOST).forEach(values::update);
    assertThat(values.getCount()).isEqualTo(3 * RecentValues.MOST);
    assertThat(values.getStatistics().size()).isEqualTo(RecentValues.MOST);
    assertThat(values.getStatistics().getMin()).isEqualTo(2 * RecentValues.MOST);
    assertThat(values.getStatistics().getMax()).isEqualTo(3 * RecentValues.MOST - 1);
  }

  @Test
  void nothingIsZero() {
    HistogramStatistics statistics = new RecentValues(1).getStatistics();
    assertThat(statistics.size()).isZero();
    assertThat(statistics.getMean()).isZero();
    assertThat(statistics.getQuantile(0.5)).isZero();
    assertThat(statistics.getMax()).isZero();
    assertThat(statistics.getMin()).isZero();
  }
}
