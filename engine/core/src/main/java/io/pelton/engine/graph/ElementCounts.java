package io.pelton.engine.graph;

import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import java.util.List;

/** Refuses shapes of so many elements that their bytes, or their strides, are beyond a long. */
final class ElementCounts {
  private static final double MOST = 0x1p55;

  private ElementCounts() {}

  /**
   * @throws io.pelton.engine.error.InvalidOp when a result has too many
   */
  static List<ValueType> checked(Inference in, List<ValueType> types) {
    for (ValueType type : types) {
      if (type instanceof TensorType tensor && tensor.shape().isRanked()) {
        check(in, tensor.shape());
      }
    }
    return List.copyOf(types);
  }

  /** Strides are products of lengths beside a 0, too. */
  private static void check(Inference in, Shape shape) {
    if (!shape.isFixed()) {
      return;
    }
    double elements = 1;
    for (Extent extent : shape.extents()) {
      elements *= Math.max(extent.max(), 1);
    }
    if (elements > MOST) {
      throw in.invalid("its result " + shape + " has more elements than any memory holds");
    }
  }
}
