package io.pelton.onnx.oracle.operator;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestAttributes.number;
import static io.pelton.onnx.TestAttributes.numbers;
import static io.pelton.onnx.TestAttributes.tensor;
import static io.pelton.onnx.TestAttributes.text;
import static io.pelton.onnx.TestAttributes.texts;
import static io.pelton.onnx.oracle.operator.OperatorDraws.ALL;
import static io.pelton.onnx.oracle.operator.OperatorDraws.FLOATS;
import static io.pelton.onnx.oracle.operator.OperatorDraws.NUMBERS;
import static io.pelton.onnx.oracle.operator.OperatorDraws.union;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.AttributeProto.AttributeType;
import ai.onnx.proto.OnnxMl.SparseTensorProto;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.TensorProtos;
import io.pelton.onnx.oracle.Draw;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/** Operators whose elements come from attributes, lengths and a few numbers. */
final class SourceDraws {
  private static final Set<DType> NO_TEXTS = union(NUMBERS, EnumSet.of(DType.BOOL));

  private SourceDraws() {}

  static void addTo(OperatorDraws draws) {
    draws.add("Constant", ALL, SourceDraws::constant);
    draws.add("ConstantOfShape", NO_TEXTS, SourceDraws::constantOfShape);
    draws.add("EyeLike", NO_TEXTS, SourceDraws::eye);
    draws.add(
        "Range", union(FLOATS, EnumSet.of(DType.I64, DType.I32, DType.I16)), SourceDraws::range);
  }

  private static void constant(NodeCase node) {
    Values values = node.values();
    if (node.since(12) && node.draw().chance(0.4) && list(node)) {
      return;
    }
    if (node.since(11) && node.dtype() != DType.STRING && node.draw().chance(0.2)) {
      node.attribute(sparse(node, values.lengths(node.draw().between(1, 3))));
      return;
    }
    Tensor value = values.odd(node.dtype(), values.shape(0, 3));
    node.attribute(tensor("value", TensorProtos.of("v", value)));
  }

  /** One of the attributes for a number or a list; false where the dtype has none. */
  private static boolean list(NodeCase node) {
    Draw draw = node.draw();
    int count = draw.between(1, 4);
    switch (node.dtype()) {
      case F32 ->
          node.attribute(
              draw.chance(0.5)
                  ? number("value_float", draw.normal())
                  : numbers("value_floats", draw.normals(count)));
      case I64 -> {
        long[] numbers = new long[count];
        Arrays.setAll(numbers, i -> draw.between(-9, 9));
        node.attribute(
            draw.chance(0.5)
                ? integer("value_int", draw.between(-9, 9))
                : integers("value_ints", numbers));
      }
      case STRING -> {
        String[] words = node.values().texts(count).toStrings();
        node.attribute(
            draw.chance(0.5) ? text("value_string", words[0]) : texts("value_strings", words));
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  /** Elements at places in ascending order, as numbers or as one index for each axis. */
  private static AttributeProto sparse(NodeCase node, long... dims) {
    int all = Values.count(dims);
    long[] places =
        node.draw().order(all).stream()
            .limit(node.draw().between(1, all))
            .mapToLong(Integer::longValue)
            .sorted()
            .toArray();
    Tensor indices = Tensor.of(places, places.length);
    if (node.draw().chance(0.5)) {
      indices = Tensor.of(coordinates(places, dims), places.length, dims.length);
      node.beyondPeer("It dies over some indices that are lists of one number for each axis.");
    }
    SparseTensorProto.Builder sparse =
        SparseTensorProto.newBuilder()
            .setValues(TensorProtos.of("v", node.values().odd(node.dtype(), places.length)))
            .setIndices(TensorProtos.of("i", indices));
    Arrays.stream(dims).forEach(sparse::addDims);
    return AttributeProto.newBuilder()
        .setName("sparse_value")
        .setType(AttributeType.SPARSE_TENSOR)
        .setSparseTensor(sparse)
        .build();
  }

  private static long[] coordinates(long[] places, long... dims) {
    long[] coordinates = new long[places.length * dims.length];
    for (int i = 0; i < places.length; i++) {
      long left = places[i];
      for (int axis = dims.length - 1; axis >= 0; axis--) {
        coordinates[i * dims.length + axis] = left % dims[axis];
        left /= dims[axis];
      }
    }
    return coordinates;
  }

  private static void constantOfShape(NodeCase node) {
    node.operand(ShapeDraws.list(node.values().shape(0, 4)));
    if (node.dtype() != DType.F32 || node.draw().chance(0.7)) {
      node.attribute(tensor("value", TensorProtos.of("v", node.values().odd(node.dtype(), 1))));
    }
  }

  private static void eye(NodeCase node) {
    Draw draw = node.draw();
    node.input(node.values().plain(node.dtype(), node.values().shape(2, 2)));
    if (draw.chance(0.6)) {
      node.attribute(integer("k", draw.between(-5, 5)));
    }
    if (draw.chance(0.5)) {
      DType other = draw.one(DType.F32, DType.F64, DType.I64, DType.I32, node.dtype());
      node.attribute(integer("dtype", TensorProtos.code(other)));
    }
  }

  /** Steps that all dtypes hold exactly, so that the lengths are certain. */
  private static void range(NodeCase node) {
    Draw draw = node.draw();
    boolean isFloat = node.dtype().isFloat();
    double unit = isFloat ? draw.one(0.25, 0.5, 1.0, 1.5) : draw.between(1, 3);
    double step = draw.chance(0.5) ? unit : -unit;
    double start = isFloat ? draw.simple() : draw.between(-9, 9);
    double limit = draw.chance(0.1) ? start : isFloat ? draw.simple() : draw.between(-9, 9);
    for (double number : new double[] {start, limit, step}) {
      node.operand(
          isFloat
              ? Values.floats(node.dtype(), () -> number)
              : Values.longs(node.dtype(), () -> (long) number));
    }
  }
}
