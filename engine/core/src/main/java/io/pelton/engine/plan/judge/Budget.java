package io.pelton.engine.plan.judge;

/**
 * How long measuring may take, by the wall clock. A run that has begun is finished, so that the
 * last one may exceed what is left.
 *
 * @param totalNanos for everything that one Judge measures
 * @param perKeyNanos for one kernel at one size, binding included
 * @param warmRuns of a kernel before those that are measured. More than 0 says that the JVM may not
 *     have compiled kernels yet: only the host's are measured, a kernel that is too slow for so
 *     many runs is given up soon, and rivals that differ beyond {@link Judge#MAX_RATIO} are not
 *     believed
 */
public record Budget(long totalNanos, long perKeyNanos, int warmRuns) {
  /** Nothing is measured. */
  public static final Budget NONE = new Budget(0, 0);

  /** For processes that have just begun to run models: small nodes of the host only. */
  public static final Budget AT_START_UP = new Budget(200_000_000, 30_000_000, 5_000);

  public Budget {
    if (totalNanos < 0 || perKeyNanos < 0 || warmRuns < 0) {
      throw new IllegalArgumentException(
          "a budget should not be negative but is "
              + totalNanos
              + " ns in total, "
              + perKeyNanos
              + " ns a key, "
              + warmRuns
              + " warm runs");
    }
  }

  /** Without runs that don't count. */
  public Budget(long totalNanos, long perKeyNanos) {
    this(totalNanos, perKeyNanos, 0);
  }

  boolean isWary() {
    return warmRuns > 0;
  }
}
