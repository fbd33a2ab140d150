package io.pelton.cpu.kernel.reduce;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Output;
import io.pelton.engine.graph.ReduceOp.Cumulate;
import io.pelton.engine.kernel.Call;

/** Sums or products of all elements of a column up to each, all columns of a slab at once. */
final class ColumnCumulateCall<A> implements Call {
  /** Combines a row of totals with a row of elements to the next totals, {@code y[k]} and so on. */
  @FunctionalInterface
  interface Loop<A> {
    void apply(A totals, int i, A x, int at, A y, int k, int count);
  }

  private final CumulateCall.Runs runs;
  private final boolean isExclusive;
  private final boolean isReverse;
  private final Blocks<A> data;
  private final A start;
  private final Output<A> out;
  private final Loop<A> loop;

  /**
   * @param data row by row
   * @param start a row of totals of no elements
   * @param out slab by slab
   */
  ColumnCumulateCall(
      CumulateCall.Runs runs, Cumulate op, Blocks<A> data, A start, Output<A> out, Loop<A> loop) {
    this.runs = runs;
    this.isExclusive = op.isExclusive();
    this.isReverse = op.isReverse();
    this.data = data;
    this.start = start;
    this.out = out;
    this.loop = loop;
  }

  @Override
  public void run(int activeRows) {
    int size = runs.perSlab() * runs.length();
    int slabs = size == 0 ? 0 : activeRows * runs.slabsPerRow();
    for (int slab = 0; slab < slabs; slab++) {
      out.open(slab * size, size);
      accumulate(slab * size);
      out.commit();
    }
  }

  @SuppressWarnings("SuspiciousSystemArraycopy")
  private void accumulate(int slab) {
    int columns = runs.perSlab();
    int step = isReverse ? -columns : columns;
    int row = isReverse ? (runs.length() - 1) * columns : 0;
    A totals = start;
    int from = 0;
    for (int n = 0; n < runs.length(); n++) {
      int at = out.at() + row;
      if (isExclusive && n == 0) {
        System.arraycopy(start, 0, out.array(), at, columns);
      } else {
        data.read(slab + (isExclusive ? row - step : row), columns);
        loop.apply(totals, from, data.array(), data.at(), out.array(), at, columns);
      }
      totals = out.array();
      from = at;
      row += step;
    }
  }
}
