package io.pelton.cpu.kernel.score;

import io.pelton.cpu.block.FloatBlocks;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;

/**
 * A feature matrix [N, F], or [F] as one row, read row by row as {@code float}; other numbers are
 * rounded once. Not thread-safe; reading allocates nothing.
 */
public final class FeatureRows {
  private final FloatBlocks blocks;
  private final int columns;

  private FeatureRows(FloatBlocks blocks, int columns) {
    this.blocks = blocks;
    this.columns = columns;
  }

  public static FeatureRows of(Operand in) {
    int columns = columns(in);
    return new FeatureRows(FloatBlocks.of(in, in.layout(), columns), columns);
  }

  /** Length of the last axis. */
  public static int columns(Operand in) {
    Layout layout = in.layout();
    return Math.toIntExact(layout.dim(layout.rank() - 1));
  }

  public int columns() {
    return columns;
  }

  /** Makes a row readable. */
  public void read(int row) {
    if (columns > 0) {
      blocks.read(row * columns, columns);
    }
  }

  /** Where the row that was read lies, from {@link #at} on. Not to be written. */
  public float[] array() {
    return blocks.array();
  }

  public int at() {
    return blocks.at();
  }
}
