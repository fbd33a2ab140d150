package io.pelton.engine.optimize;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;

/** Compares what a value is with what would replace it. */
final class Types {
  private Types() {}

  /**
   * One dtype and one rank, the lengths that are known of the first, rows where there were rows.
   */
  static boolean agree(Graph graph, TensorType expected, TensorType found) {
    Shape a = expected.shape();
    Shape b = found.shape();
    if (expected.dtype() != found.dtype()
        || !a.isRanked()
        || !b.isRanked()
        || a.rank() != b.rank()
        || graph.isRows(a) != graph.isRows(b)) {
      return false;
    }
    for (int axis = 0; axis < a.rank(); axis++) {
      Extent left = a.extent(axis);
      Extent right = b.extent(axis);
      if (left.isFixed() && !left.sameAs(right)) {
        return false;
      }
    }
    return true;
  }
}
