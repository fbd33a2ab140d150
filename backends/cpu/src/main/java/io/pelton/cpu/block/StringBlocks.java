package io.pelton.cpu.block;

import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.StringStorage;

/** Walks the strings of an operand in row-major order. Not thread-safe; allocates nothing. */
public final class StringBlocks {
  private final Operand operand;
  private final Positions positions;

  private StringBlocks(Operand operand, Positions positions) {
    this.operand = operand;
    this.positions = positions;
  }

  /** The operand broadcast to the given lengths. */
  public static StringBlocks of(Operand operand, long... dims) {
    return new StringBlocks(operand, Positions.of(operand.layout().broadcastTo(dims)));
  }

  /** Goes to that element; the operand must not be empty. */
  public void seek(int element) {
    positions.seek(element);
  }

  /** Index of the current string in {@link #storage}; then moves on by one. */
  public int next() {
    return (int) operand.offset() + positions.next();
  }

  public StringStorage storage() {
    return operand.strings();
  }
}
