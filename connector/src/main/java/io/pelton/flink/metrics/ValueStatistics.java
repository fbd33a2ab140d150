package io.pelton.flink.metrics;

import java.util.Arrays;
import org.apache.flink.metrics.HistogramStatistics;

/** Statistics of some values, in another unit than theirs; 0 where there are no values. */
final class ValueStatistics extends HistogramStatistics {
  private final long[] sorted;
  private final double unit;
  private final double mean;

  /**
   * @param values which become the statistics' own
   * @param unit the number of a value that is 1 here
   */
  ValueStatistics(long[] values, double unit) {
    Arrays.sort(values);
    this.sorted = values;
    this.unit = unit;
    this.mean = Arrays.stream(values).average().orElse(0);
  }

  /** The smallest value that at least this part of the values does not exceed. */
  @Override
  public double getQuantile(double quantile) {
    int rank = (int) Math.ceil(quantile * sorted.length);
    return value(Math.max(1, Math.min(rank, sorted.length)) - 1);
  }

  private double value(int index) {
    return sorted.length == 0 ? 0 : sorted[index] / unit;
  }

  /** Ascending, to whole units. */
  @Override
  public long[] getValues() {
    return Arrays.stream(sorted).map(this::whole).toArray();
  }

  private long whole(long value) {
    return Math.round(value / unit);
  }

  @Override
  public int size() {
    return sorted.length;
  }

  @Override
  public double getMean() {
    return mean / unit;
  }

  @Override
  public double getStdDev() {
    if (sorted.length < 2) {
      return 0;
    }
    double squares = Arrays.stream(sorted).mapToDouble(v -> (v - mean) * (v - mean)).sum();
    return Math.sqrt(squares / (sorted.length - 1)) / unit;
  }

  /** To whole units. */
  @Override
  public long getMax() {
    return sorted.length == 0 ? 0 : whole(sorted[sorted.length - 1]);
  }

  /** To whole units. */
  @Override
  public long getMin() {
    return sorted.length == 0 ? 0 : whole(sorted[0]);
  }
}
