package io.pelton.engine.graph;

import io.pelton.engine.graph.IndexOp.Combination;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What indices, and what is scattered by them, have to be like. */
final class IndexRule {
  private IndexRule() {}

  /** Axes but the indexed one are no longer than the data's. */
  static void checkWithin(Inference in, Shape shape, String what, int indexed) {
    Shape data = in.shape(0);
    in.check(
        shape.rank() == data.rank(),
        what + " should have the axes of the data, " + data + ", but are " + shape);
    for (int axis = 0; axis < data.rank(); axis++) {
      Extent length = shape.extent(axis);
      Extent whole = data.extent(axis);
      in.check(
          axis == indexed || !length.isFixed() || !whole.isFixed() || length.max() <= whole.max(),
          what + " " + shape + " exceed the data, " + data + ", at axis " + axis);
    }
  }

  static List<DType> scattered(Inference in, Combination combination) {
    DType dtype = in.dtype(0);
    DType indices = in.dtype(1);
    in.check(
        indices == DType.I64 || indices == DType.I32,
        "indices should be I32 or I64 but are " + indices);
    in.check(
        in.dtype(2) == dtype,
        "updates should be " + dtype + " like the data but are " + in.dtype(2));
    in.check(
        combination == Combination.REPLACE || isComputed(dtype),
        combination + " is not defined for " + dtype);
    return List.of(dtype);
  }

  private static boolean isComputed(DType dtype) {
    return switch (dtype.kind()) {
      case FLOAT ->
          dtype == DType.F64 || dtype == DType.F32 || dtype == DType.F16 || dtype == DType.BF16;
      case SIGNED, UNSIGNED -> dtype.bits() >= Byte.SIZE;
      case BOOL -> true;
      case STRING, COMPLEX -> false;
    };
  }

  static void checkUpdates(Inference in, Shape expected) {
    Shape updates = in.shape(2);
    boolean fits = !expected.isRanked() || updates.rank() == expected.rank();
    for (int axis = 0; fits && expected.isRanked() && axis < expected.rank(); axis++) {
      Extent length = updates.extent(axis);
      Extent wanted = expected.extent(axis);
      fits = !length.isFixed() || !wanted.isFixed() || length.max() == wanted.max();
    }
    in.check(fits, "updates should be " + expected + " but are " + updates);
  }

  /** What the indices select. */
  static Shape slices(Inference in, int batchAxes) {
    Shape data = in.shape(0);
    Shape indices = in.shape(1);
    in.check(indices.rank() > 0, "indices should have an axis that holds those of a slice");
    in.check(
        batchAxes >= 0 && batchAxes < indices.rank() && batchAxes < data.rank() + 1,
        batchAxes + " axes of " + indices + " and " + data + " are no batch");
    for (int axis = 0; axis < batchAxes; axis++) {
      Extent left = data.extent(axis);
      Extent right = indices.extent(axis);
      in.check(
          !left.isFixed() || !right.isFixed() || left.max() == right.max(),
          "batches of data, " + data + ", and of indices, " + indices + ", differ");
    }
    Extent depth = indices.extent(indices.rank() - 1);
    if (!depth.isFixed()) {
      return Shape.UNRANKED;
    }
    long indexed = batchAxes + depth.max();
    in.check(indexed <= data.rank(), depth.max() + " indices of a slice are too many for " + data);
    List<Extent> extents = new ArrayList<>(indices.extents().subList(0, indices.rank() - 1));
    extents.addAll(data.extents().subList((int) indexed, data.rank()));
    return Shape.of(extents);
  }

  /** The most boxes that can be selected. */
  static Extent boxes(Inference in) {
    Shape boxes = in.shape(0);
    Shape scores = in.shape(1);
    boolean fits =
        boxes.rank() == 3
            && scores.rank() == 3
            && isLength(boxes.extent(2), 4)
            && agree(boxes.extent(0), scores.extent(0))
            && agree(boxes.extent(1), scores.extent(2));
    in.check(
        fits,
        "boxes should be [batches, boxes, 4] and scores [batches, classes, boxes] but are "
            + boxes
            + " and "
            + scores);
    for (int operand = 2; operand < in.count(); operand++) {
      in.check(
          !in.has(operand)
              || !in.shape(operand).isFixed()
              || Layout.elements(in.shape(operand).dims()) == 1,
          "operand " + operand + " should be one number");
    }
    Optional<long[]> given = in.has(2) ? in.fixedIntegers(2) : Optional.of(new long[1]);
    long most = given.map(number -> Math.max(number[0], 0)).orElse(Extent.UNBOUNDED);
    Extent each = scores.extent(2);
    if (!scores.isFixed()) {
      return in.unknown(Extent.UNBOUNDED);
    }
    long classes = Math.multiplyExact(scores.extent(0).max(), scores.extent(1).max());
    return Extent.fixed(Math.multiplyExact(classes, Math.min(most, each.max())));
  }

  private static boolean isLength(Extent extent, long length) {
    return !extent.isFixed() || extent.max() == length;
  }

  private static boolean agree(Extent left, Extent right) {
    return !left.isFixed() || !right.isFixed() || left.max() == right.max();
  }

  static String label(OpKind kind, Combination combination) {
    return combination == Combination.REPLACE ? kind.label() : kind.label() + "." + combination;
  }
}
