package io.pelton.flink;

import io.pelton.flink.error.InvalidSetting;
import java.io.Serializable;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.configuration.MemorySize;

/**
 * When a micro-batch is scored: when it has {@code maxRows} rows, when its rows take {@code
 * maxBytes}, or when its first row has waited for {@code linger}, whichever is first. Checkpoint
 * barriers, idleness and the end of the input close a batch too; watermarks wait for it. A record
 * never waits longer than the linger and one batch.
 *
 * <p>With a latency target the rows of a batch follow the stream: they grow towards {@code maxRows}
 * while records come faster than they can be scored, and shrink towards one row where nothing is
 * gained by waiting.
 *
 * <p>The policy never changes a prediction, only how long it takes: models that mix rows are
 * refused ({@link InferenceBuilder#allowRowMixing}).
 */
@PublicEvolving
public final class BatchPolicy implements Serializable {
  private static final long serialVersionUID = 1L;

  public static final int DEFAULT_MAX_ROWS = 1024;
  public static final Duration DEFAULT_LINGER = Duration.ofMillis(5);

  /** The most rows of a batch. */
  public static final int LARGEST = 1 << 20;

  /** The least that a first row may wait, and the least latency target: a millisecond. */
  public static final Duration SHORTEST = Duration.ofMillis(1);

  /** The most that a first row may wait, and the largest latency target: a day. */
  public static final Duration LONGEST = Duration.ofDays(1);

  private final int maxRows;
  private final Duration linger;
  private final MemorySize maxBytes;
  private final Duration latencyTarget;

  private BatchPolicy(int maxRows, Duration linger, MemorySize maxBytes, Duration latencyTarget) {
    this.maxRows = maxRows;
    this.linger = linger;
    this.maxBytes = maxBytes;
    this.latencyTarget = latencyTarget;
  }

  /** {@value #DEFAULT_MAX_ROWS} rows and 5 ms. */
  public static BatchPolicy defaults() {
    return of(DEFAULT_MAX_ROWS, DEFAULT_LINGER);
  }

  /**
   * A fixed number of rows.
   *
   * @param maxRows 1 to {@link #LARGEST}
   * @param linger {@link #SHORTEST} to {@link #LONGEST}; also how long a watermark can be held back
   * @throws InvalidSetting naming the setting and its rule
   */
  public static BatchPolicy of(int maxRows, Duration linger) {
    if (maxRows < 1 || maxRows > LARGEST) {
      throw new InvalidSetting(
          "maxRows",
          "1 to " + LARGEST,
          Integer.toString(maxRows),
          "a few hundred to a few thousand suit most models");
    }
    checkBounds(
        "linger",
        linger,
        "for rows that must not wait choose BatchPolicy.single(); rows wait until a batch is full"
            + " only where the input is endless and never idle");
    return new BatchPolicy(maxRows, linger, null, null);
  }

  /**
   * Every record is scored when it comes, by itself: nothing waits, no timer runs and no record is
   * copied, not even where objects are reused. For models that gain nothing from a batch, as many
   * ensembles of trees do, and for records that must not wait.
   */
  public static BatchPolicy single() {
    return of(1, DEFAULT_LINGER);
  }

  /**
   * Up to {@value #DEFAULT_MAX_ROWS} rows, as many as the stream and the model ask for.
   *
   * @param latencyTarget as for {@link #withLatencyTarget}; the linger is 5 ms, or the target where
   *     that is less
   */
  public static BatchPolicy adaptive(Duration latencyTarget) {
    checkTarget(latencyTarget);
    boolean isTight = latencyTarget.compareTo(DEFAULT_LINGER) < 0;
    return of(DEFAULT_MAX_ROWS, isTight ? latencyTarget : DEFAULT_LINGER)
        .withLatencyTarget(latencyTarget);
  }

  /**
   * Closes a batch, too, when its rows take this much memory in Arrow's format. Without it, and
   * where it is more, an eighth of what the slot may hold is the bound, so that long texts and wide
   * rows don't exhaust it. A larger record is a batch by itself.
   *
   * @throws InvalidSetting for a size of nothing
   */
  public BatchPolicy withMaxBytes(MemorySize bytes) {
    if (InvalidSetting.given("maxBytes", bytes).getBytes() == 0) {
      throw new InvalidSetting(
          "maxBytes",
          "more than nothing",
          bytes.toString(),
          "for one record a batch choose BatchPolicy.single()");
    }
    return new BatchPolicy(maxRows, linger, bytes, latencyTarget);
  }

  /**
   * Lets the rows of a batch follow the stream, between 1 and {@code maxRows}. Rows grow while the
   * task is busy, as long as what a record waits here and the time of its batch stay within the
   * target together, and shrink to the least that keeps up with the stream when it is not. Where
   * batches of one row reach 95 % of the best throughput, they have one row. What a record waits
   * elsewhere, such as in the buffers between tasks, is not part of it. Flink's timers count in
   * milliseconds: a target below 3 ms may be missed by 2 ms when records stop coming.
   *
   * @param target {@link #SHORTEST} to {@link #LONGEST}
   * @throws InvalidSetting naming the rule; also where {@code maxRows} is 1, which leaves no choice
   */
  public BatchPolicy withLatencyTarget(Duration target) {
    checkTarget(target);
    if (maxRows == 1) {
      throw new InvalidSetting(
          "latencyTarget",
          "a policy of more than one row",
          "maxRows 1",
          "leave the target out, or choose BatchPolicy.adaptive(…)");
    }
    return new BatchPolicy(maxRows, linger, maxBytes, target);
  }

  private static void checkTarget(Duration target) {
    checkBounds(
        "latencyTarget",
        target,
        "for rows that must not wait choose BatchPolicy.single(), for none of it leave it out");
  }

  private static void checkBounds(String setting, Duration value, String remedy) {
    InvalidSetting.given(setting, value);
    if (value.compareTo(SHORTEST) < 0 || value.compareTo(LONGEST) > 0) {
      throw new InvalidSetting(setting, SHORTEST + " to " + LONGEST, value.toString(), remedy);
    }
  }

  /** The most rows of a batch. */
  public int maxRows() {
    return maxRows;
  }

  /** The most that the first row of a batch waits. */
  public Duration linger() {
    return linger;
  }

  /** What the rows of a batch may take, where it was given. */
  public Optional<MemorySize> maxBytes() {
    return Optional.ofNullable(maxBytes);
  }

  /** What a record's waiting and its batch may take together, where rows follow the stream. */
  public Optional<Duration> latencyTarget() {
    return Optional.ofNullable(latencyTarget);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BatchPolicy that
        && maxRows == that.maxRows
        && linger.equals(that.linger)
        && Objects.equals(maxBytes, that.maxBytes)
        && Objects.equals(latencyTarget, that.latencyTarget);
  }

  @Override
  public int hashCode() {
    return Objects.hash(maxRows, linger, maxBytes, latencyTarget);
  }

  @Override
  public String toString() {
    return (latencyTarget == null ? "" : "within " + latencyTarget + ", ")
        + (maxRows == 1 ? "single rows" : "up to " + maxRows + " rows, linger " + linger)
        + (maxBytes == null ? "" : ", up to " + maxBytes);
  }
}
