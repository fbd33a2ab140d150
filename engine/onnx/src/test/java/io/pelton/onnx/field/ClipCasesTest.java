package io.pelton.onnx.field;

import static io.pelton.onnx.TestAttributes.number;
import static io.pelton.onnx.field.Elements.FLOATS;
import static io.pelton.onnx.field.Elements.floats;
import static io.pelton.onnx.field.Elements.longs;
import static io.pelton.onnx.field.Elements.shaped;
import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Clip: the upper bound wins, NaN stays, and bounds may be left out. */
class ClipCasesTest {
  private static final double NAN = Double.NaN;
  private static final double MOST = Double.POSITIVE_INFINITY;

  static List<DType> floatTypes() {
    return FLOATS;
  }

  static List<DType> integerTypes() {
    return Stream.concat(Elements.SIGNED.stream(), Elements.UNSIGNED.stream()).toList();
  }

  private static Tensor scalar(DType dtype, double value) {
    return shaped(dtype, new double[] {value});
  }

  private static List<Long> versions(DType dtype) {
    List<Long> versions = new ArrayList<>(List.of(13L));
    if (dtype == DType.F32 || dtype == DType.F64 || dtype == DType.F16) {
      versions.addAll(List.of(11L, 12L));
    }
    return versions;
  }

  private static double[] clip(DType dtype, long opset, double[] x, Double low, Double high) {
    return FieldModel.of(
            opset,
            "Clip",
            floats(dtype, x),
            low == null ? null : scalar(dtype, low),
            high == null ? null : scalar(dtype, high))
        .run()
        .toDoubles();
  }

  @ParameterizedTest
  @MethodSource("floatTypes")
  void b14TheUpperBoundWins(DType dtype) {
    for (long opset : versions(dtype)) {
      assertThat(clip(dtype, opset, new double[] {-2, 0, 6}, 2.0, 1.0)).containsExactly(1, 1, 1);
    }
  }

  @ParameterizedTest
  @MethodSource("floatTypes")
  void b14NanStaysNan(DType dtype) {
    for (long opset : versions(dtype)) {
      double[] x = {NAN, -1, MOST, -MOST, -0.0};
      assertThat(clip(dtype, opset, x, -0.5, 1.0)).containsExactly(NAN, -0.5, 1, -0.5, -0.0);
      assertThat(clip(dtype, opset, x, null, 1.0)).containsExactly(NAN, -1, 1, -MOST, -0.0);
      assertThat(clip(dtype, opset, x, -1.0, null)).containsExactly(NAN, -1, MOST, -1, -0.0);
      assertThat(clip(dtype, opset, x, null, null)).containsExactly(x);
    }
  }

  /** The standard is silent on a bound that is NaN; ONNX Runtime's answer is kept. */
  @ParameterizedTest
  @MethodSource("floatTypes")
  void b14BoundsOfNanAreIgnored(DType dtype) {
    for (long opset : versions(dtype)) {
      double[] x = {.5, -3, 4.5, 11, NAN};
      assertThat(clip(dtype, opset, x, 0.0, NAN)).containsExactly(.5, 0, 4.5, 11, NAN);
      assertThat(clip(dtype, opset, x, NAN, 1.0)).containsExactly(.5, -3, 1, 1, NAN);
      assertThat(clip(dtype, opset, x, NAN, NAN)).containsExactly(x);
    }
  }

  @ParameterizedTest
  @MethodSource("floatTypes")
  void b14BoundsMayBeLeftOut(DType dtype) {
    for (long opset : versions(dtype)) {
      assertThat(clip(dtype, opset, new double[] {-5, 5}, 0.0, null)).containsExactly(0, 5);
      assertThat(clip(dtype, opset, new double[] {-5, 5}, null, 0.0)).containsExactly(-5, 0);
    }
  }

  @Test
  void b14LongRowsToo() {
    double[] x = new double[1000];
    double[] expected = new double[1000];
    for (int i = 0; i < x.length; i++) {
      x[i] = i % 7 == 0 ? NAN : i - 500;
      expected[i] = Double.isNaN(x[i]) ? NAN : Math.min(Math.max(x[i], -3), 400);
    }
    for (DType dtype : List.of(DType.F32, DType.F64)) {
      assertThat(clip(dtype, 13, x, -3.0, 400.0)).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @MethodSource("integerTypes")
  void b14IntegersOfEveryWidth(DType dtype) {
    boolean isSigned = dtype.kind() == DType.Kind.SIGNED;
    long most = isSigned ? Long.MAX_VALUE >>> (Long.SIZE - dtype.bits()) : -1;
    long least = isSigned ? -most - 1 : 0;
    Tensor x = longs(dtype, least, 1, 5, 9, most);
    Tensor three = scalar(dtype, 3);
    Tensor seven = scalar(dtype, 7);
    Tensor end = shaped(dtype, new long[] {least});
    for (long opset : List.of(12L, 13L)) {
      assertThat(FieldModel.of(opset, "Clip", x, three, seven).run().toLongs())
          .containsExactly(3, 3, 5, 7, 7);
      assertThat(FieldModel.of(opset, "Clip", x, seven, three).run().toLongs())
          .containsExactly(3, 3, 3, 3, 3);
      assertThat(Bits.of(FieldModel.of(opset, "Clip", x).run())).isEqualTo(Bits.of(x));
      assertThat(Bits.of(FieldModel.of(opset, "Clip", x, end).run())).isEqualTo(Bits.of(x));
      assertThat(FieldModel.of(opset, "Clip", x, null, three).run().toLongs()[4]).isEqualTo(3);
    }
  }

  @Test
  void b14OldBoundsAreAttributes() {
    for (DType dtype : List.of(DType.F32, DType.F64, DType.F16)) {
      Tensor x = floats(dtype, -2, 0, 6, NAN);
      assertThat(
              FieldModel.of(6, "Clip", List.of(number("min", 2), number("max", 1)), x)
                  .run()
                  .toDoubles())
          .containsExactly(1, 1, 1, NAN);
      assertThat(FieldModel.of(6, "Clip", List.of(number("min", 0)), x).run().toDoubles())
          .containsExactly(0, 0, 6, NAN);
      assertThat(FieldModel.of(6, "Clip", List.of(number("max", 0)), x).run().toDoubles())
          .containsExactly(-2, 0, 0, NAN);
      assertThat(
              FieldModel.of(
                      6, "Clip", List.of(number("min", Float.NaN), number("max", Float.NaN)), x)
                  .run()
                  .toDoubles())
          .containsExactly(-2, 0, 6, NAN);
    }
  }

  @Test
  void b14BoundsAreScalars() {
    Tensor x = floats(DType.F32, 1, 2);
    FieldModel.of(13, "Clip", x, floats(DType.F32, 0, 1)).refuses("bounds should be scalars");
  }
}
