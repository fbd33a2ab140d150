package io.pelton.engine.graph;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import java.util.ArrayList;
import java.util.List;

/** Matrix products. */
public sealed interface LinalgOp extends Op {
  @Override
  default List<DType> dtypes(Inference in) {
    DType dtype = in.dtype(0);
    in.check(dtype.isNumeric(), "is not defined for " + dtype);
    for (int operand = 1; operand < in.count(); operand++) {
      in.check(
          !in.has(operand) || in.dtype(operand) == dtype,
          "operands should have one dtype but operand 0 is "
              + dtype
              + " and operand "
              + operand
              + " is not");
    }
    return List.of(dtype);
  }

  private static void checkInner(Inference in, Extent left, Extent right) {
    in.check(
        !left.isFixed() || !right.isFixed() || left.max() == right.max(),
        "inner lengths differ: " + in.shape(0) + " times " + in.shape(1));
  }

  /** Batched product with the rules of NumPy's {@code matmul}: [..., M, K] x [..., K, N]. */
  record MatMul() implements LinalgOp {
    @Override
    public OpKind kind() {
      return OpKind.MATMUL;
    }

    @Override
    public List<Shape> shapes(Inference in) {
      Shape a = in.shape(0);
      Shape b = in.shape(1);
      in.check(a.rank() > 0 && b.rank() > 0, "operands should not be scalars");
      checkInner(in, a.extent(a.rank() - 1), b.extent(Math.max(b.rank() - 2, 0)));
      Shape batch = Broadcast.of(in, batch(a), batch(b));
      List<Extent> extents = new ArrayList<>(batch.extents());
      if (a.rank() > 1) {
        extents.add(a.extent(a.rank() - 2));
      }
      if (b.rank() > 1) {
        extents.add(b.extent(b.rank() - 1));
      }
      return List.of(Shape.of(extents));
    }

    private static Shape batch(Shape shape) {
      return Shape.of(shape.extents().subList(0, Math.max(shape.rank() - 2, 0)));
    }

    /** Rows are lost where axis 0 is the inner one. */
    @Override
    public boolean isRowwise(Inference in) {
      boolean leftIsInner = in.hasRows(0) && in.shape(0).rank() == 1;
      boolean rightIsInner = in.hasRows(1) && in.shape(1).rank() <= 2;
      return !leftIsInner && !rightIsInner && isOuterBatch(in, 0) && isOuterBatch(in, 1);
    }

    /**
     * Batch axes align at the right: rows of an operand with fewer axes would meet another axis.
     */
    private static boolean isOuterBatch(Inference in, int operand) {
      int rank = in.shape(operand).rank();
      boolean isBatch = in.hasRows(operand) && rank > 2;
      return !isBatch || rank == Math.max(in.shape(0).rank(), in.shape(1).rank());
    }
  }

  /**
   * {@code alpha * A' * B' + beta * C} of matrices, where ' transposes on request; C broadcasts.
   */
  record Gemm(float alpha, float beta, boolean transposeA, boolean transposeB) implements LinalgOp {
    @Override
    public OpKind kind() {
      return OpKind.GEMM;
    }

    @Override
    public List<Shape> shapes(Inference in) {
      Shape a = in.shape(0);
      Shape b = in.shape(1);
      in.check(
          a.rank() == 2 && b.rank() == 2, "A and B should be matrices but are " + a + ", " + b);
      checkInner(in, a.extent(transposeA ? 0 : 1), b.extent(transposeB ? 1 : 0));
      Shape product = Shape.of(a.extent(transposeA ? 1 : 0), b.extent(transposeB ? 0 : 1));
      if (in.has(2)) {
        checkSummand(in, product, in.shape(2));
      }
      return List.of(product);
    }

    private static void checkSummand(Inference in, Shape product, Shape c) {
      boolean fits = c.rank() <= 2;
      for (int axis = 0; fits && axis < c.rank(); axis++) {
        Extent own = c.extent(axis);
        Extent target = product.extent(axis + 2 - c.rank());
        boolean isOne = own.isFixed() && own.max() == 1;
        fits = isOne || own.sameAs(target) || !own.isFixed() || !target.isFixed();
      }
      in.check(fits, "C " + c + " does not broadcast to " + product);
    }

    @Override
    public boolean isRowwise(Inference in) {
      boolean isSumOfRows = !in.hasRows(2) || in.shape(2).rank() == 2;
      return !in.hasRows(1) && !(in.hasRows(0) && transposeA) && isSumOfRows;
    }
  }
}
