package io.pelton.engine.optimize;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;

/** Compares what a value is with what would replace it. */
final class Types {
  private Types() {}

  /**
   * One dtype and one rank, the same fixed lengths, rows where there were rows. Extents of which
   * only one is known may differ.
   */
  static boolean agree(Graph graph, TensorType one, TensorType other) {
    Shape a = one.shape();
    Shape b = other.shape();
    if (one.dtype() != other.dtype()
        || !a.isRanked()
        || !b.isRanked()
        || a.rank() != b.rank()
        || graph.isRows(a) != graph.isRows(b)) {
      return false;
    }
    for (int axis = 0; axis < a.rank(); axis++) {
      Extent left = a.extent(axis);
      Extent right = b.extent(axis);
      if (left.isFixed() && right.isFixed() && left.max() != right.max()) {
        return false;
      }
    }
    return true;
  }
}
