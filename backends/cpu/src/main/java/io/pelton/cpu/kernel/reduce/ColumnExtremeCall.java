package io.pelton.cpu.kernel.reduce;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Lane;
import io.pelton.cpu.block.Output;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.cpu.block.Rows;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.Operand;

/** Finds the largest or smallest elements of columns of matrices, many side by side. */
final class ColumnExtremeCall<A> implements Call {
  private final Rows rows;
  private final FoldedColumns matrix;
  private final Blocks<A> data;
  private final Output<A> out;
  private final Extreme.OfEach<A> loop;

  ColumnExtremeCall(
      Rows rows,
      FoldedColumns matrix,
      Operand data,
      Operand out,
      Lane<A> lane,
      Extreme.OfEach<A> loop) {
    int most = Math.min(RawBlocks.SIZE, matrix.columns());
    this.rows = rows;
    this.matrix = matrix;
    this.data = lane.blocks(data, data.layout(), most);
    this.out = lane.output(out, most);
    this.loop = loop;
  }

  @Override
  public void run(int activeRows) {
    int columns = matrix.columns();
    int matrices = rows.elements(activeRows) / columns;
    for (int index = 0; index < matrices; index++) {
      for (int from = 0; from < columns; from += RawBlocks.SIZE) {
        fold(index, from, Math.min(RawBlocks.SIZE, columns - from));
      }
    }
  }

  @SuppressWarnings("SuspiciousSystemArraycopy")
  private void fold(int index, int from, int count) {
    out.open(index * matrix.columns() + from, count);
    int first = index * matrix.rows() * matrix.columns() + from;
    data.read(first, count);
    System.arraycopy(data.array(), data.at(), out.array(), out.at(), count);
    for (int row = 1; row < matrix.rows(); row++) {
      data.read(first + row * matrix.columns(), count);
      loop.fold(data.array(), data.at(), out.array(), out.at(), count);
    }
    out.commit();
  }
}
