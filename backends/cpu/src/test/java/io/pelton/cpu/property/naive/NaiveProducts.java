package io.pelton.cpu.property.naive;

import io.pelton.engine.graph.LinalgOp;
import io.pelton.engine.tensor.DType;
import java.util.Arrays;
import java.util.List;

/** MatMul and Gemm: one fused multiply-add a step over k, in order. */
final class NaiveProducts {
  private NaiveProducts() {}

  static Grid apply(LinalgOp op, List<Grid> in) {
    if (op instanceof LinalgOp.MatMul) {
      return matMul(in.get(0), in.get(1));
    }
    if (op instanceof LinalgOp.Gemm gemm) {
      return gemm(gemm, in.get(0), in.get(1), in.size() > 2 ? in.get(2) : null);
    }
    throw new IllegalArgumentException(op + " is not among the ops that are known here");
  }

  private static Grid matMul(Grid a, Grid b) {
    Rejected.unless(a.rank() > 0 && b.rank() > 0, "a scalar is no matrix");
    Grid left = a.rank() == 1 ? a.moved(new int[] {1, a.dim(0)}, i -> i) : a;
    Grid right = b.rank() == 1 ? b.moved(new int[] {b.dim(0), 1}, i -> i) : b;
    int[] batch =
        Index.broadcast(
            Arrays.copyOf(left.dims(), left.rank() - 2),
            Arrays.copyOf(right.dims(), right.rank() - 2));
    int rows = left.dim(left.rank() - 2);
    int inner = left.dim(left.rank() - 1);
    int columns = right.dim(right.rank() - 1);
    Rejected.unless(inner == right.dim(right.rank() - 2), "inner lengths differ");
    Stretched lefts = new Stretched(left, Index.join(batch, rows, inner));
    Stretched rights = new Stretched(right, Index.join(batch, inner, columns));
    int[] dims =
        Index.join(
            Index.join(batch, a.rank() == 1 ? new int[0] : new int[] {rows}),
            b.rank() == 1 ? new int[0] : new int[] {columns});
    return product(
        a.dtype(),
        dims,
        inner,
        (i, k) -> i / columns * inner + k,
        (i, k) -> (i / columns / rows * inner + k) * columns + i % columns,
        lefts,
        rights);
  }

  /** Where factor {@code k} of an output element is. */
  private interface Factor {
    int at(int output, int k);
  }

  private static Grid product(
      DType dtype, int[] dims, int inner, Factor x, Factor y, Stretched left, Stretched right) {
    if (!dtype.isFloat()) {
      return Grid.ofIntegers(
          dtype,
          dims,
          i -> {
            long sum = 0;
            for (int k = 0; k < inner; k++) {
              sum += left.integer(x.at(i, k)) * right.integer(y.at(i, k));
            }
            return sum;
          });
    }
    return Grid.ofReals(
        dtype,
        dims,
        i -> {
          double wide = 0;
          float narrow = 0;
          for (int k = 0; k < inner; k++) {
            double a = left.real(x.at(i, k));
            double b = right.real(y.at(i, k));
            wide = Math.fma(a, b, wide);
            narrow = Math.fma((float) a, (float) b, narrow);
          }
          return dtype == DType.F64 ? wide : narrow;
        });
  }

  private static Grid gemm(LinalgOp.Gemm op, Grid a, Grid b, Grid c) {
    Rejected.unless(a.rank() == 2 && b.rank() == 2, "no matrices");
    Grid left = op.transposeA() ? transposed(a) : a;
    Grid right = op.transposeB() ? transposed(b) : b;
    DType dtype = a.dtype();
    if (!dtype.isFloat()) {
      return integerGemm(op, matMul(left, right), c);
    }
    // below 32 bits, the product is not rounded before it is scaled
    boolean isWide = dtype == DType.F64;
    Grid product = isWide ? matMul(left, right) : matMul(singles(left), singles(right));
    if (c == null || op.beta() == 0) {
      return Grid.ofReals(
          dtype,
          product.dims(),
          i -> isWide ? product.real(i) * op.alpha() : (float) product.real(i) * op.alpha());
    }
    checkAddend(product, c);
    Stretched addend = new Stretched(c, product.dims());
    return Grid.ofReals(
        dtype,
        product.dims(),
        i ->
            isWide
                ? Math.fma((double) op.alpha(), product.real(i), op.beta() * addend.real(i))
                : Math.fma(
                    op.alpha(), (float) product.real(i), op.beta() * (float) addend.real(i)));
  }

  private static Grid singles(Grid grid) {
    return NaiveCasts.apply(grid, DType.F32);
  }

  private static void checkAddend(Grid product, Grid c) {
    int[] dims = Index.broadcast(product.dims(), c.dims());
    Rejected.unless(Arrays.equals(dims, product.dims()), "C is larger than the product");
  }

  private static Grid integerGemm(LinalgOp.Gemm op, Grid product, Grid c) {
    Rejected.unless(op.alpha() == 1 && op.beta() == 1, "factors of integers are rounded");
    if (c == null) {
      return product;
    }
    checkAddend(product, c);
    Stretched addend = new Stretched(c, product.dims());
    return Grid.ofIntegers(
        product.dtype(), product.dims(), i -> product.integer(i) + addend.integer(i));
  }

  private static Grid transposed(Grid x) {
    int rows = x.dim(0);
    int columns = x.dim(1);
    return x.moved(new int[] {columns, rows}, i -> i % rows * columns + i / rows);
  }
}
