package io.pelton.cpu.rules;

import io.pelton.engine.graph.Activation;
import io.pelton.engine.graph.ConvOp.Conv;
import io.pelton.engine.graph.ElementwiseOp.Cast;
import io.pelton.engine.graph.IntegerProductOp.MatMulInteger;
import io.pelton.engine.graph.LinalgOp.MatMul;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.QuantizeOp.Dequantize;
import io.pelton.engine.graph.QuantizeOp.DynamicQuantize;
import io.pelton.engine.graph.QuantizeOp.Quantize;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.Window;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import org.junit.jupiter.api.Test;

class QuantizedFusionTest extends RuleFixture {
  private static final double TOLERANCE = 1e-5;

  private final ValueId x = rows("x", 12);

  private ValueId quantized(ValueId value) {
    ValueId zero = constant(Tensor.wrap(DType.U8, new byte[] {(byte) 128}));
    ValueId integers = apply(new Quantize(1, DType.U8), value, scalar(0.03), zero);
    return apply(new Dequantize(1), integers, scalar(0.03), zero);
  }

  private ValueId kernel(int axis, ValueId scale, long... dims) {
    byte[] bytes = new byte[(int) Layout.elements(dims)];
    random.random().nextBytes(bytes);
    return apply(new Dequantize(axis), constant(Tensor.wrap(DType.I8, bytes, dims)), scale);
  }

  private ValueId perChannel() {
    return constant(Tensor.of(new float[] {0.01f, 0.02f, 0.005f, 0.01f}, 4));
  }

  @Test
  void matMulBiasActivation() {
    ValueId product = apply(new MatMul(), quantized(x), kernel(1, perChannel(), 12, 4));
    ValueId y = unary(OpKind.RELU, add(product, weights(4)));
    optimize(y)
        .applied("quantized-matmul", 1)
        .applied("quantized-dense-bias", 1)
        .applied("quantized-dense-activation", 1)
        .leaves(OpKind.QUANTIZE, OpKind.QUANTIZED_DENSE)
        .within(TOLERANCE);
    optimizeExactly(y).sameBits();
  }

  /** As dynamic quantization is exported. */
  private ValueId dynamicProduct(ValueId scale, ValueId zeroOfB) {
    NodeId quantized = graph.add("q", new DynamicQuantize(false), List.of(x));
    byte[] bytes = new byte[12 * 4];
    random.random().nextBytes(bytes);
    ValueId weights = constant(Tensor.wrap(DType.I8, bytes, 12, 4));
    ValueId sums =
        apply(
            new MatMulInteger(),
            new ValueId(quantized, 0),
            weights,
            new ValueId(quantized, 2),
            zeroOfB);
    ValueId scales = mul(new ValueId(quantized, 1), scale);
    return mul(apply(new Cast(DType.F32), sums), scales);
  }

  @Test
  void dynamicallyQuantizedMatMulBiasActivation() {
    ValueId zero = constant(Tensor.wrap(DType.I8, new byte[] {1, 0, -3, 127}, 4));
    ValueId product = dynamicProduct(perChannel(), zero);
    optimize(unary(OpKind.RELU, add(product, weights(4))))
        .applied("scaled-integer-product", 1)
        .applied("quantized-dense-bias", 1)
        .applied("quantized-dense-activation", 1)
        .leaves(OpKind.DYNAMIC_QUANTIZE, OpKind.MUL, OpKind.QUANTIZED_DENSE)
        .sameBits();
  }

  @Test
  void integerProductsScaledExactly() {
    ValueId zero = constant(Tensor.wrap(DType.I8, new byte[] {5}));
    optimizeExactly(dynamicProduct(scalar(0.02), zero))
        .applied("scaled-integer-product", 1)
        .leaves(OpKind.DYNAMIC_QUANTIZE, OpKind.MUL, OpKind.QUANTIZED_DENSE)
        .sameBits();
  }

  @Test
  void integerProductsScaledRowByRowStay() {
    ValueId zero = constant(Tensor.wrap(DType.I8, new byte[] {5}));
    optimize(dynamicProduct(rows("scale", 1), zero))
        .applied("scaled-integer-product", 0)
        .sameBits();
  }

  @Test
  void activationsThatSeveralProductsRead() {
    ValueId shared = quantized(x);
    ValueId one = apply(new MatMul(), shared, kernel(1, perChannel(), 12, 4));
    ValueId other = apply(new MatMul(), shared, kernel(1, scalar(0.02), 12, 3));
    optimize(one, other)
        .applied("quantized-matmul", 2)
        .leaves(OpKind.QUANTIZE, OpKind.QUANTIZED_DENSE, OpKind.QUANTIZED_DENSE)
        .within(TOLERANCE);
  }

  @Test
  void convolutions() {
    ValueId image = quantized(rows("image", 3, 5, 5));
    Conv conv = new Conv(Window.plain(2), 1, Activation.NONE);
    ValueId y = apply(conv, image, kernel(0, perChannel(), 4, 3, 2, 2), weights(4));
    optimize(unary(OpKind.RELU, y))
        .applied("quantized-conv", 1)
        .applied("quantized-conv-activation", 1)
        .leaves(OpKind.QUANTIZE, OpKind.QUANTIZED_CONV)
        .within(TOLERANCE);
  }

  @Test
  void scalesAlongTheInnerAxisStay() {
    ValueId scale = constant(Tensor.of(new float[] {0.01f, 0.02f, 0.005f, 0.01f}, 4));
    ValueId product = apply(new MatMul(), quantized(rows("y", 4)), kernel(0, scale, 4, 4));
    optimize(product).applied("quantized-matmul", 0).sameBits();
  }

  @Test
  void weightsThatAreNotConstantStay() {
    ValueId product =
        apply(new MatMul(), quantized(x), quantized(input("w", DType.F32, shape(12, 4))));
    optimize(product).applied("quantized-matmul", 0).sameBits();
  }

  @Test
  void floatActivationsStayAndWeightsAreFolded() {
    ValueId product = apply(new MatMul(), x, kernel(1, perChannel(), 12, 4));
    optimize(product).applied("quantized-matmul", 0).leaves(OpKind.MATMUL).sameBits();
  }
}
