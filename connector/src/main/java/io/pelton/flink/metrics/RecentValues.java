package io.pelton.flink.metrics;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.HistogramStatistics;

/**
 * The latest {@value #MOST} values of something. One thread adds them, which costs two writes; any
 * may ask, and may then see a value or two of the next ones.
 */
final class RecentValues implements Histogram {
  static final int MOST = 1024;

  private final long[] ring = new long[MOST];
  private final AtomicLong count = new AtomicLong();
  private final double unit;

  /**
   * @param unit what the statistics count in, as so many of what is added: 1e6 for milliseconds of
   *     nanoseconds
   */
  RecentValues(double unit) {
    this.unit = unit;
  }

  @Override
  public void update(long value) {
    long added = count.getPlain();
    ring[(int) (added % MOST)] = value;
    count.setRelease(added + 1);
  }

  /** Of all values, also those that are no longer kept. */
  @Override
  public long getCount() {
    return count.get();
  }

  @Override
  public HistogramStatistics getStatistics() {
    long[] values = new long[(int) Math.min(count.getAcquire(), MOST)];
    System.arraycopy(ring, 0, values, 0, values.length);
    return new ValueStatistics(values, unit);
  }
}
