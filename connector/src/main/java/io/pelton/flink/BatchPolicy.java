package io.pelton.flink;

import io.pelton.flink.error.InvalidSetting;
import java.io.Serializable;
import java.time.Duration;
import org.apache.flink.annotation.PublicEvolving;

/**
 * When a micro-batch is scored: when it has {@code maxRows} rows, or when its first row has waited
 * for {@code linger}, whichever is first. Checkpoint barriers, idleness and the end of the input
 * close a batch too, and much text does; watermarks wait for it. The policy never changes a
 * prediction, only how long it takes: models that mix rows are refused ({@link
 * InferenceBuilder#allowRowMixing}).
 *
 * @param maxRows 1 to {@link #LARGEST}
 * @param linger {@link #SHORTEST} to {@link #LONGEST}; also how long a watermark can be held back
 */
@PublicEvolving
public record BatchPolicy(int maxRows, Duration linger) implements Serializable {
  public static final int DEFAULT_MAX_ROWS = 1024;
  public static final Duration DEFAULT_LINGER = Duration.ofMillis(5);

  /** The most rows of a batch. */
  public static final int LARGEST = 1 << 20;

  /** The least that a first row may wait: a millisecond. */
  public static final Duration SHORTEST = Duration.ofMillis(1);

  /** The most that a first row may wait: a day. */
  public static final Duration LONGEST = Duration.ofDays(1);

  /**
   * @throws InvalidSetting naming the setting and its rule
   */
  public BatchPolicy {
    if (maxRows < 1 || maxRows > LARGEST) {
      throw new InvalidSetting(
          "maxRows",
          "1 to " + LARGEST,
          Integer.toString(maxRows),
          "a few hundred to a few thousand suit most models");
    }
    InvalidSetting.given("linger", linger);
    if (linger.compareTo(SHORTEST) < 0 || linger.compareTo(LONGEST) > 0) {
      throw new InvalidSetting(
          "linger",
          SHORTEST + " to " + LONGEST,
          linger.toString(),
          "for rows that must not wait choose maxRows 1; rows wait until a batch is full only"
              + " where the input is endless and never idle");
    }
  }

  /** {@value #DEFAULT_MAX_ROWS} rows and 5 ms. */
  public static BatchPolicy defaults() {
    return new BatchPolicy(DEFAULT_MAX_ROWS, DEFAULT_LINGER);
  }

  /** See the record's components. */
  public static BatchPolicy of(int maxRows, Duration linger) {
    return new BatchPolicy(maxRows, linger);
  }
}
