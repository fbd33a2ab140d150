package io.pelton.flink;

import io.pelton.flink.error.InvalidSetting;
import java.io.Serializable;
import java.time.Duration;
import org.apache.flink.annotation.PublicEvolving;

/**
 * When a micro-batch is scored: when it has {@code maxRows} rows, or when its first row has waited
 * for {@code linger}, whichever is first. Checkpoint barriers, idleness and the end of the input
 * close a batch too; watermarks wait for it. The policy never changes a prediction, only how long
 * it takes.
 *
 * @param maxRows 1 to {@link #LARGEST}
 * @param linger at least a millisecond; also how long a watermark can be held back
 */
@PublicEvolving
public record BatchPolicy(int maxRows, Duration linger) implements Serializable {
  public static final int DEFAULT_MAX_ROWS = 1024;
  public static final Duration DEFAULT_LINGER = Duration.ofMillis(5);

  /** The most rows of a batch. */
  public static final int LARGEST = 1 << 20;

  private static final Duration SHORTEST = Duration.ofMillis(1);

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
    if (linger == null || linger.compareTo(SHORTEST) < 0) {
      throw new InvalidSetting(
          "linger",
          "at least " + SHORTEST,
          String.valueOf(linger),
          "for rows that must not wait choose maxRows 1");
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
