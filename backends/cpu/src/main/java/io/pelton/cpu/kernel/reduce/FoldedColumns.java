package io.pelton.cpu.kernel.reduce;

import io.pelton.engine.tensor.Layout;
import java.util.Arrays;
import java.util.Optional;

/**
 * A tensor as matrices whose rows an op combines: the axes that it folds are neighbours, and others
 * follow them.
 *
 * @param rows of one matrix
 * @param columns of one matrix, which are apart
 */
record FoldedColumns(int rows, int columns) {
  private static final int LEAST = 8;

  /** Empty where the axes are others, or rows are too short to be worth it. */
  static Optional<FoldedColumns> of(Layout data, boolean[] folded) {
    long[] dims = data.dims();
    int first = 0;
    while (first < dims.length && (dims[first] == 1 || !folded[first])) {
      first++;
    }
    int end = dims.length;
    while (end > first && (dims[end - 1] == 1 || !folded[end - 1])) {
      end--;
    }
    for (int axis = first; axis < end; axis++) {
      if (!folded[axis] && dims[axis] != 1) {
        return Optional.empty();
      }
    }
    int rows = Math.toIntExact(Layout.elements(Arrays.copyOfRange(dims, first, end)));
    int columns = Math.toIntExact(Layout.elements(Arrays.copyOfRange(dims, end, dims.length)));
    return rows < 2 || columns < LEAST
        ? Optional.empty()
        : Optional.of(new FoldedColumns(rows, columns));
  }
}
