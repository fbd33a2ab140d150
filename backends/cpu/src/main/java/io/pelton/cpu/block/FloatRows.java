package io.pelton.cpu.block;

import io.pelton.engine.kernel.Operand;

/**
 * Writes an F32 matrix some rows at a time, for kernels that compute row by row. Not thread-safe;
 * writing allocates nothing.
 */
public final class FloatRows {
  /** Computes rows. */
  @FunctionalInterface
  public interface Loop {
    /**
     * Computes rows {@code from} to {@code end - 1}.
     *
     * @param target receives the first of them from {@code at} on, the others behind it
     */
    void write(int from, int end, float[] target, int at);
  }

  private final int columns;
  private final int block;
  private final FloatOutput output;

  /**
   * @param columns of a row
   */
  public FloatRows(Operand out, int columns) {
    this.columns = columns;
    this.block = Math.max(1, RawBlocks.SIZE / Math.max(1, columns));
    this.output = new FloatOutput(out, block * columns);
  }

  /** Writes rows 0 to {@code rows - 1}. */
  public void write(int rows, Loop loop) {
    for (int from = 0; from < rows; from += block) {
      int end = Math.min(rows, from + block);
      output.open(from * columns, (end - from) * columns);
      loop.write(from, end, output.array(), output.at());
      output.commit();
    }
  }
}
