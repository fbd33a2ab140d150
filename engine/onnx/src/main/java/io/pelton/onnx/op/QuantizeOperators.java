package io.pelton.onnx.op;

import io.pelton.engine.graph.QuantizeOp;
import io.pelton.engine.graph.QuantizeOp.Dequantize;
import io.pelton.engine.graph.QuantizeOp.DynamicQuantize;
import io.pelton.engine.graph.QuantizeOp.Quantize;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.DType;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import io.pelton.onnx.proto.ElementTypes;
import java.util.ArrayList;
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
    long code = node.attributes().integer("precision", 0);
    refuseBlocks(node);
    node.attributes().flag("saturate", true);
    DType fallback = named(node, DType.U8);
    if (code == 0) {
      return quantize(node, axis(node), fallback);
    }
    DType precision =
        ElementTypes.of(code)
            .filter(Steps::isSupportedFloat)
            .orElseThrow(() -> node.unsupported("'precision' " + code + " is not supported"));
    return quantize(node, axis(node), fallback, precision);
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

  /** The scale's type says how precisely is divided; integers are exact in float64. */
  private static List<ValueId> quantize(OnnxNode node, int axis, DType fallback) {
    node.expect(2, 3);
    DType scale = node.dtype(1);
    return quantize(node, axis, fallback, scale == DType.I32 ? DType.F64 : scale);
  }

  /**
   * @param fallback the output's dtype where there is no zero point, which has it
   * @param precision in which is divided
   */
  private static List<ValueId> quantize(OnnxNode node, int axis, DType fallback, DType precision) {
    node.expect(2, 3);
    DType to = node.has(2) ? node.dtype(2) : fallback;
    node.support(QuantizeOp.QUANTIZED.contains(to), "quantizing to " + to + " is not supported");
    Steps steps = new Steps(node);
    List<ValueId> operands = new ArrayList<>();
    for (int operand = 0; operand < 2; operand++) {
      DType dtype = node.dtype(operand);
      node.support(
          Steps.isSupportedFloat(dtype) || dtype == DType.I32,
          "inputs of " + dtype + " are not supported");
      operands.add(steps.cast(node.operand(operand), precision));
    }
    if (node.has(2)) {
      operands.add(node.operand(2));
    }
    return node.apply(new Quantize(axis, to), operands);
  }

  private static List<ValueId> dequantizeBlocks(OnnxNode node) {
    refuseBlocks(node);
    return dequantize(node, axis(node));
  }

  /** Where the result's type is not the scale's, it is computed in float32 and rounded once. */
  private static List<ValueId> dequantizeToType(OnnxNode node) {
    node.expect(2, 3);
    DType scale = node.dtype(1);
    DType to = named(node, scale);
    refuseBlocks(node);
    node.support(
        Steps.isSupportedFloat(to) && Steps.isSupportedFloat(scale),
        "'output_dtype' " + to + " for a scale of " + scale + " is not supported");
    if (to == scale) {
      return dequantize(node, axis(node));
    }
    Steps steps = new Steps(node);
    List<ValueId> operands =
        new ArrayList<>(List.of(node.operand(0), steps.cast(node.operand(1), DType.F32)));
    if (node.has(2)) {
      operands.add(node.operand(2));
    }
    checkQuantized(node);
    return List.of(steps.cast(node.apply(new Dequantize(axis(node)), operands).get(0), to));
  }

  private static List<ValueId> dequantize(OnnxNode node, int axis) {
    node.expect(2, 3);
    checkQuantized(node);
    node.support(
        Steps.isSupportedFloat(node.dtype(1)), "a scale of " + node.dtype(1) + " is not supported");
    return node.apply(new Dequantize(axis));
  }

  private static void checkQuantized(OnnxNode node) {
    DType from = node.dtype(0);
    node.support(
        QuantizeOp.QUANTIZED.contains(from) || from == DType.I32,
        "dequantizing from " + from + " is not supported");
  }

  private static List<ValueId> dynamicQuantize(OnnxNode node) {
    node.expect(1);
    return node.apply(new DynamicQuantize(false));
  }
}
