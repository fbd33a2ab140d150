package io.pelton.cpu.rules;

import io.pelton.engine.graph.ElementwiseOp.Gelu;
import io.pelton.engine.graph.LinalgOp.Gemm;
import io.pelton.engine.graph.LinalgOp.MatMul;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DenseFusionTest extends RuleFixture {
  private final ValueId x = rows("x", 7);

  private ValueId product(ValueId w) {
    return apply(new MatMul(), x, w);
  }

  @ParameterizedTest
  @EnumSource(
      value = OpKind.class,
      names = {"RELU", "SIGMOID", "TANH"})
  void matMulBiasActivation(OpKind activation) {
    ValueId y = unary(activation, add(weights(3), product(weights(7, 3))));
    optimize(y)
        .applied("dense-bias", 1)
        .applied("dense-activation", 1)
        .leaves(OpKind.DENSE)
        .sameBits();
  }

  @Test
  void matMulBiasGelu() {
    ValueId dense = add(product(weights(7, 3)), weights(3));
    for (Gelu.Approximation approximation : Gelu.Approximation.values()) {
      optimize(apply(new Gelu(approximation), dense))
          .applied("dense-activation", 1)
          .leaves(OpKind.DENSE)
          .sameBits();
    }
  }

  @Test
  void matMulActivation() {
    optimize(unary(OpKind.RELU, product(weights(7, 3))))
        .applied("matmul-activation", 1)
        .leaves(OpKind.DENSE)
        .sameBits();
  }

  @Test
  void gemmActivation() {
    ValueId gemm = apply(new Gemm(1, 1, false, true), x, weights(3, 7), weights(3));
    optimize(unary(OpKind.TANH, gemm))
        .applied("gemm-activation", 1)
        .leaves(OpKind.DENSE)
        .sameBits();
  }

  /** A Gemm rounds to half precision once, a Dense before its bias, too. */
  @Test
  void aGemmOfHalfPrecisionWithBiasStays() {
    ValueId halves = rows("halves", DType.F16, 7);
    ValueId weights = constant(random.packed(DType.F16, 7, 3));
    ValueId bias = constant(random.packed(DType.F16, 3));
    ValueId biased = apply(new Gemm(1, 1, false, false), halves, weights, bias);
    ValueId plain = apply(new Gemm(1, 1, false, false), halves, weights);
    optimize(unary(OpKind.TANH, biased), unary(OpKind.TANH, plain))
        .applied("gemm-activation", 1)
        .sameBits();
  }

  @Test
  void aScaledGemmStays() {
    ValueId gemm = apply(new Gemm(2, 1, false, false), x, weights(7, 3), weights(3));
    optimize(unary(OpKind.RELU, gemm)).leaves(OpKind.GEMM, OpKind.RELU).sameBits();
  }

  @Test
  void residual() {
    ValueId dense = add(product(weights(7, 7)), weights(7));
    optimize(add(x, dense)).applied("dense-residual", 1).leaves(OpKind.DENSE).sameBits();
  }

  @Test
  void aProductThatIsReadElsewhereStays() {
    ValueId product = product(weights(7, 3));
    ValueId other = reduce(OpKind.REDUCE_SUM, product, 1);
    optimize(add(product, weights(3)), other)
        .applied("dense-bias", 0)
        .leaves(OpKind.MATMUL, OpKind.ADD, OpKind.REDUCE_SUM)
        .sameBits();
  }

  @Test
  void aProductThatIsATargetStays() {
    ValueId product = product(weights(7, 3));
    optimize(add(product, weights(3)), product).applied("dense-bias", 0).sameBits();
  }

  @Test
  void weightsThatAreNotConstantStay() {
    ValueId product = product(input("w", DType.F32, shape(7, 3)));
    optimize(unary(OpKind.RELU, add(product, weights(3)))).applied("dense-bias", 0).sameBits();
  }

  @Test
  void aBiasThatWidensTheProductStays() {
    ValueId wide = add(product(weights(7, 1)), weights(4));
    optimize(wide).applied("dense-bias", 0).leaves(OpKind.MATMUL, OpKind.ADD).sameBits();
  }

  @Test
  void integersStay() {
    ValueId ids = rows("ids", DType.I64, 4);
    ValueId product = apply(new MatMul(), ids, constant(tensor(4, 4)));
    optimize(add(product, longs(1, 2, 3, 4))).applied("dense-bias", 0).sameBits();
  }

  private static Tensor tensor(int rows, int columns) {
    long[] values = new long[rows * columns];
    Arrays.setAll(values, i -> i - 5L);
    return Tensor.of(values, rows, columns);
  }
}
