package io.pelton.engine.graph;

import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;

/**
 * Multidirectional broadcasting, as ONNX defines it: shapes align at the right, length 1 stretches.
 */
final class Broadcast {
  private Broadcast() {}

  static Shape of(Inference in, Shape a, Shape b) {
    int rank = Math.max(a.rank(), b.rank());
    Extent[] extents = new Extent[rank];
    for (int axis = 0; axis < rank; axis++) {
      extents[axis] = merge(in, aligned(a, rank, axis), aligned(b, rank, axis), a, b);
    }
    return Shape.of(extents);
  }

  /** Checks that a shape broadcasts to another one without changing it. */
  static void checkInto(Inference in, Shape shape, Shape target) {
    boolean fits = shape.rank() <= target.rank();
    for (int axis = 0; fits && axis < shape.rank(); axis++) {
      Extent own = shape.extent(axis);
      Extent other = target.extent(axis + target.rank() - shape.rank());
      fits = isOne(own) || own.sameAs(other) || !own.isFixed() || !other.isFixed();
    }
    in.check(fits, shape + " does not broadcast to " + target);
  }

  private static Extent aligned(Shape shape, int rank, int axis) {
    int own = axis - (rank - shape.rank());
    return own < 0 ? Extent.fixed(1) : shape.extent(own);
  }

  private static Extent merge(Inference in, Extent a, Extent b, Shape left, Shape right) {
    if (a.sameAs(b) || isOne(b)) {
      return a;
    }
    if (isOne(a)) {
      return b;
    }
    if (a.isFixed() && b.isFixed()) {
      throw in.invalid("shapes " + left + " and " + right + " do not broadcast");
    }
    if (a.isFixed()) {
      return a;
    }
    // two unrelated symbols, or one against a fixed length: a fixed length above 1 wins
    return b.isFixed() ? b : in.unknown(Math.max(a.max(), b.max()));
  }

  private static boolean isOne(Extent extent) {
    return extent.isFixed() && extent.max() == 1;
  }
}
