package io.pelton.engine.kernel;

/**
 * What a node's kernel has to do, for a roofline. Counts too large for a long stop at its maximum.
 *
 * @param flops arithmetic operations
 * @param bytesRead of operands, each counted once
 * @param bytesWritten of outputs
 */
public record Work(long flops, long bytesRead, long bytesWritten) {
  /** Of nodes that no kernel runs. */
  public static final Work NONE = new Work(0, 0, 0);

  public Work {
    if (flops < 0 || bytesRead < 0 || bytesWritten < 0) {
      throw new IllegalArgumentException(
          "work should not be negative but is "
              + flops
              + " flops, "
              + bytesRead
              + " bytes read, "
              + bytesWritten
              + " bytes written");
    }
  }

  public long bytes() {
    return sum(bytesRead, bytesWritten);
  }

  /** The product of counts that are not negative. */
  static long product(long... factors) {
    long product = 1;
    for (long factor : factors) {
      boolean overflows = factor != 0 && product > Long.MAX_VALUE / factor;
      product = overflows ? Long.MAX_VALUE : product * factor;
    }
    return product;
  }

  /** The sum of counts that are not negative. */
  static long sum(long... terms) {
    long sum = 0;
    for (long term : terms) {
      sum = sum > Long.MAX_VALUE - term ? Long.MAX_VALUE : sum + term;
    }
    return sum;
  }
}
