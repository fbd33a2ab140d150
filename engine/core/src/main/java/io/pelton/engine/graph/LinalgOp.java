package io.pelton.engine.graph;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
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

  /** Batched product with the rules of NumPy's {@code matmul}: [..., M, K] x [..., K, N]. */
  record MatMul() implements LinalgOp {
    @Override
    public OpKind kind() {
      return OpKind.MATMUL;
    }

    @Override
    public List<Shape> shapes(Inference in) {
      return List.of(ProductRule.shape(in, 0, 1));
    }

    @Override
    public boolean isRowwise(Inference in) {
      return ProductRule.isRowwise(in, 0, 1);
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
      ProductRule.checkInner(in, 0, a.extent(transposeA ? 0 : 1), 1, b.extent(transposeB ? 1 : 0));
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
      return !in.hasRows(1) && !(in.hasRows(0) && transposeA) && ProductRule.haveRowsOf(in, 2, 2);
    }
  }

  /**
   * {@code activation(A * B + bias) + residual}: operands A and B as of {@link MatMul}, then
   * optionally the bias and the residual, which broadcast to the product. Floats only; every step
   * is rounded to the operands' dtype, as if the steps were nodes of their own.
   */
  record Dense(Activation activation) implements LinalgOp, Decomposable {
    private static final int BIAS = 2;
    private static final int RESIDUAL = 3;

    @Override
    public OpKind kind() {
      return OpKind.DENSE;
    }

    @Override
    public String label() {
      return activation.appendTo(kind().label());
    }

    @Override
    public List<DType> dtypes(Inference in) {
      in.check(in.dtype(0).isFloat(), "is not defined for " + in.dtype(0));
      return LinalgOp.super.dtypes(in);
    }

    @Override
    public List<Shape> shapes(Inference in) {
      Shape product = ProductRule.shape(in, 0, 1);
      for (int operand = BIAS; operand < in.count(); operand++) {
        if (in.has(operand)) {
          Broadcast.checkInto(in, in.shape(operand), product);
        }
      }
      return List.of(product);
    }

    @Override
    public boolean isRowwise(Inference in) {
      return ProductRule.isRowwise(in, 0, 1)
          && ProductRule.haveRowsOf(in, BIAS, shapes(in).get(0).rank());
    }

    @Override
    public List<ValueId> decompose(Graph graph, String name, List<ValueId> operands) {
      ValueId value = graph.apply(name, new MatMul(), operands.get(0), operands.get(1));
      value = plus(graph, name, value, operands, BIAS);
      value = activation.apply(graph, name, value);
      return List.of(plus(graph, name, value, operands, RESIDUAL));
    }

    private static ValueId plus(
        Graph graph, String name, ValueId value, List<ValueId> operands, int operand) {
      boolean isGiven = operand < operands.size() && !operands.get(operand).isAbsent();
      return isGiven
          ? graph.apply(name, new ElementwiseOp.Binary(OpKind.ADD), value, operands.get(operand))
          : value;
    }
  }

  /**
   * Determinants of square matrices [..., N, N], floats only, by elimination in float64 with the
   * largest element of a column as its pivot; that of an empty matrix is 1. Output: [...].
   */
  record Det() implements LinalgOp {
    @Override
    public OpKind kind() {
      return OpKind.DET;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      in.check(in.dtype(0).isFloat(), "is not defined for " + in.dtype(0));
      return LinalgOp.super.dtypes(in);
    }

    @Override
    public List<Shape> shapes(Inference in) {
      Shape x = in.shape(0);
      int batch = x.rank() - 2;
      in.check(batch >= 0, "x should be a matrix or several but is " + x);
      Extent rows = x.extent(batch);
      Extent columns = x.extent(batch + 1);
      in.check(
          !rows.isFixed() || !columns.isFixed() || rows.max() == columns.max(),
          "matrices should be square but are " + x);
      return List.of(Shape.of(x.extents().subList(0, batch)));
    }

    @Override
    public boolean isRowwise(Inference in) {
      return in.shape(0).rank() > 2;
    }
  }
}
