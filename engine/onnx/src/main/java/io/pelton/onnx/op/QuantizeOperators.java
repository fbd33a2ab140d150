package io.pelton.onnx.op;

import io.pelton.engine.graph.QuantizeOp;
import io.pelton.engine.graph.QuantizeOp.Dequantize;
import io.pelton.engine.graph.QuantizeOp.DynamicQuantize;
import io.pelton.engine.graph.QuantizeOp.Quantize;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.DType;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import io.pelton.onnx.proto.ElementTypes;
import java.util.List;

/** From floats to the integers that stand for them, and back. */
final class QuantizeOperators {
  private QuantizeOperators() {}

  static void addTo(OperatorFamily ops) {
    ops.add("QuantizeLinear", 10, node -> quantize(node, 1, DType.U8));
    ops.add("QuantizeLinear", 13, node -> quantize(node, axis(node), DType.U8));
    ops.add("QuantizeLinear", 19, QuantizeOperators::quantizeSaturating);
    ops.add("QuantizeLinear", 21, QuantizeOperators::quantizeBlocks);
    ops.add("QuantizeLinear", 23, QuantizeOperators::quantizePrecisely);
    ops.add("DequantizeLinear", 10, node -> dequantize(node, 1));
    ops.add("DequantizeLinear", 13, node -> dequantize(node, axis(node)));
    ops.add("DequantizeLinear", 21, QuantizeOperators::dequantizeBlocks);
    ops.add("DequantizeLinear", 23, QuantizeOperators::dequantizeToType);
    ops.add("DynamicQuantizeLinear", 11, QuantizeOperators::dynamicQuantize);
  }

  private static int axis(OnnxNode node) {
    return node.attributes().smallInteger("axis", 1);
  }

  /** Only 8-bit floats do not saturate. */
  private static List<ValueId> quantizeSaturating(OnnxNode node) {
    return quantizeSaturating(node, DType.U8);
  }

  private static List<ValueId> quantizeSaturating(OnnxNode node, DType fallback) {
    node.attributes().flag("saturate", true);
    return quantize(node, axis(node), fallback);
  }

  private static List<ValueId> quantizeBlocks(OnnxNode node) {
    refuseBlocks(node);
    return quantizeSaturating(node, named(node, DType.U8));
  }

  private static List<ValueId> quantizePrecisely(OnnxNode node) {
    long precision = node.attributes().integer("precision", 0);
    node.support(precision == 0, "'precision' is not supported");
    return quantizeBlocks(node);
  }

  private static void refuseBlocks(OnnxNode node) {
    node.support(
        node.attributes().integer("block_size", 0) == 0, "scales for blocks are not supported");
  }

  /** The dtype that 'output_dtype' names; 0 is none. */
  private static DType named(OnnxNode node, DType fallback) {
    long code = node.attributes().integer("output_dtype", 0);
    return code == 0
        ? fallback
        : ElementTypes.of(code)
            .orElseThrow(() -> node.invalid("'output_dtype' is no element type: " + code));
  }

  /**
   * @param fallback the output's dtype where there is no zero point, which has it
   */
  private static List<ValueId> quantize(OnnxNode node, int axis, DType fallback) {
    node.expect(2, 3);
    DType from = node.dtype(0);
    DType to = node.has(2) ? node.dtype(2) : fallback;
    node.support(Steps.isSupportedFloat(from), "inputs of " + from + " are not supported");
    node.support(QuantizeOp.QUANTIZED.contains(to), "quantizing to " + to + " is not supported");
    node.support(
        node.dtype(1) == from,
        "a scale of " + node.dtype(1) + " for inputs of " + from + " is not supported");
    return node.apply(new Quantize(axis, to));
  }

  private static List<ValueId> dequantizeBlocks(OnnxNode node) {
    refuseBlocks(node);
    return dequantize(node, axis(node));
  }

  private static List<ValueId> dequantizeToType(OnnxNode node) {
    node.expect(2, 3);
    DType scale = node.dtype(1);
    DType to = named(node, scale);
    node.support(
        to == scale, "'output_dtype' " + to + " for a scale of " + scale + " is not supported");
    return dequantizeBlocks(node);
  }

  private static List<ValueId> dequantize(OnnxNode node, int axis) {
    node.expect(2, 3);
    DType from = node.dtype(0);
    node.support(
        QuantizeOp.QUANTIZED.contains(from) || from == DType.I32,
        "dequantizing from " + from + " is not supported");
    node.support(
        Steps.isSupportedFloat(node.dtype(1)), "a scale of " + node.dtype(1) + " is not supported");
    return node.apply(new Dequantize(axis));
  }

  private static List<ValueId> dynamicQuantize(OnnxNode node) {
    node.expect(1);
    return node.apply(new DynamicQuantize(false));
  }
}
