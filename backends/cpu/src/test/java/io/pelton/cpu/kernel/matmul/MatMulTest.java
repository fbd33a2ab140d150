package io.pelton.cpu.kernel.matmul;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.Numbers;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.engine.graph.ElementwiseOp.Binary;
import io.pelton.engine.graph.LinalgOp.Gemm;
import io.pelton.engine.graph.LinalgOp.MatMul;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Tensor;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MatMulTest {
  private static final int SEEDS = 20;

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16", "I64", "I32", "U64", "U32"})
  void matMulFollowsTheRulesOfNumPy(DType dtype) {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      Random random = tensors.random();
      int inner = 1 + random.nextInt(9);
      long[] batch = tensors.dims(2, 3);
      Tensor a = operand(tensors, dtype, batch, 1 + random.nextInt(4), inner, 0);
      Tensor b = operand(tensors, dtype, batch, inner, 1 + random.nextInt(4), 1);
      Tensor product = Cpu.evaluate(new MatMul(), a, b);
      Object[] found = Cpu.elements(product);
      Object[] expected = twin(dtype, a, b);
      assertThat(found).as("%s x %s, seed %d", a.layout(), b.layout(), seed).isEqualTo(expected);
    }
  }

  /** Sometimes only the inner vector. */
  private static Tensor operand(
      RandomTensors tensors, DType dtype, long[] batch, int rows, int columns, int outerAxis) {
    if (tensors.random().nextInt(4) == 0) {
      return tensors.next(dtype, outerAxis == 0 ? columns : rows);
    }
    return tensors.next(dtype, MatrixViews.append(tensors.broadcastable(batch), rows, columns));
  }

  private static Object[] twin(DType dtype, Tensor a, Tensor b) {
    long[] left = a.dims().length == 1 ? new long[] {1, a.dims()[0]} : a.dims();
    long[] right = b.dims().length == 1 ? new long[] {b.dims()[0], 1} : b.dims();
    Tensor asMatrix =
        b.dims().length == 1
            ? new Tensor(
                b.storage(),
                Layout.of(right, new long[] {b.layout().stride(0), 0}, b.layout().offset()))
            : b;
    long[] batch =
        Cpu.broadcastDims(
            Arrays.copyOf(left, left.length - 2), Arrays.copyOf(right, right.length - 2));
    int rows = (int) left[left.length - 2];
    int inner = (int) left[left.length - 1];
    int columns = (int) right[right.length - 1];
    Object[] x = Cpu.elements(Cpu.broadcast(a, MatrixViews.append(batch, rows, inner)));
    Object[] y = Cpu.elements(Cpu.broadcast(asMatrix, MatrixViews.append(batch, inner, columns)));
    Object[] product = new Object[Cpu.count(batch) * rows * columns];
    for (int i = 0; i < product.length; i++) {
      int row = i / columns;
      int matrix = row / rows * inner * columns + i % columns;
      product[i] = dot(dtype, x, row * inner, y, matrix, inner, columns);
    }
    return product;
  }

  private static Object dot(
      DType dtype, Object[] x, int at, Object[] y, int start, int inner, int step) {
    double doubles = 0;
    float floats = 0;
    BigInteger exact = BigInteger.ZERO;
    for (int k = 0; k < inner; k++) {
      Object left = x[at + k];
      Object right = y[start + k * step];
      if (left instanceof Double a && right instanceof Double b) {
        doubles = Math.fma(a, b, doubles);
        floats = Math.fma(a.floatValue(), b.floatValue(), floats);
      } else {
        exact =
            exact.add(
                Numbers.exact(dtype, (Long) left).multiply(Numbers.exact(dtype, (Long) right)));
      }
    }
    return dtype.isFloat()
        ? (Object) Numbers.round(dtype, dtype == DType.F64 ? doubles : floats)
        : (Object) Numbers.wrap(dtype, exact);
  }

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16", "I64", "I32", "U64", "U32"})
  void gemmScalesTransposesAndAdds(DType dtype) {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      Random random = tensors.random();
      int rows = 1 + random.nextInt(4);
      int inner = 1 + random.nextInt(9);
      int columns = 1 + random.nextInt(4);
      boolean turnA = random.nextBoolean();
      boolean turnB = random.nextBoolean();
      boolean isPlain = random.nextBoolean() || dtype.isInteger();
      float alpha = isPlain ? 1 : 0.75f;
      float beta = isPlain ? 1 : 1.5f;
      Tensor a = turnA ? tensors.next(dtype, inner, rows) : tensors.next(dtype, rows, inner);
      Tensor b = turnB ? tensors.next(dtype, columns, inner) : tensors.next(dtype, inner, columns);
      Tensor c =
          random.nextInt(3) == 0 ? null : tensors.next(dtype, tensors.broadcastable(rows, columns));
      Object[] found = Cpu.elements(Cpu.evaluate(new Gemm(alpha, beta, turnA, turnB), a, b, c));
      Object[] sums = Cpu.elements(unrounded(dtype, turned(a, turnA), turned(b, turnB)));
      Object[] addends = c == null ? null : Cpu.elements(Cpu.broadcast(c, rows, columns));
      for (int i = 0; i < found.length; i++) {
        assertThat(found[i])
            .as("element %d, seed %d", i, seed)
            .isEqualTo(scaled(dtype, sums[i], addends == null ? null : addends[i], alpha, beta));
      }
    }
  }

  /** The product before it is rounded to a half-precision float. */
  private static Tensor unrounded(DType dtype, Tensor a, Tensor b) {
    long rows = a.dims()[0];
    long columns = b.dims()[1];
    if (!dtype.isFloat() || dtype == DType.F64) {
      return Cpu.evaluate(new MatMul(), a, b);
    }
    return Cpu.evaluate(
        new MatMul(),
        Tensor.of(a.toFloats(), rows, a.dims()[1]),
        Tensor.of(b.toFloats(), b.dims()[0], columns));
  }

  private static Tensor turned(Tensor tensor, boolean isTurned) {
    return isTurned ? new Tensor(tensor.storage(), tensor.layout().permute(1, 0)) : tensor;
  }

  private static Object scaled(DType dtype, Object sum, Object addend, float alpha, float beta) {
    if (!(sum instanceof Double product)) {
      BigInteger total = BigInteger.valueOf((Long) sum);
      return Numbers.wrap(
          dtype, addend == null ? total : total.add(BigInteger.valueOf((Long) addend)));
    }
    if (addend == null) {
      return dtype == DType.F64
          ? product * alpha
          : Numbers.round(dtype, product.floatValue() * alpha);
    }
    double c = (Double) addend;
    return dtype == DType.F64
        ? Math.fma(alpha, product, beta * c)
        : Numbers.round(dtype, Math.fma(alpha, product.floatValue(), beta * (float) c));
  }

  /** What makes fusing MatMul and Add into Gemm exact. */
  @Test
  void plainGemmHasTheBitsOfMatMulAndAdd() {
    RandomTensors tensors = new RandomTensors(1);
    Tensor a = tensors.next(DType.F32, 9, 33);
    Tensor b = tensors.next(DType.F32, 33, 7);
    Tensor c = tensors.next(DType.F32, 7);
    Tensor sum = Cpu.evaluate(new Binary(OpKind.ADD), Cpu.evaluate(new MatMul(), a, b), c);
    assertThat(Cpu.elements(Cpu.evaluate(new Gemm(1, 1, false, false), a, b, c)))
        .isEqualTo(Cpu.elements(sum));
  }

  @Test
  void anUnwantedAddendIsNotRead() {
    Tensor one = Tensor.of(new float[] {2}, 1, 1);
    Tensor nan = Tensor.of(new float[] {Float.NaN}, 1);
    assertThat(Cpu.evaluate(new Gemm(3, 0, false, false), one, one, nan).toFloats())
        .containsExactly(12);
  }

  @Test
  void factorsOfIntegersAreTruncatedOnce() {
    Tensor a = Tensor.of(new int[] {3}, 1, 1);
    Tensor c = Tensor.of(new int[] {-2}, 1);
    assertThat(Cpu.evaluate(new Gemm(0.5f, 1, false, false), a, a, c).toLongs()).containsExactly(2);
    assertThat(Cpu.evaluate(new Gemm(0.5f, 1, false, false), a, a).toLongs()).containsExactly(4);
  }

  @Test
  void emptyOperands() {
    Tensor noInner =
        Cpu.evaluate(new MatMul(), Tensor.of(new float[0], 2, 0), Tensor.of(new float[0], 0, 3));
    assertThat(noInner.toFloats()).containsExactly(0, 0, 0, 0, 0, 0);
    for (long[][] dims : new long[][][] {{{0, 4}, {4, 3}}, {{2, 4}, {4, 0}}, {{0, 2, 4}, {4, 3}}}) {
      Tensor a = Tensor.of(new float[Cpu.count(dims[0])], dims[0]);
      Tensor b = Tensor.of(new float[Cpu.count(dims[1])], dims[1]);
      assertThat(Cpu.count(Cpu.evaluate(new MatMul(), a, b).dims())).isZero();
    }
  }
}
