package io.pelton.flink.operator;

/** What batches of one size cost, as far as it is known. On one thread. */
final class SizeCost {
  /** How much a sample counts, and one after none for long. */
  private static final double NEXT = 0.3;

  private static final double FIRST = 0.6;

  /** A dearer sample counts as this many times what was known at most: it may be a pause. */
  private static final double MOST_RISE = 2;

  /** From this change on, upwards or downwards, it is not noise: the costs are others. */
  private static final double CHANGED = 1.5;

  /** What a size that disappointed is left alone for, the first time, and the most. */
  private static final long FIRST_REST = 1_000_000_000;

  private static final long LONGEST_REST = 64 * FIRST_REST;

  private final int rows;
  private double batchNanos = Double.NaN;
  private double otherNanos = Double.NaN;
  private boolean tried;
  private long triedAt;
  private long rest;

  /**
   * @param now in nanoseconds, from which its age counts
   */
  SizeCost(int rows, long now) {
    this.rows = rows;
    this.triedAt = now;
  }

  int rows() {
    return rows;
  }

  /**
   * @param batchSample nanoseconds in which a batch was processed
   * @param otherSample nanoseconds a row in which the task was busy otherwise
   * @param isVague whether that is a guess, which counts only where it says much less
   * @param isLate whether there was no other sample for long
   * @return whether the costs are others than before
   */
  boolean learn(double batchSample, double otherSample, boolean isVague, boolean isLate) {
    double before = rowNanos();
    double weight = isLate ? FIRST : NEXT;
    boolean isNew = Double.isNaN(before);
    if (isNew || CHANGED * batchSample < batchNanos) {
      batchNanos = batchSample;
    } else {
      batchNanos = blend(batchNanos, batchSample, MOST_RISE * batchNanos, weight);
    }
    if (isNew) {
      otherNanos = otherSample;
    } else if (!isVague || CHANGED * otherSample < otherNanos) {
      otherNanos = blend(otherNanos, otherSample, MOST_RISE * rowNanos(), weight);
    }
    double sample = otherNanos + batchSample / rows;
    return sample > CHANGED * before || CHANGED * sample < before;
  }

  private static double blend(double known, double sample, double most, double weight) {
    return known + weight * (Math.min(sample, most) - known);
  }

  /** Notes that batches may have as many rows from now on, whether they get them or not. */
  void use(long now) {
    tried = true;
    triedAt = now;
  }

  boolean wasTried() {
    return tried;
  }

  /** Nanoseconds since batches could last have as many rows. */
  long age(long now) {
    return now - triedAt;
  }

  /** Notes whether it was worth it, last time: otherwise it rests, twice as long as before. */
  void judge(boolean isPromising) {
    rest = isPromising ? 0 : Math.min(LONGEST_REST, Math.max(FIRST_REST, 2 * rest));
  }

  boolean isRested(long now) {
    return age(now) >= rest;
  }

  boolean isKnown() {
    return !Double.isNaN(batchNanos);
  }

  /** Nanoseconds a row in which the task is busy with anything; NaN while unknown. */
  double rowNanos() {
    return otherNanos + batchNanos / rows;
  }

  /** Nanoseconds of a batch's processing; NaN while unknown. */
  double batchNanos() {
    return batchNanos;
  }

  /** Nanoseconds in which a batch is collected and processed while records always wait. */
  double cycleNanos() {
    return rows * rowNanos();
  }
}
