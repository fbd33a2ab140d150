package io.pelton.cpu.kernel.matmul;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Lane;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;

/**
 * An operand that broadcasts to the result of a product.
 *
 * @param blocks in the order of the result; one row where it is the same for all
 */
record Summand<A>(Blocks<A> blocks, boolean isSameForAll) {
  /**
   * @param rows that are read at once, at most
   */
  static <A> Summand<A> of(Operand operand, Operand out, Lane<A> lane, int rows, int columns) {
    Layout view = operand.layout().broadcastTo(out.layout().dims());
    boolean isSame = isSameForAll(view, columns);
    int capacity = isSame ? columns : Math.multiplyExact(rows, columns);
    return new Summand<>(lane.blocks(operand, view, capacity), isSame);
  }

  /** A product with a vector has no axis for its only column. */
  private static boolean isSameForAll(Layout view, int columns) {
    int last = view.rank() - 1;
    int axes = last >= 0 && view.dim(last) == columns ? last : view.rank();
    for (int axis = 0; axis < axes; axis++) {
      if (view.dim(axis) != 1 && view.stride(axis) != 0) {
        return false;
      }
    }
    return view.rank() > 0;
  }

  /** Makes rows readable. */
  void read(int row, int rows, int columns) {
    if (isSameForAll) {
      blocks.read(0, columns);
    } else {
      blocks.read(row * columns, rows * columns);
    }
  }
}
