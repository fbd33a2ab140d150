package io.pelton.onnx.oracle.operator;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestAttributes.text;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.TensorProtos;
import io.pelton.onnx.oracle.Draw;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** From floats to small integers, back, and products of these. */
final class QuantizeDraws {
  private static final Set<DType> BYTES = EnumSet.of(DType.I8, DType.U8);

  private QuantizeDraws() {}

  static void addTo(OperatorDraws draws) {
    draws.add(
        "QuantizeLinear",
        EnumSet.of(DType.F32, DType.F16, DType.BF16, DType.I32),
        QuantizeDraws::quantize);
    draws.add(
        "DequantizeLinear",
        EnumSet.of(DType.I8, DType.U8, DType.I16, DType.U16, DType.I32),
        QuantizeDraws::dequantize);
    draws.add("DynamicQuantizeLinear", EnumSet.of(DType.F32), QuantizeDraws::dynamic);
    draws.add("MatMulInteger", BYTES, QuantizeDraws::matMulInteger);
    draws.add("ConvInteger", BYTES, QuantizeDraws::convInteger);
    draws.add("QLinearMatMul", BYTES, QuantizeDraws::matMul);
    draws.add("QLinearConv", BYTES, QuantizeDraws::conv);
  }

  /** One scale, or one for each element along an axis; the shape of both parameters. */
  private static long[] parameters(NodeCase node, long... dims) {
    boolean canHaveAxis = node.since(13) && dims.length > 0;
    if (!canHaveAxis || node.draw().chance(0.5)) {
      return node.draw().chance(0.7) ? new long[0] : new long[] {1};
    }
    boolean isDefault = dims.length > 1 && node.draw().chance(0.3);
    int axis = isDefault ? 1 : node.values().axis(dims.length);
    if (!isDefault) {
      node.attribute(integer("axis", axis));
    }
    return new long[] {dims[axis < 0 ? axis + dims.length : axis]};
  }

  /** Powers of 2: halves that round to even are likely, and nothing depends on how one divides. */
  private static Tensor scales(NodeCase node, DType dtype, long... dims) {
    Draw draw = node.draw();
    return dtype.isFloat()
        ? Values.floats(dtype, () -> draw.one(0.25, 0.5, 1.0, 0.125, 2.0), dims)
        : node.values().between(dtype, 1, 4, dims);
  }

  private static Tensor zeroPoints(NodeCase node, DType dtype, long... dims) {
    return node.values().between(dtype, 0, 9, dims);
  }

  private static void quantize(NodeCase node) {
    Values values = node.values();
    DType from = node.dtype();
    long[] dims = values.shape(0, 4);
    long[] parameters = parameters(node, dims);
    DType scale = from == DType.I32 && !node.since(19) ? DType.F32 : from;
    if (node.since(23) && node.draw().chance(0.3)) {
      scale = node.draw().one(DType.F32, DType.F16, DType.BF16);
    }
    boolean isWhole = from == DType.F16 && node.draw().chance(0.7);
    if (from == DType.F16 && !isWhole) {
      node.beyondPeer("It cuts fractions of float16 off instead of rounding.");
    }
    double step = isWhole ? 2 : 0.125;
    Tensor x =
        from.isFloat()
            ? Values.floats(from, () -> step * node.draw().between(-200, 200), dims)
            : values.between(from, -300, 300, dims);
    node.input(x).operand(scales(node, scale, parameters));
    List<DType> types =
        node.since(21)
            ? List.of(DType.I8, DType.U8, DType.I16, DType.U16)
            : List.of(DType.I8, DType.U8);
    if (node.draw().chance(0.7)) {
      node.operand(zeroPoints(node, node.draw().one(types), parameters));
    } else if (node.since(21) && node.draw().chance(0.5)) {
      node.attribute(integer("output_dtype", TensorProtos.code(node.draw().one(types))));
    }
    if (node.since(19) && node.draw().chance(0.2)) {
      node.attribute(integer("saturate", 1));
    }
    if (node.since(21) && node.draw().chance(0.2)) {
      node.attribute(integer("block_size", 0));
    }
  }

  private static void dequantize(NodeCase node) {
    Values values = node.values();
    DType from = node.dtype();
    long[] dims = values.shape(0, 4);
    long[] parameters = parameters(node, dims);
    DType scale = node.since(19) ? node.draw().one(DType.F32, DType.F16, DType.BF16) : DType.F32;
    node.input(values.odd(from, dims)).operand(scales(node, scale, parameters));
    if (node.draw().chance(0.6)) {
      Tensor zeros = Tensor.allocate(from, parameters);
      node.operand(from == DType.I32 ? zeros : zeroPoints(node, from, parameters));
    }
    if (node.since(23) && node.draw().chance(0.4)) {
      DType to = node.draw().one(scale, DType.F32, DType.F16, DType.BF16);
      node.attribute(integer("output_dtype", TensorProtos.code(to)));
    }
    node.tolerance(Tolerance.of(DType.BF16)); // which outputs may be
  }

  private static void dynamic(NodeCase node) {
    Values values = node.values();
    long[] dims = values.lengths(node.draw().between(0, 4));
    node.input(values.plain(node.dtype(), dims)).outputs(3);
  }

  private static DType byteType(NodeCase node) {
    return node.draw().one(DType.I8, DType.U8);
  }

  private static void matMulInteger(NodeCase node) {
    long[][] shapes = ProductDraws.factors(node);
    if (shapes[0][shapes[0].length - 1] == 0) {
      node.beyondPeer("It leaves unwritten what sums nothing.");
    }
    DType right = byteType(node);
    node.input(node.values().odd(node.dtype(), shapes[0]));
    node.operand(node.values().odd(right, shapes[1]));
    optionalZeroPoints(node, right, node.draw().chance(0.6) ? new long[0] : new long[] {1});
  }

  /** Both, the second, the first or none. */
  private static void optionalZeroPoints(NodeCase node, DType weights, long... shape) {
    boolean hasFirst = node.draw().chance(0.6);
    if (hasFirst) {
      node.operand(zeroPoints(node, node.dtype()));
    }
    if (node.draw().chance(0.6)) {
      if (!hasFirst) {
        node.absent();
      }
      node.operand(zeroPoints(node, weights, shape));
    }
  }

  /** Shapes of x and of the kernels; the attributes go to the node. */
  private static long[][] convolution(NodeCase node) {
    Draw draw = node.draw();
    int axes = draw.between(1, 2);
    long groups = draw.between(1, 2);
    long[] x = new long[axes + 2];
    long[] kernels = new long[axes + 2];
    x[0] = draw.between(1, 2);
    kernels[1] = draw.between(1, 2);
    x[1] = groups * kernels[1];
    kernels[0] = groups * draw.between(1, 2);
    for (int axis = 0; axis < axes; axis++) {
      kernels[axis + 2] = draw.between(1, 3);
      x[axis + 2] = draw.between(5, 8);
    }
    if (groups > 1 || draw.chance(0.3)) {
      node.attribute(integer("group", groups));
    }
    if (draw.chance(0.4)) {
      node.attribute(integers("strides", filled(axes, draw.between(1, 2))));
    }
    if (draw.chance(0.3)) {
      node.attribute(integers("dilations", filled(axes, draw.between(1, 2))));
    }
    if (draw.chance(0.4)) {
      node.attribute(integers("pads", filled(2 * axes, draw.between(0, 2))));
    } else if (draw.chance(0.3)) {
      node.attribute(text("auto_pad", draw.one("SAME_UPPER", "SAME_LOWER", "VALID")));
    }
    if (draw.chance(0.4)) {
      node.attribute(integers("kernel_shape", Arrays.copyOfRange(kernels, 2, axes + 2)));
    }
    return new long[][] {x, kernels};
  }

  private static long[] filled(int count, long value) {
    long[] values = new long[count];
    Arrays.fill(values, value);
    return values;
  }

  private static void convInteger(NodeCase node) {
    long[][] shapes = convolution(node);
    DType kernels = byteType(node);
    node.input(node.values().odd(node.dtype(), shapes[0]));
    node.operand(node.values().odd(kernels, shapes[1]));
    optionalZeroPoints(node, kernels);
  }

  private static void matMul(NodeCase node) {
    long[][] shapes = ProductDraws.factors(node);
    if (shapes[0][shapes[0].length - 1] == 0) {
      node.beyondPeer("It leaves unwritten what sums nothing.");
    }
    DType right = byteType(node);
    DType scale = node.since(21) ? node.draw().one(DType.F32, DType.F16, DType.BF16) : DType.F32;
    long columns = shapes[1][shapes[1].length - 1];
    boolean isPerColumn = shapes[1].length == 2 && node.draw().chance(0.3);
    boolean isPerRow = shapes[0].length == 2 && shapes[1].length == 2 && node.draw().chance(0.15);
    if (isPerRow) {
      node.beyondPeer("It knows only one scale of A.");
    }
    long[] rows = isPerRow ? new long[] {shapes[0][0]} : new long[0];
    node.input(node.values().odd(node.dtype(), shapes[0]));
    node.operand(scales(node, scale, rows)).operand(zeroPoints(node, node.dtype(), rows));
    node.operand(node.values().odd(right, shapes[1]));
    long[] parameters = isPerColumn ? new long[] {columns} : new long[0];
    node.operand(scales(node, scale, parameters)).operand(zeroPoints(node, right, parameters));
    node.operand(scales(node, scale)).operand(zeroPoints(node, byteType(node)));
  }

  private static void conv(NodeCase node) {
    long[][] shapes = convolution(node);
    DType kernels = byteType(node);
    node.input(node.values().odd(node.dtype(), shapes[0]));
    node.operand(scales(node, DType.F32)).operand(zeroPoints(node, node.dtype()));
    node.operand(node.values().odd(kernels, shapes[1]));
    boolean isPerChannel = node.draw().chance(0.4);
    long[] parameters = isPerChannel ? new long[] {shapes[1][0]} : new long[0];
    node.operand(scales(node, DType.F32, parameters));
    node.operand(zeroPoints(node, kernels, parameters));
    node.operand(scales(node, DType.F32)).operand(zeroPoints(node, byteType(node)));
    if (node.draw().chance(0.5)) {
      node.operand(node.values().between(DType.I32, -500, 500, shapes[1][0]));
    }
  }
}
