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
import io.pelton.onnx.TestModel;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** LabelEncoder in all its versions, with every type of key and value. */
final class EncoderCases implements CaseFamily {
  private static final List<String> WORDS = List.of("a", "b", "", "ab", "A", " a", "ä", "漢字", "1");

  private static final List<Double> REALS =
      List.of(1.0, 2.0, -1.0, 0.0, 0.5, 1e30, Double.NaN, Double.POSITIVE_INFINITY, 3.25);

  @Override
  public GeneratedCase make(long seed) {
    Draw draw = new Draw(seed);
    long version = draw.between(1, 4);
    Pipeline pipeline = new Pipeline(draw.one(9L, 13L, 17L), version);
    if (version == 1) {
      classes(draw, pipeline);
    } else {
      encoder(draw, pipeline);
    }
    return pipeline.finish("encoder", seed);
  }

  private static void classes(Draw draw, Pipeline pipeline) {
    List<String> words = draw.sample(draw.between(1, WORDS.size()), WORDS);
    DType from = draw.one(DType.STRING, DType.I64);
    List<AttributeProto> attributes = new ArrayList<>();
    attributes.add(texts("classes_strings", words.toArray(new String[0])));
    if (draw.chance(0.5)) {
      attributes.add(integer("default_int64", -7));
    }
    if (draw.chance(0.5)) {
      attributes.add(text("default_string", "none"));
    }
    List<Integer> places = IntStream.range(-2, words.size() + 2).boxed().toList();
    String input =
        pipeline
            .input(
                from,
                2,
                rows ->
                    from == DType.STRING
                        ? Tensor.of(some(draw, WORDS, rows).toArray(new String[0]), rows, 2)
                        : Tensors.of(from, longs(some(draw, places, rows)), rows, 2))
            .name();
    pipeline.output(
        pipeline.addMl("LabelEncoder", input, attributes.toArray(new AttributeProto[0])));
  }

  private static <T> List<T> some(Draw draw, List<T> from, int rows) {
    return draw.many(rows * 2, i -> draw.one(from));
  }

  private static long[] longs(List<Integer> numbers) {
    return numbers.stream().mapToLong(Integer::longValue).toArray();
  }

  private static void encoder(Draw draw, Pipeline pipeline) {
    boolean asTensors = pipeline.mlOpset() >= 4 && draw.chance(0.5);
    DType from = draw.one(DType.STRING, DType.I64, DType.F32);
    if (asTensors && from == DType.F32 && draw.chance(0.4)) {
      from = DType.F64;
    }
    // of doubles, the peer maps to doubles only
    DType to = from == DType.F64 ? DType.F64 : draw.one(DType.STRING, DType.I64, DType.F32);
    int count = draw.between(1, 8);
    List<AttributeProto> attributes = new ArrayList<>();
    attributes.add(list("keys", keys(draw, from, count), asTensors));
    attributes.add(list("values", values(draw, to, count), asTensors));
    if (draw.chance(0.6)) {
      attributes.add(fallback(to, asTensors));
    }
    DType dtype = from;
    String input = pipeline.input(from, 2, rows -> feed(draw, dtype, rows)).name();
    pipeline.output(
        pipeline.addMl("LabelEncoder", input, attributes.toArray(new AttributeProto[0])));
  }

  /** Different ones. */
  private static Tensor keys(Draw draw, DType dtype, int count) {
    if (dtype == DType.STRING) {
      return Tensor.of(draw.sample(count, WORDS).toArray(new String[0]), count);
    }
    if (dtype == DType.I64) {
      return Tensor.of(longs(draw.sample(count, IntStream.range(-4, 9).boxed().toList())), count);
    }
    double[] reals =
        draw.sample(count, REALS).stream()
            .mapToDouble(key -> key == 0 && draw.chance(0.5) ? -0.0 : key)
            .toArray();
    return Tensors.of(dtype, reals, count);
  }

  private static Tensor values(Draw draw, DType dtype, int count) {
    if (dtype == DType.STRING) {
      return Tensor.of(draw.many(count, i -> draw.one(WORDS)).toArray(new String[0]), count);
    }
    return dtype == DType.I64
        ? Tensor.of(longs(draw.many(count, i -> draw.between(-99, 99))), count)
        : Tensors.of(
            dtype,
            draw.many(count, i -> (double) draw.normalOrSimple()).stream()
                .mapToDouble(v -> v)
                .toArray(),
            count);
  }

  private static Tensor feed(Draw draw, DType dtype, int rows) {
    if (dtype == DType.STRING) {
      return Tensor.of(some(draw, WORDS, rows).toArray(new String[0]), rows, 2);
    }
    if (dtype == DType.I64) {
      return Tensor.of(longs(some(draw, IntStream.range(-5, 10).boxed().toList(), rows)), rows, 2);
    }
    double[] reals =
        some(draw, REALS, rows).stream()
            .mapToDouble(key -> draw.chance(0.1) ? -0.0 : draw.chance(0.1) ? 99 : key)
            .toArray();
    return Tensors.of(dtype, reals, rows, 2);
  }

  private static AttributeProto fallback(DType to, boolean asTensors) {
    return switch (to) {
      case STRING ->
          asTensors
              ? tensor("default_tensor", TextColumns.tensorOf("none"))
              : text("default_string", "none");
      case I64 ->
          asTensors
              ? tensor("default_tensor", TestModel.longs("t", new long[] {-7}, 1))
              : integer("default_int64", -7);
      case F64 -> tensor("default_tensor", TestModel.doubles("t", new double[] {-7.5}, 1));
      default ->
          asTensors
              ? tensor("default_tensor", TestModel.floats("t", new float[] {-7.5f}, 1))
              : number("default_float", -7.5f);
    };
  }

  private static AttributeProto list(String prefix, Tensor list, boolean asTensor) {
    int count = (int) list.dims()[0];
    String name = prefix + "_tensor";
    return switch (list.dtype()) {
      case STRING ->
          asTensor
              ? tensor(name, TextColumns.tensorOf(list.toStrings()))
              : texts(prefix + "_strings", list.toStrings());
      case I64 ->
          asTensor
              ? tensor(name, TestModel.longs("t", list.toLongs(), count))
              : integers(prefix + "_int64s", list.toLongs());
      case F64 -> tensor(name, TestModel.doubles("t", list.toDoubles(), count));
      default ->
          asTensor
              ? tensor(name, TestModel.floats("t", list.toFloats(), count))
              : numbers(prefix + "_floats", list.toFloats());
    };
  }
}
