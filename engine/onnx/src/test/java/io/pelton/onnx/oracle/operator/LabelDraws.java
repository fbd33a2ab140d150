package io.pelton.onnx.oracle.operator;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestAttributes.number;
import static io.pelton.onnx.TestAttributes.numbers;
import static io.pelton.onnx.TestAttributes.tensor;
import static io.pelton.onnx.TestAttributes.text;
import static io.pelton.onnx.TestAttributes.texts;

import ai.onnx.proto.OnnxMl.AttributeProto;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.TensorProtos;
import io.pelton.onnx.oracle.Draw;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.DoubleStream;

/** Operators that map values to others by lists. */
final class LabelDraws {
  private static final List<String> WORDS = List.of("a", "b", "", "ab", "A", " a", "ä", "漢字", "1");
  private static final List<Double> REALS =
      List.of(1.0, 2.0, -1.0, 0.0, 0.5, 1e30, Double.NaN, 3.25);
  private static final Set<DType> KEYS =
      EnumSet.of(DType.STRING, DType.I64, DType.F32, DType.I32, DType.I16, DType.F64);

  private LabelDraws() {}

  static void addTo(OperatorDraws draws) {
    draws.addMl("CategoryMapper", EnumSet.of(DType.STRING, DType.I64), LabelDraws::categories);
    draws.addMl("LabelEncoder", KEYS, LabelDraws::encoder);
  }

  private static String[] words(Draw draw, int count) {
    return draw.sample(count, WORDS).toArray(new String[0]);
  }

  /** What is among the keys and what is not. */
  private static Tensor asked(NodeCase node) {
    Draw draw = node.draw();
    long[] dims = node.values().shape(1, 3);
    if (node.dtype() == DType.STRING) {
      String[] texts = new String[Values.count(dims)];
      Arrays.setAll(texts, i -> draw.one(WORDS));
      return Tensor.of(texts, dims);
    }
    return node.dtype().isFloat()
        ? Values.floats(node.dtype(), () -> draw.one(REALS), dims)
        : node.values().between(node.dtype(), -5, 9, dims);
  }

  private static void categories(NodeCase node) {
    Draw draw = node.draw();
    int count = draw.between(1, 6);
    node.input(asked(node));
    node.attribute(texts("cats_strings", words(draw, count)));
    node.attribute(integers("cats_int64s", places(draw, count)));
    if (draw.chance(0.5)) {
      node.attribute(
          node.dtype() == DType.STRING
              ? integer("default_int64", -7)
              : text("default_string", "none"));
    }
  }

  /** Different ones. */
  private static long[] places(Draw draw, int count) {
    return draw.order(13).stream().limit(count).mapToLong(number -> number - 4).toArray();
  }

  private static void encoder(NodeCase node) {
    Draw draw = node.draw();
    node.input(asked(node));
    int count = draw.between(1, 7);
    if (!node.since(2)) {
      node.attribute(texts("classes_strings", words(draw, count)));
      if (draw.chance(0.5)) {
        node.attribute(integer("default_int64", -7));
      }
      if (draw.chance(0.5)) {
        node.attribute(text("default_string", "none"));
      }
      return;
    }
    DType from = node.dtype();
    DType to = draw.one(DType.STRING, DType.I64, DType.F32, from);
    boolean asTensors = isTensor(from) || isTensor(to) || (node.since(4) && draw.chance(0.4));
    Tensor keys = keys(draw, from, count);
    node.attribute(list("keys", keys, asTensors));
    Tensor values =
        to == DType.STRING
            ? Tensor.of(draw.many(count, i -> draw.one(WORDS)).toArray(new String[0]), count)
            : node.values().plain(to, count);
    node.attribute(list("values", values, asTensors));
    if (draw.chance(0.6)) {
      node.attribute(fallback(node, to, asTensors));
    }
    if (from == DType.F32
        && !node.since(4)
        && DoubleStream.of(keys.toDoubles()).anyMatch(Double::isNaN)) {
      node.beyondPeer("It does not find the key NaN before version 4.");
    }
  }

  /** Dtypes whose lists are tensors only, which came with version 4. */
  private static boolean isTensor(DType dtype) {
    return dtype == DType.F64 || dtype == DType.I32 || dtype == DType.I16;
  }

  private static Tensor keys(Draw draw, DType dtype, int count) {
    if (dtype == DType.STRING) {
      return Tensor.of(words(draw, count), count);
    }
    int[] at = {0};
    if (dtype.isFloat()) {
      List<Double> reals = draw.sample(count, REALS);
      return Values.floats(dtype, () -> reals.get(at[0]++), count);
    }
    return PartDraws.numbers(dtype, places(draw, count));
  }

  private static AttributeProto list(String prefix, Tensor list, boolean asTensor) {
    if (asTensor) {
      return tensor(prefix + "_tensor", TensorProtos.of("t", list));
    }
    return switch (list.dtype()) {
      case STRING -> texts(prefix + "_strings", list.toStrings());
      case I64 -> integers(prefix + "_int64s", list.toLongs());
      default -> numbers(prefix + "_floats", list.toFloats());
    };
  }

  private static AttributeProto fallback(NodeCase node, DType to, boolean asTensor) {
    if (asTensor) {
      return tensor("default_tensor", TensorProtos.of("t", node.values().plain(to, 1)));
    }
    return switch (to) {
      case STRING -> text("default_string", "none");
      case I64 -> integer("default_int64", -7);
      default -> number("default_float", -7.5f);
    };
  }
}
