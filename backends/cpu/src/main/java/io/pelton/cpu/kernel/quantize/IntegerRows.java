package io.pelton.cpu.kernel.quantize;

/** Computes rows of a product of integers. Not thread-safe; computing allocates nothing. */
public interface IntegerRows {
  /** Rows that are computed at once, at most. */
  int block();

  /** Operands that are not constant may have changed. */
  void begin();

  /**
   * Rows {@code row} to {@code row + count - 1} of all matrices of the result.
   *
   * @param y takes them from {@code at} on
   */
  void integers(int row, int count, int[] y, int at);

  /**
   * The rows as floats, {@code sum * factor + bias} with a rounding each.
   *
   * @param factors one for each column
   * @param bias likewise; null without one
   * @param y takes the rows from {@code at} on
   */
  void scaled(int row, int count, float[] factors, float[] bias, float[] y, int at);
}
