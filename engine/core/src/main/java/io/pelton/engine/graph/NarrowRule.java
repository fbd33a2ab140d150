package io.pelton.engine.graph;

import io.pelton.engine.graph.ViewOp.Narrow;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import java.util.ArrayList;
import java.util.List;

/** What can be known of a narrowed axis before symbols stand for numbers. */
final class NarrowRule {
  private NarrowRule() {}

  static Shape shape(Inference in, Narrow op) {
    Shape data = in.shape(0);
    int axis = in.axis(op.axis(), data.rank());
    Extent whole = data.extent(axis);
    long start = least(op.start());
    long length = least(op.length());
    in.check(
        start >= 0 && length >= 0 && start <= whole.max() && length <= whole.max() - start,
        op.length()
            + " indices from "
            + op.start()
            + " on are not within axis "
            + axis
            + " of length "
            + whole);
    List<Extent> extents = new ArrayList<>(data.extents());
    extents.set(axis, kept(op.length(), whole, start));
    return Shape.of(extents);
  }

  private static long least(DynScalar scalar) {
    return scalar.isConstant() ? scalar.constant() : scalar.extent().min();
  }

  /** No more than there are after the start. */
  private static Extent kept(DynScalar length, Extent whole, long start) {
    if (length.isConstant()) {
      return Extent.fixed(length.constant());
    }
    long room = whole.max() == Extent.UNBOUNDED ? Extent.UNBOUNDED : whole.max() - start;
    Extent extent = length.extent();
    return new Extent(extent.min(), Math.min(extent.max(), room), extent.symbol());
  }
}
