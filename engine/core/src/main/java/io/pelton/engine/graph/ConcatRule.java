package io.pelton.engine.graph;

import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import java.util.ArrayList;
import java.util.List;

/** Shape of a concatenation: sums along one axis, agreement along the others. */
final class ConcatRule {
  private ConcatRule() {}

  static Shape shape(Inference in, int axis) {
    in.check(in.count() > 0, "needs an operand");
    int rank = in.shape(0).rank();
    int joined = in.axis(axis, rank);
    List<Extent> extents = new ArrayList<>(in.shape(0).extents());
    for (int operand = 1; operand < in.count(); operand++) {
      Shape shape = in.shape(operand);
      in.check(shape.rank() == rank, "ranks differ: " + in.shape(0) + " and " + shape);
      for (int at = 0; at < rank; at++) {
        Extent merged =
            at == joined
                ? sum(in, extents.get(at), shape.extent(at))
                : agree(in, extents.get(at), shape.extent(at), at, shape);
        extents.set(at, merged);
      }
    }
    return Shape.of(extents);
  }

  private static Extent sum(Inference in, Extent a, Extent b) {
    if (a.isFixed() && b.isFixed()) {
      return Extent.fixed(a.max() + b.max());
    }
    boolean isBounded = a.max() != Extent.UNBOUNDED && b.max() != Extent.UNBOUNDED;
    return in.unknown(isBounded ? a.max() + b.max() : Extent.UNBOUNDED);
  }

  private static Extent agree(Inference in, Extent a, Extent b, int axis, Shape shape) {
    if (a.isFixed() && b.isFixed() && a.max() != b.max()) {
      throw in.invalid("lengths of axis " + axis + " differ: " + in.shape(0) + " and " + shape);
    }
    return a.isFixed() ? a : b.isFixed() ? b : a;
  }
}
