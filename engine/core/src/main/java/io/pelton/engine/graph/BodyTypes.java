package io.pelton.engine.graph;

import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import java.util.ArrayList;
import java.util.List;

/**
 * Types of values that leave bodies. Symbols of a body mean nothing outside: there, such extents
 * are unknown ones.
 */
final class BodyTypes {
  private final Inference in;

  BodyTypes(Inference in) {
    this.in = in;
  }

  void checkSingle(String what, TensorType type, DType dtype) {
    boolean isSingle = type.dtype() == dtype;
    for (int axis = 0; type.shape().isRanked() && axis < type.shape().rank(); axis++) {
      Extent extent = type.shape().extent(axis);
      isSingle &= !extent.isFixed() || extent.max() == 1;
    }
    in.check(isSingle, what + " should be one " + dtype + " but is " + type);
  }

  /** False where no tensor is of both types. */
  static boolean mayBe(TensorType one, TensorType other) {
    Shape a = one.shape();
    Shape b = other.shape();
    if (one.dtype() != other.dtype() || !a.isRanked() || !b.isRanked()) {
      return one.dtype() == other.dtype();
    }
    boolean agrees = a.rank() == b.rank();
    for (int axis = 0; agrees && axis < a.rank(); axis++) {
      Extent left = a.extent(axis);
      Extent right = b.extent(axis);
      agrees = !left.isFixed() || !right.isFixed() || left.max() == right.max();
    }
    return agrees;
  }

  /** What is known of a value that is of one type or the other; both have the dtype. */
  TensorType either(TensorType one, TensorType other) {
    Shape a = one.shape();
    Shape b = other.shape();
    if (!a.isRanked() || !b.isRanked() || a.rank() != b.rank()) {
      return new TensorType(one.dtype(), Shape.UNRANKED);
    }
    List<Extent> extents = new ArrayList<>();
    for (int axis = 0; axis < a.rank(); axis++) {
      extents.add(either(a.extent(axis), b.extent(axis)));
    }
    return new TensorType(one.dtype(), Shape.of(extents));
  }

  private Extent either(Extent one, Extent other) {
    boolean isKnown = one.isFixed() && other.isFixed() && one.max() == other.max();
    return isKnown ? one : in.unknown(Math.max(one.max(), other.max()));
  }

  /** The type with the numbers that another one adds, which the value is of, too. */
  TensorType narrowed(TensorType type, TensorType other) {
    if (!other.shape().isRanked()) {
      return type;
    }
    List<Extent> extents = new ArrayList<>();
    for (int axis = 0; axis < other.shape().rank(); axis++) {
      Extent extent = other.shape().extent(axis);
      if (!extent.isFixed()) {
        extent = type.shape().isRanked() ? type.shape().extent(axis) : in.unknown(extent.max());
      }
      extents.add(extent);
    }
    return new TensorType(type.dtype(), Shape.of(extents));
  }

  /** With one more axis. */
  TensorType stacked(TensorType element, int axis, Extent length) {
    if (!element.shape().isRanked()) {
      return element;
    }
    List<Extent> extents = new ArrayList<>(either(element, element).shape().extents());
    extents.add(in.axis(axis, extents.size() + 1), length);
    return new TensorType(element.dtype(), Shape.of(extents));
  }
}
