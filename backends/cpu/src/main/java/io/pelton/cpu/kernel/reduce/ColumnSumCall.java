package io.pelton.cpu.kernel.reduce;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Lane;
import io.pelton.cpu.block.Output;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.cpu.block.Rows;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.Operand;

/** Sums columns of matrices, many side by side, in the order of {@link Summation}. */
final class ColumnSumCall<A> implements Call {
  private static final int MOST = RawBlocks.SIZE / 4;

  private final Rows rows;
  private final FoldedColumns matrix;
  private final Blocks<A> data;
  private final A partials;
  private final Output<A> out;
  private final Summation<A> summation;

  private ColumnSumCall(
      Rows rows,
      FoldedColumns matrix,
      Blocks<A> data,
      A partials,
      Output<A> out,
      Summation<A> summation) {
    this.rows = rows;
    this.matrix = matrix;
    this.data = data;
    this.partials = partials;
    this.out = out;
    this.summation = summation;
  }

  static <A> ColumnSumCall<A> bind(
      Rows rows,
      FoldedColumns matrix,
      Operand data,
      Operand out,
      Lane<A> lane,
      Summation<A> summation) {
    int most = Math.min(MOST, matrix.columns());
    return new ColumnSumCall<>(
        rows,
        matrix,
        lane.blocks(data, data.layout(), most),
        lane.allocate(Summation.PARTIALS * most),
        lane.output(out, most),
        summation);
  }

  @Override
  public void run(int activeRows) {
    int columns = matrix.columns();
    int matrices = rows.elements(activeRows) / columns;
    for (int index = 0; index < matrices; index++) {
      for (int from = 0; from < columns; from += MOST) {
        sum(index, from, Math.min(MOST, columns - from));
      }
    }
  }

  private void sum(int index, int from, int count) {
    int used = Math.min(Summation.PARTIALS, matrix.rows());
    summation.clear(partials, used * count);
    for (int row = 0; row < matrix.rows(); row++) {
      data.read((index * matrix.rows() + row) * matrix.columns() + from, count);
      summation.combine(data.array(), data.at(), partials, row % Summation.PARTIALS * count, count);
    }
    // partial sums of no elements change no bit: none of the others is -0
    for (int half = Summation.PARTIALS / 2; half > 0; half /= 2) {
      int others = Math.min(2 * half, used) - half;
      if (others > 0) {
        summation.combine(partials, half * count, partials, 0, others * count);
        used = half;
      }
    }
    out.open(index * matrix.columns() + from, count);
    summation.store(partials, out.array(), out.at(), count);
    out.commit();
  }
}
