package io.pelton.engine.plan.judge;

/**
 * How long measuring may take, by the wall clock. A run that has begun is finished, so that the
 * last one may exceed what is left.
 *
 * @param totalNanos for everything that one Judge measures
 * @param perKeyNanos for one kernel at one size, binding included
 */
public record Budget(long totalNanos, long perKeyNanos) {
  /** Nothing is measured. */
  public static final Budget NONE = new Budget(0, 0);

  public Budget {
    if (totalNanos < 0 || perKeyNanos < 0) {
      throw new IllegalArgumentException(
          "a budget should not be negative but is "
              + totalNanos
              + " ns in total, "
              + perKeyNanos
              + " ns a key");
    }
  }
}
