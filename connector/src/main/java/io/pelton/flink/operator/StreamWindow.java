package io.pelton.flink.operator;

import java.util.function.LongSupplier;

/** What is seen of a stream and its batches from one moment to another. On one thread. */
final class StreamWindow {
  private static final double MILLI = 1_000_000;

  private final LongSupplier idleMillis;
  private long start;
  private long idleAtStart;
  private long wall;
  private double idle;
  private long rows;
  private long batches;
  private long timedNanos;
  private long timedBatches;
  private long longestNanos;

  /**
   * @param idleMillis what the task has waited for input so far
   */
  StreamWindow(LongSupplier idleMillis) {
    this.idleMillis = idleMillis;
  }

  void begin(long now) {
    start = now;
    idleAtStart = idleMillis.getAsLong();
    rows = 0;
    batches = 0;
    timedNanos = 0;
    timedBatches = 0;
    longestNanos = 0;
  }

  void count(int batchRows) {
    rows += batchRows;
    batches++;
  }

  /** Notes how long one of the batches took; those that are not noted took as long. */
  void time(long nanos) {
    timedNanos += nanos;
    timedBatches++;
    longestNanos = Math.max(longestNanos, nanos);
  }

  /** Ends it; at least one batch was counted and timed. */
  void end(long now) {
    wall = Math.max(1, now - start);
    idle = Math.min(wall, Math.max(0, (idleMillis.getAsLong() - idleAtStart) * MILLI));
  }

  /** Nanoseconds since it began. */
  long nanos(long now) {
    return now - start;
  }

  long batches() {
    return batches;
  }

  double meanRows() {
    return (double) rows / batches;
  }

  /** Nanoseconds between two rows. */
  double gap() {
    return (double) wall / rows;
  }

  /** The share of time in which the task had something to do, or could not go on with it. */
  double busyShare() {
    return 1 - idle / wall;
  }

  /** Nanoseconds of a batch, without the longest: there may have been a pause in it. */
  double batchNanos() {
    return timedBatches > 2
        ? (double) (timedNanos - longestNanos) / (timedBatches - 1)
        : (double) timedNanos / timedBatches;
  }

  /** Nanoseconds a row in which the task was busy, but not with batches. */
  double otherNanos() {
    double inBatches = (double) timedNanos / timedBatches * batches;
    return Math.max(0, (wall - idle - inBatches) / rows);
  }
}
