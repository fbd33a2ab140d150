package io.pelton.onnx.oracle;

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
import io.pelton.onnx.TestModel;
import io.pelton.onnx.oracle.Pipeline.Column;
import java.util.ArrayList;
import java.util.List;

/** Draws number columns and how they become features. */
final class NumberColumns {
  private static final List<String> WORDS = List.of("x", "y", "", "ä", "z z");

  private final Draw draw;
  private final Pipeline pipeline;

  NumberColumns(Draw draw, Pipeline pipeline) {
    this.draw = draw;
    this.pipeline = pipeline;
  }

  /** A new input, as float32 columns. */
  Column draw() {
    int width = draw.between(1, 4);
    DType dtype = draw.one(DType.F32, DType.F32, DType.F32, DType.F64, DType.I64, DType.I32);
    Column column = pipeline.input(dtype, width, rows -> feed(dtype, rows, width));
    if (draw.chance(0.2)) {
      column = extract(column);
    }
    if (dtype == DType.I64 && draw.chance(0.25)) {
      column = impute(column);
    }
    column = encode(column);
    for (int left = draw.below(3); left > 0; left--) {
      column = step(column);
    }
    return column;
  }

  private Tensor feed(DType dtype, int rows, int width) {
    return FeatureDraw.plain(draw, dtype, rows, width);
  }

  /** Any numbers to float32. */
  Column encode(Column column) {
    if (column.dtype() == DType.F32) {
      return draw.chance(0.1) ? oneHot(column) : step(column);
    }
    if (column.dtype() == DType.I64 && pipeline.mlOpset() > 1 && draw.chance(0.4)) {
      return map(column);
    }
    // the peer encodes no int32
    return switch (draw.below(column.dtype() == DType.I32 ? 4 : 5)) {
      case 4 -> oneHot(column);
      case 1 -> scale(column);
      case 2 -> normalize(column);
      default -> cast(column, DType.F32);
    };
  }

  /** Float32 to float32. */
  private Column step(Column column) {
    return switch (draw.below(8)) {
      case 0, 1 -> impute(column);
      case 2, 3 -> scale(column);
      case 4 -> normalize(column);
      case 5 ->
          same(
              column,
              pipeline.addMl("Binarizer", column.name(), number("threshold", draw.simple())));
      case 6 -> extract(column);
      default -> same(column, pipeline.add("Identity", column.name()));
    };
  }

  private static Column same(Column column, String name) {
    return new Column(name, DType.F32, column.width());
  }

  private int oneOrAll(Column column) {
    return draw.chance(0.3) ? 1 : column.width();
  }

  private Column scale(Column column) {
    int length = oneOrAll(column);
    return same(
        column,
        pipeline.addMl(
            "Scaler",
            column.name(),
            numbers("offset", draw.normals(length)),
            numbers("scale", draw.normals(length))));
  }

  private Column normalize(Column column) {
    return same(
        column,
        pipeline.addMl("Normalizer", column.name(), text("norm", draw.one("MAX", "L1", "L2"))));
  }

  private Column impute(Column column) {
    int length = oneOrAll(column);
    if (column.dtype() == DType.I64) {
      long[] values =
          draw.many(length, i -> draw.between(-9, 9)).stream().mapToLong(v -> v).toArray();
      return new Column(
          pipeline.addMl(
              "Imputer",
              column.name(),
              integers("imputed_value_int64s", values),
              integer("replaced_value_int64", draw.between(-2, 2))),
          DType.I64,
          column.width());
    }
    return same(
        column,
        pipeline.addMl(
            "Imputer",
            column.name(),
            numbers("imputed_value_floats", draw.normals(length)),
            number("replaced_value_float", draw.one(Float.NaN, Float.NaN, 0f, draw.simple()))));
  }

  /** Some of the columns, in any order. */
  Column extract(Column column) {
    int count = draw.between(1, column.width() + 1);
    long[] indices =
        draw.many(count, i -> draw.below(column.width())).stream().mapToLong(v -> v).toArray();
    String places = pipeline.constant(indices);
    return new Column(
        draw.chance(0.6)
            ? pipeline.addMl("ArrayFeatureExtractor", column.name() + "," + places)
            : pipeline.add(
                "Gather", column.name() + "," + places, integer("axis", draw.one(1, -1))),
        column.dtype(),
        count);
  }

  private Column oneHot(Column column) {
    List<Integer> drawn = draw.order(draw.between(1, 7));
    long[] categories = drawn.stream().mapToLong(category -> category - 2).toArray();
    String encoded =
        pipeline.addMl(
            "OneHotEncoder",
            column.name(),
            integers("cats_int64s", categories),
            integer("zeros", draw.chance(0.95) ? 1 : 0));
    return flatten(encoded, column.width() * categories.length);
  }

  /** A value with any axes behind the batch's as [N, width]. */
  Column flatten(String value, int width) {
    String flat =
        draw.chance(0.5)
            ? pipeline.add("Flatten", value, integer("axis", 1))
            : pipeline.add("Reshape", value + "," + pipeline.constant(-1, width));
    return new Column(flat, DType.F32, width);
  }

  Column cast(Column column, DType to) {
    return new Column(
        pipeline.add("Cast", column.name(), integer("to", TensorProtos.code(to))),
        to,
        column.width());
  }

  /** LabelEncoder from integers, to float32 in the end. */
  private Column map(Column column) {
    long[] keys = draw.order(draw.between(1, 9)).stream().mapToLong(key -> key - 3).toArray();
    boolean asTensors = pipeline.mlOpset() >= 4 && draw.chance(0.4);
    DType to = draw.one(DType.F32, DType.I64, DType.STRING);
    List<AttributeProto> attributes = new ArrayList<>();
    attributes.add(
        asTensors
            ? tensor("keys_tensor", TestModel.longs("t", keys, keys.length))
            : integers("keys_int64s", keys));
    addMapped(attributes, keys.length, to, asTensors);
    String name =
        pipeline.addMl("LabelEncoder", column.name(), attributes.toArray(new AttributeProto[0]));
    Column mapped = new Column(name, to, column.width());
    if (to == DType.I64) {
      return cast(mapped, DType.F32);
    }
    if (to == DType.F32) {
      return mapped;
    }
    String encoded =
        pipeline.addMl("OneHotEncoder", name, texts("cats_strings", "x", "ä", "_Unused", ""));
    return flatten(encoded, 4 * column.width());
  }

  /** The values of a LabelEncoder, and what it gives for unknown keys. */
  void addMapped(List<AttributeProto> attributes, int count, DType to, boolean asTensors) {
    boolean hasDefault = draw.chance(0.6);
    switch (to) {
      case STRING -> {
        String[] values = draw.many(count, i -> draw.one(WORDS)).toArray(new String[0]);
        attributes.add(
            asTensors
                ? tensor("values_tensor", TextColumns.tensorOf(values))
                : texts("values_strings", values));
        if (hasDefault) {
          attributes.add(
              asTensors
                  ? tensor("default_tensor", TextColumns.tensorOf("z z"))
                  : text("default_string", "z z"));
        }
      }
      case F32 -> {
        float[] values = draw.normals(count);
        attributes.add(
            asTensors
                ? tensor("values_tensor", TestModel.floats("t", values, count))
                : numbers("values_floats", values));
        if (hasDefault) {
          attributes.add(
              asTensors
                  ? tensor("default_tensor", TestModel.floats("t", new float[] {1.5f}, 1))
                  : number("default_float", 1.5f));
        }
      }
      default -> {
        long[] values =
            draw.many(count, i -> draw.between(-3, 9)).stream().mapToLong(v -> v).toArray();
        attributes.add(
            asTensors
                ? tensor("values_tensor", TestModel.longs("t", values, count))
                : integers("values_int64s", values));
        if (hasDefault) {
          attributes.add(
              asTensors
                  ? tensor("default_tensor", TestModel.longs("t", new long[] {7}, 1))
                  : integer("default_int64", 7));
        }
      }
    }
  }
}
