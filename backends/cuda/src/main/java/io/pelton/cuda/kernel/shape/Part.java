package io.pelton.cuda.kernel.shape;

import io.pelton.cuda.kernel.FoldedAxes;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;
import java.util.Optional;

/**
 * An operand of a join as a matrix.
 *
 * @param columns elements that a row of the output takes from it
 */
record Part(Operand operand, long columns, long rowStride, long columnStride) {
  /**
   * Empty where the axes before, or those from the joined one on, are more than one when folded.
   */
  static Optional<Part> of(Operand operand, int axis) {
    Layout layout = operand.layout();
    FoldedAxes rows = FoldedAxes.between(0, axis, layout);
    FoldedAxes columns = FoldedAxes.between(axis, layout.rank(), layout);
    if (rows.rank() > 1 || columns.rank() > 1) {
      return Optional.empty();
    }
    long rowStride = rows.rank() == 0 ? 0 : rows.strides(0)[0];
    long columnStride = columns.rank() == 0 ? 1 : columns.strides(0)[0];
    return Optional.of(new Part(operand, columns.elements(), rowStride, columnStride));
  }

  /** True where units of so many elements can be taken from it. */
  boolean has(long perUnit) {
    boolean isClose = perUnit == 1 || columnStride == 1;
    return isClose && columns % perUnit == 0 && rowStride % perUnit == 0;
  }
}
