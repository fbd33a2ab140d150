package io.pelton.cpu.kernel.embedding;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Lane;
import io.pelton.cpu.block.Rows;
import io.pelton.engine.kernel.Operand;

/** A table [V, E], read row by row. */
final class Table<A> {
  private final Blocks<A> blocks;
  private final int length;
  private final int columns;
  private final Rows rows;

  /**
   * @param rows of the output, for errors
   */
  Table(Operand table, Lane<A> lane, Rows rows) {
    this.length = Math.toIntExact(table.layout().dim(0));
    this.columns = Math.toIntExact(table.layout().dim(1));
    this.blocks = lane.blocks(table, table.layout(), columns);
    this.rows = rows;
  }

  /**
   * Reads the row with that index, which may be negative.
   *
   * @param element of the output that needs it
   */
  Blocks<A> row(long index, int element) {
    if (index < -length || index >= length) {
      throw rows.invalid(
          element, "index " + index + " is outside of [" + -length + ", " + (length - 1) + "]");
    }
    blocks.read((int) (index < 0 ? index + length : index) * columns, columns);
    return blocks;
  }
}
