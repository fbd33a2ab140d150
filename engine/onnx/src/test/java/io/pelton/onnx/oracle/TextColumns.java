package io.pelton.onnx.oracle;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.tensor;
import static io.pelton.onnx.TestAttributes.texts;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import com.google.protobuf.ByteString;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.TestModel;
import io.pelton.onnx.oracle.Pipeline.Column;
import java.util.ArrayList;
import java.util.List;

/** Draws string columns and how they become numbers. */
final class TextColumns {
  // no characters beyond 16 bits: the peer's Java binding writes them in modified UTF-8
  private static final List<String> WORDS =
      List.of("a", "b", "", "ab", "A", " a", "?", "ä", "漢字", "long category name", "0");

  private static final List<String> NUMERALS =
      List.of("0", "1", "-2", "2.5", "-0.125", "1e1", "-3.5E-2", "+4", "0.1");

  private final Draw draw;
  private final Pipeline pipeline;
  private final NumberColumns numbers;

  TextColumns(Draw draw, Pipeline pipeline, NumberColumns numbers) {
    this.draw = draw;
    this.pipeline = pipeline;
    this.numbers = numbers;
  }

  /** A new input, as float32 columns. */
  Column draw() {
    int width = draw.between(1, 3);
    if (draw.chance(0.12)) {
      Column input = pipeline.input(DType.STRING, width, rows -> feed(NUMERALS, rows, width));
      return cast(input, DType.F32);
    }
    Column input = pipeline.input(DType.STRING, width, rows -> feed(WORDS, rows, width));
    if (draw.chance(0.2)) {
      input = numbers.extract(input);
    }
    return encode(input);
  }

  private Tensor feed(List<String> from, int rows, int width) {
    return Tensor.of(
        draw.many(rows * width, i -> draw.one(from)).toArray(new String[0]), rows, width);
  }

  private Column encode(Column column) {
    return switch (draw.below(pipeline.mlOpset() == 1 ? 3 : 6)) {
      case 0, 1 -> oneHot(column);
      case 2 -> numbers.encode(classes(column));
      case 3 -> map(column, DType.F32);
      case 4 -> numbers.encode(map(column, DType.I64));
      default -> oneHot(map(column, DType.STRING));
    };
  }

  private Column oneHot(Column column) {
    String[] categories = sample(draw.between(1, WORDS.size()));
    // without zeros, words that are missing are refused
    boolean zeros = draw.chance(0.95);
    String encoded =
        pipeline.addMl(
            "OneHotEncoder",
            column.name(),
            texts("cats_strings", categories),
            integer("zeros", zeros ? 1 : 0));
    return numbers.flatten(encoded, column.width() * categories.length);
  }

  private String[] sample(int count) {
    return draw.sample(count, WORDS).toArray(new String[0]);
  }

  /** LabelEncoder, whatever its version, from strings to integers. */
  private Column classes(Column column) {
    if (pipeline.mlOpset() > 1) {
      return map(column, DType.I64);
    }
    List<AttributeProto> attributes = new ArrayList<>();
    attributes.add(texts("classes_strings", sample(draw.between(1, WORDS.size()))));
    if (draw.chance(0.6)) {
      attributes.add(integer("default_int64", draw.between(-3, 20)));
    }
    return new Column(
        pipeline.addMl("LabelEncoder", column.name(), attributes.toArray(new AttributeProto[0])),
        DType.I64,
        column.width());
  }

  private Column map(Column column, DType to) {
    String[] keys = sample(draw.between(1, WORDS.size()));
    boolean asTensors = pipeline.mlOpset() >= 4 && draw.chance(0.4);
    List<AttributeProto> attributes = new ArrayList<>();
    attributes.add(asTensors ? tensor("keys_tensor", tensorOf(keys)) : texts("keys_strings", keys));
    numbers.addMapped(attributes, keys.length, to, asTensors);
    return new Column(
        pipeline.addMl("LabelEncoder", column.name(), attributes.toArray(new AttributeProto[0])),
        to,
        column.width());
  }

  static TensorProto tensorOf(String... texts) {
    TensorProto.Builder tensor = TestModel.tensor("t", TestModel.STRING, texts.length);
    for (String text : texts) {
      tensor.addStringData(ByteString.copyFromUtf8(text));
    }
    return tensor.build();
  }

  private Column cast(Column column, DType to) {
    return numbers.cast(column, to);
  }
}
