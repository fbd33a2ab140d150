package io.pelton.engine.graph;

import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Shapes of batched products with the rules of NumPy's {@code matmul}. */
final class ProductRule {
  private ProductRule() {}

  /** The shape of the product of two operands. */
  static Shape shape(Inference in, int left, int right) {
    Shape a = in.shape(left);
    Shape b = in.shape(right);
    in.check(a.rank() > 0 && b.rank() > 0, "operands should not be scalars");
    checkInner(in, left, a.extent(a.rank() - 1), right, b.extent(Math.max(b.rank() - 2, 0)));
    Shape batch = Broadcast.of(in, batch(a), batch(b));
    List<Extent> extents = new ArrayList<>(batch.extents());
    if (a.rank() > 1) {
      extents.add(a.extent(a.rank() - 2));
    }
    if (b.rank() > 1) {
      extents.add(b.extent(b.rank() - 1));
    }
    return Shape.of(extents);
  }

  static void checkInner(Inference in, int left, Extent leftInner, int right, Extent rightInner) {
    in.check(
        !leftInner.isFixed() || !rightInner.isFixed() || leftInner.max() == rightInner.max(),
        "inner lengths differ: " + in.shape(left) + " times " + in.shape(right));
  }

  private static Shape batch(Shape shape) {
    return Shape.of(shape.extents().subList(0, Math.max(shape.rank() - 2, 0)));
  }

  /** Rows are lost where axis 0 is the inner one. */
  static boolean isRowwise(Inference in, int left, int right) {
    boolean leftIsInner = in.hasRows(left) && in.shape(left).rank() == 1;
    boolean rightIsInner = in.hasRows(right) && in.shape(right).rank() <= 2;
    int rank = Math.max(in.shape(left).rank(), in.shape(right).rank());
    return !leftIsInner
        && !rightIsInner
        && isOuterBatch(in, left, rank)
        && isOuterBatch(in, right, rank);
  }

  /** Batch axes align at the right: rows of an operand with fewer axes would meet another axis. */
  private static boolean isOuterBatch(Inference in, int operand, int rank) {
    boolean isBatch = in.hasRows(operand) && in.shape(operand).rank() > 2;
    return !isBatch || in.shape(operand).rank() == rank;
  }

  /**
   * True where the rows of the operands from {@code from} on are those of a result of that rank. An
   * operand that has a length of its own there does not stretch to more rows than it has.
   */
  static boolean haveRowsOf(Inference in, int from, int rank) {
    boolean hasRows = IntStream.range(0, in.count()).anyMatch(in::hasRows);
    return IntStream.range(from, in.count())
        .allMatch(operand -> hasRowsOf(in, operand, rank, hasRows));
  }

  private static boolean hasRowsOf(Inference in, int operand, int rank, boolean areRows) {
    if (!in.has(operand)) {
      return true;
    }
    Shape shape = in.shape(operand);
    if (in.hasRows(operand)) {
      return shape.rank() == rank;
    }
    return !areRows || shape.rank() < rank || rank == 0 || isOne(shape.extent(0));
  }

  private static boolean isOne(Extent extent) {
    return extent.isFixed() && extent.max() == 1;
  }
}
