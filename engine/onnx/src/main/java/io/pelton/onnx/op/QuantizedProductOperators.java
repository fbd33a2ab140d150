package io.pelton.onnx.op;

import io.pelton.engine.graph.IntegerProductOp.ConvInteger;
import io.pelton.engine.graph.IntegerProductOp.MatMulInteger;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.QuantizeOp.Quantize;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp.Squeeze;
import io.pelton.engine.graph.Window;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Products of quantized tensors. The operators called QLinear sum integers exactly, multiply the
 * sum in float32 by {@code scale * scale / scaleOfOutput}, and round ties to even.
 */
final class QuantizedProductOperators {
  private QuantizedProductOperators() {}

  static void addTo(OperatorFamily ops) {
    ops.add("MatMulInteger", 10, QuantizedProductOperators::matMulInteger);
    ops.add("ConvInteger", 10, QuantizedProductOperators::convInteger);
    ops.add("QLinearMatMul", 10, QuantizedProductOperators::matMul);
    ops.add("QLinearConv", 10, QuantizedProductOperators::conv);
  }

  private static List<ValueId> matMulInteger(OnnxNode node) {
    node.expect(2, 4);
    return node.apply(new MatMulInteger());
  }

  private static List<ValueId> convInteger(OnnxNode node) {
    node.expect(2, 4);
    return node.apply(convolution(node, 1));
  }

  private static ConvInteger convolution(OnnxNode node, int kernels) {
    Window window = WindowReader.read(node, WindowReader.kernelShape(node, kernels), true);
    return new ConvInteger(window, node.attributes().smallInteger("group", 1));
  }

  /** Operands: a, its scale, its zero point, b, its scale, its zero point, the output's two. */
  private static List<ValueId> matMul(OnnxNode node) {
    node.expect(8);
    ValueId sums = sums(node, new MatMulInteger());
    return List.of(requantized(node, sums, rows(node, scale(node, 1)), scale(node, 4)));
  }

  /** One scale, or one for each of A's rows as the product has them. */
  private static ValueId rows(OnnxNode node, ValueId scale) {
    Steps steps = new Steps(node);
    int rank = node.tensor(scale).shape().rank();
    boolean hasColumns = node.rank(3) > 1;
    if (rank == 1 && node.rank(0) > 1 && hasColumns) {
      return steps.unsqueeze(scale, 1);
    }
    return rank > 1 && !hasColumns
        ? steps.apply(new Squeeze(), scale, node.constant("last", -1))
        : scale;
  }

  /** Operands as of a product of matrices, then optionally the bias, at scale {@code xs * ws}. */
  private static List<ValueId> conv(OnnxNode node) {
    node.expect(8, 9);
    node.check(isSingle(node, 1) && isSingle(node, 2), "scale and zero point of x should be one");
    Steps steps = new Steps(node);
    ConvInteger op = convolution(node, 3);
    long[] spatial = LongStream.rangeClosed(1, op.window().strides().size()).toArray();
    ValueId sums = sums(node, op);
    if (node.has(8)) {
      sums = steps.binary(OpKind.ADD, sums, steps.unsqueeze(node.operand(8), spatial));
    }
    ValueId scale = scale(node, 4);
    boolean isPerChannel = node.tensor(scale).shape().rank() == 1;
    return List.of(
        requantized(
            node, sums, scale(node, 1), isPerChannel ? steps.unsqueeze(scale, spatial) : scale));
  }

  private static ValueId sums(OnnxNode node, Op op) {
    return new Steps(node)
        .apply(op, node.operand(0), node.operand(3), parameter(node, 2), parameter(node, 5));
  }

  private static boolean isSingle(OnnxNode node, int operand) {
    Shape shape = node.shape(operand);
    return shape.isFixed() && Layout.elements(shape.dims()) == 1;
  }

  /** A scale or zero point, without axes where it is one. */
  private static ValueId parameter(OnnxNode node, int operand) {
    boolean hasAxes = node.rank(operand) > 0;
    return isSingle(node, operand) && hasAxes
        ? new Steps(node).apply(new Squeeze(), node.operand(operand))
        : node.operand(operand);
  }

  private static ValueId scale(OnnxNode node, int operand) {
    return new Steps(node).wide(parameter(node, operand));
  }

  private static ValueId requantized(
      OnnxNode node, ValueId sums, ValueId leftScale, ValueId rightScale) {
    node.check(isSingle(node, 6) && isSingle(node, 7), "scale and zero point of y should be one");
    DType to = node.dtype(7);
    Steps steps = new Steps(node);
    ValueId product = steps.binary(OpKind.MUL, leftScale, rightScale);
    ValueId factor = steps.binary(OpKind.DIV, product, scale(node, 6));
    ValueId scaled = steps.binary(OpKind.MUL, steps.cast(sums, DType.F32), factor);
    ValueId one = node.constant("one", Tensor.scalar(DType.F32, 1));
    return steps.apply(new Quantize(0, to), scaled, one, parameter(node, 7));
  }
}
