package io.pelton.onnx.oracle;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestAttributes.number;
import static io.pelton.onnx.TestAttributes.text;

import ai.onnx.proto.OnnxMl.AttributeProto;
import io.pelton.engine.tensor.DType;
import io.pelton.onnx.TestModel;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** Single operators of arithmetic and their kin, one after the other. */
final class MathCases implements CaseFamily {
  /** Adds one operator, and says which value is its output. */
  private interface Maker {
    String make(Draw draw, Pipeline pipeline);
  }

  private static final long UINT8 = 2;
  private static final long UINT32 = 12;
  private static final long UINT64 = 13;

  private static final List<Double> TURNING_POINTS =
      List.of(0.0, 1.0, -1.0, 0.5, -2.5, 1.5707963267948966, 3.141592653589793, 30.0, 1e-20);

  private static final List<Maker> MAKERS =
      List.of(
          unary("Sin"),
          unary("Cos"),
          unary("Tan"),
          unary("Asin"),
          unary("Acos"),
          unary("Atan"),
          unary("Sinh"),
          unary("Cosh"),
          unary("Asinh"),
          unary("Acosh"),
          unary("Atanh"),
          unary("Round"),
          unary("IsNaN"),
          unary("IsInf"),
          MathCases::remainder,
          MathCases::bits,
          MathCases::shift,
          MathCases::runningSum,
          MathCases::product,
          MathCases::hardmax,
          MathCases::normalization,
          MathCases::meanVariance,
          MathCases::responses,
          MathCases::pool,
          MathCases::determinant);

  @Override
  public GeneratedCase make(long seed) {
    Draw draw = new Draw(seed);
    Pipeline pipeline = new Pipeline(draw.one(18L, 20L, 22L), 1);
    Maker maker = MAKERS.get(Math.floorMod(seed, MAKERS.size()));
    pipeline.output(maker.make(draw, pipeline));
    return pipeline.finish("math", seed);
  }

  private static Maker unary(String op) {
    return (draw, pipeline) -> pipeline.add(op, numbers(draw, pipeline, draw.between(1, 6)));
  }

  /** Turning points of functions and what lies beside them, infinities, NaN, denormals and -0. */
  private static String numbers(Draw draw, Pipeline pipeline, int width) {
    return pipeline
        .input(
            DType.F32,
            width,
            rows -> FeatureDraw.rows(draw, DType.F32, rows, width, Map.of(0, TURNING_POINTS)))
        .name();
  }

  private static String plain(Draw draw, Pipeline pipeline, int width) {
    return plain(draw, pipeline, width, draw.chance(0.2) ? 0.05 : 0);
  }

  private static String plain(Draw draw, Pipeline pipeline, int width, double missing) {
    return pipeline
        .input(DType.F32, width, rows -> FeatureDraw.plain(draw, DType.F32, rows, width, missing))
        .name();
  }

  /** Integers within the given ends. */
  private static String integral(
      Draw draw, Pipeline pipeline, DType dtype, int width, int least, int most) {
    return pipeline
        .input(
            dtype,
            width,
            rows ->
                Tensors.of(
                    dtype,
                    LongStream.generate(() -> draw.between(least, most))
                        .limit((long) rows * width)
                        .toArray(),
                    rows,
                    width))
        .name();
  }

  private static String remainder(Draw draw, Pipeline pipeline) {
    int width = draw.between(1, 6);
    if (draw.chance(0.5)) {
      String pair = plain(draw, pipeline, width) + "," + plain(draw, pipeline, width);
      return pipeline.add("Mod", pair, integer("fmod", 1));
    }
    DType dtype = draw.one(DType.I64, DType.I32);
    String dividends = integral(draw, pipeline, dtype, width, -100, 100);
    String divisors = integral(draw, pipeline, dtype, width, 1, 9);
    return pipeline.add("Mod", dividends + "," + divisors, integer("fmod", draw.below(2)));
  }

  private static String bits(Draw draw, Pipeline pipeline) {
    int width = draw.between(1, 6);
    DType dtype = draw.one(DType.I64, DType.I32);
    String x = integral(draw, pipeline, dtype, width, -128, 127);
    if (draw.chance(0.25)) {
      return pipeline.add("BitwiseNot", x);
    }
    String y = integral(draw, pipeline, dtype, draw.one(1, width), -128, 127);
    return pipeline.add(draw.one("BitwiseAnd", "BitwiseOr", "BitwiseXor"), x + "," + y);
  }

  private static String shift(Draw draw, Pipeline pipeline) {
    int width = draw.between(1, 6);
    AttributeProto unsigned = integer("to", draw.one(UINT8, UINT32, UINT64));
    String x = pipeline.add("Cast", integral(draw, pipeline, DType.I64, width, 0, 255), unsigned);
    String places =
        pipeline.add("Cast", integral(draw, pipeline, DType.I64, width, 0, 7), unsigned);
    AttributeProto direction = text("direction", draw.one("LEFT", "RIGHT"));
    String shifted = pipeline.add("BitShift", x + "," + places, direction);
    return pipeline.add("Cast", shifted, integer("to", TestModel.INT64));
  }

  private static String runningSum(Draw draw, Pipeline pipeline) {
    int width = draw.between(1, 9);
    String x =
        draw.chance(0.5)
            ? plain(draw, pipeline, width)
            : integral(draw, pipeline, draw.one(DType.I64, DType.I32), width, -50, 50);
    String axis = pipeline.constant(draw.one(1L, -1L));
    return pipeline.add(
        "CumSum",
        x + "," + axis,
        integer("exclusive", draw.below(2)),
        integer("reverse", draw.below(2)));
  }

  private static String product(Draw draw, Pipeline pipeline) {
    int width = draw.between(1, 9);
    String x =
        draw.chance(0.7)
            ? plain(draw, pipeline, width)
            : integral(draw, pipeline, draw.one(DType.I64, DType.I32), width, -3, 3);
    return pipeline.add("ReduceProd", x + "," + pipeline.constant(draw.one(1L, -1L)));
  }

  private static String hardmax(Draw draw, Pipeline pipeline) {
    int width = draw.between(1, 6);
    String x = integral(draw, pipeline, DType.I32, width, -4, 4);
    String floats = pipeline.add("Cast", x, integer("to", TestModel.FLOAT));
    return pipeline.add("Hardmax", floats, integer("axis", draw.one(1L, -1L)));
  }

  private static String normalization(Draw draw, Pipeline pipeline) {
    String x = plain(draw, pipeline, draw.between(1, 8));
    return pipeline.add(
        "LpNormalization", x, integer("axis", draw.one(1L, -1L)), integer("p", draw.between(1, 2)));
  }

  private static String meanVariance(Draw draw, Pipeline pipeline) {
    String x = plain(draw, pipeline, draw.between(2, 8));
    return pipeline.add("MeanVarianceNormalization", x, integers("axes", 1));
  }

  /** Without NaN: the peer slides its sum on from channel to channel, and a NaN stays in it. */
  private static String responses(Draw draw, Pipeline pipeline) {
    int width = draw.between(1, 8);
    String x = plain(draw, pipeline, width, 0);
    String image = pipeline.add("Reshape", x + "," + pipeline.constant(0, width, 1, 1));
    return pipeline.add(
        "LRN",
        image,
        integer("size", draw.one(1L, 3L, 5L)),
        number("alpha", 0.3f),
        number("beta", draw.one(0.5f, 0.75f)),
        number("bias", draw.one(1f, 2f)));
  }

  private static String pool(Draw draw, Pipeline pipeline) {
    int width = draw.between(4, 9);
    String x =
        pipeline.add("Unsqueeze", plain(draw, pipeline, width) + "," + pipeline.constant(1L));
    long p = draw.between(1, 3);
    if (draw.chance(0.3)) {
      return pipeline.add("GlobalLpPool", x, integer("p", p));
    }
    return pipeline.add(
        "LpPool",
        x,
        integer("p", p),
        integers("kernel_shape", draw.between(1, 3)),
        integers("strides", draw.between(1, 2)));
  }

  private static String determinant(Draw draw, Pipeline pipeline) {
    int side = draw.between(1, 3);
    String x = plain(draw, pipeline, side * side);
    return pipeline.add("Det", pipeline.add("Reshape", x + "," + pipeline.constant(0, side, side)));
  }
}
