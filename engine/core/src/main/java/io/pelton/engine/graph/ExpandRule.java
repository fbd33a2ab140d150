package io.pelton.engine.graph;

import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Shape;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Shape and known elements of an expanded tensor. */
final class ExpandRule {
  /** Stretched lists beyond that are data, not shapes. */
  private static final long LONGEST = 1024;

  private ExpandRule() {}

  static Shape shape(Inference in) {
    Optional<List<DynScalar>> target = in.integers(1);
    if (target.isEmpty()) {
      return unknown(in);
    }
    List<Extent> extents = new ArrayList<>();
    for (DynScalar length : target.get()) {
      extents.add(
          length
              .asExtent()
              .orElseThrow(
                  () -> in.invalid("the shape " + target.get() + " has a negative length")));
    }
    return Broadcast.of(in, in.shape(0), Shape.of(extents));
  }

  private static Shape unknown(Inference in) {
    Shape target = in.shape(1);
    if (target.rank() != 1 || !target.isFixed()) {
      return Shape.UNRANKED;
    }
    int rank = Math.max(in.shape(0).rank(), Math.toIntExact(target.extent(0).max()));
    List<Extent> extents = new ArrayList<>();
    for (int axis = 0; axis < rank; axis++) {
      extents.add(in.unknown(Extent.UNBOUNDED));
    }
    return Shape.of(extents);
  }

  /** A list of integers as it is, or one integer over and over. */
  static Optional<List<DynScalar>> integers(Inference in) {
    Optional<List<DynScalar>> data = in.integers(0);
    Shape shape = shape(in);
    if (data.isEmpty() || !shape.isFixed() || shape.rank() > 1) {
      return Optional.empty();
    }
    long length = Layout.elements(shape.dims());
    if (data.get().size() == length) {
      return data;
    }
    return length <= LONGEST
        ? Optional.of(Collections.nCopies((int) length, data.get().get(0)))
        : Optional.empty();
  }
}
