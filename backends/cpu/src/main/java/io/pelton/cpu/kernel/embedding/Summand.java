package io.pelton.cpu.kernel.embedding;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Lane;
import io.pelton.cpu.block.LongBlocks;
import io.pelton.cpu.block.Rows;
import io.pelton.engine.kernel.Operand;
import java.util.Arrays;

/** What an embedding sum adds up, one run of E elements for each index of the other axes. */
@FunctionalInterface
interface Summand<A> {
  /** Reads the run for the {@code index}-th index of the output's other axes. */
  Blocks<A> read(int index);

  /**
   * @param dims of the output
   */
  static <A> Summand<A> gathered(
      Operand table, Operand indices, long[] dims, Lane<A> lane, Rows rows) {
    int columns = Math.toIntExact(dims[dims.length - 1]);
    long[] outer = Arrays.copyOf(dims, dims.length - 1);
    LongBlocks positions = LongBlocks.of(indices, indices.layout().broadcastTo(outer), 1);
    Table<A> rowsOfTable = new Table<>(table, lane, rows);
    return index -> {
      positions.read(index, 1);
      return rowsOfTable.row(positions.array()[positions.at()], index * columns);
    };
  }

  static <A> Summand<A> direct(Operand operand, long[] dims, Lane<A> lane) {
    int columns = Math.toIntExact(dims[dims.length - 1]);
    Blocks<A> blocks = lane.blocks(operand, operand.layout().broadcastTo(dims), columns);
    return index -> {
      blocks.read(index * columns, columns);
      return blocks;
    };
  }
}
