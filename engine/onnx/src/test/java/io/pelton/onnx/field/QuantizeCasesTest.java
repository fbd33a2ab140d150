package io.pelton.onnx.field;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.field.Elements.FLOATS;
import static io.pelton.onnx.field.Elements.floats;
import static io.pelton.onnx.field.Elements.longs;
import static io.pelton.onnx.field.Elements.shaped;
import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Halves are rounded to even, before the zero point is added. */
class QuantizeCasesTest {
  static List<DType> floatTypes() {
    return FLOATS;
  }

  private static long[] quantized(Tensor x, double scale, Tensor zero) {
    return FieldModel.of(13, "QuantizeLinear", x, shaped(DType.F32, new double[] {scale}), zero)
        .run()
        .toLongs();
  }

  private static Tensor zero(DType dtype, long value) {
    return shaped(dtype, new long[] {value});
  }

  @Test
  void b11HalvesAreRoundedToEven() {
    assertThat(quantized(floats(DType.F32, .25, .75, 1.25, 1.75, -5, 200), 0.5, zero(DType.U8, 0)))
        .containsExactly(0, 2, 2, 4, 0, 255);
    assertThat(quantized(floats(DType.F32, .5, 1.5, -.5, 127, -200), 1, zero(DType.I8, 1)))
        .containsExactly(1, 3, 1, 127, -128);
  }

  /** Every half of the range, by every zero point and by both 8-bit types. */
  @ParameterizedTest
  @CsvSource({"U8, 0, 255", "I8, -128, 127"})
  void b11EveryHalfIsRoundedThenShiftedThenSaturated(DType dtype, long least, long most) {
    double[] halves = new double[1030];
    for (int i = 0; i < halves.length; i++) {
      halves[i] = (i - 515) / 2.0;
    }
    for (long zeroPoint : List.of(least, least + 1, 0L, 3L, most - 1, most)) {
      for (double scale : List.of(1.0, 0.5, 0.25)) {
        double[] numbers = new double[halves.length];
        long[] expected = new long[halves.length];
        for (int i = 0; i < halves.length; i++) {
          numbers[i] = halves[i] * scale;
          long shifted = (long) Math.rint(halves[i]) + zeroPoint;
          expected[i] = Math.min(Math.max(shifted, least), most);
        }
        assertThat(quantized(floats(DType.F32, numbers), scale, zero(dtype, zeroPoint)))
            .isEqualTo(expected);
      }
    }
  }

  @Test
  void b11WhatIsInfiniteSaturates() {
    double most = Double.POSITIVE_INFINITY;
    Tensor x = floats(DType.F32, most, -most, 1e30, -1e30);
    assertThat(quantized(x, 0.5, zero(DType.U8, 7))).containsExactly(255, 0, 255, 0);
    assertThat(quantized(x, 0.5, zero(DType.I8, -7))).containsExactly(127, -128, 127, -128);
  }

  @Test
  void b11AxesHaveTheirOwnScales() {
    Tensor x = shaped(DType.F32, new double[] {.5, 1.5, 2.5, .5, 1.5, 2.5}, 2, 3);
    Tensor found =
        FieldModel.of(
                13,
                "QuantizeLinear",
                List.of(integer("axis", 0)),
                x,
                floats(DType.F32, 1, 0.5),
                longs(DType.I8, 10, -1))
            .run();
    assertThat(found.toLongs()).containsExactly(10, 12, 12, 0, 2, 4);
    Tensor back =
        FieldModel.of(
                13,
                "DequantizeLinear",
                List.of(integer("axis", 0)),
                found,
                floats(DType.F32, 1, 0.5),
                longs(DType.I8, 10, -1))
            .run();
    assertThat(back.toDoubles()).containsExactly(0, 2, 2, .5, 1.5, 2.5);
  }

  private static List<Tensor> dynamic(double... numbers) {
    FieldModel model =
        FieldModel.onnx(11)
            .value("x", floats(DType.F32, numbers))
            .node("DynamicQuantizeLinear", "x", "y,scale,zero");
    List<Tensor> found = new ArrayList<>(model.output("y").output("scale").output("zero").runAll());
    return found;
  }

  @Test
  void b11DynamicScalesRoundTheirZeroPointToEven() {
    List<Tensor> found = dynamic(-127, 128, .5);
    assertThat(found.get(0).toLongs()).containsExactly(0, 255, 127);
    assertThat(found.get(1).toDoubles()).containsExactly(1);
    assertThat(found.get(2).toLongs()).containsExactly(127);
    List<Tensor> halves = dynamic(-0.5, 254.5, 1.5, 2.5);
    assertThat(halves.get(2).toLongs()).as("0.5 to even").containsExactly(0);
    assertThat(halves.get(0).toLongs()).containsExactly(0, 254, 2, 2);
    assertThat(dynamic(-1.5, 253.5).get(2).toLongs()).as("1.5 to even").containsExactly(2);
    assertThat(dynamic(3, 255).get(2).toLongs()).as("0 is in the range").containsExactly(0);
  }

  @ParameterizedTest
  @MethodSource("floatTypes")
  void b11RoundKeepsEvenHalvesAndTheSignOfZero(DType dtype) {
    Tensor x = floats(dtype, .5, 1.5, 2.5, -.5, -1.5, -2.5, -0.0, 3.25, Double.NaN);
    assertThat(FieldModel.of(11, "Round", x).run().toDoubles())
        .containsExactly(0.0, 2, 2, -0.0, -2, -2, -0.0, 3, Double.NaN);
    double huge = Math.scalb(1.0, 120) - (dtype == DType.F64 ? 1 : 0);
    Tensor large = floats(dtype, huge, -huge, Double.POSITIVE_INFINITY);
    assertThat(FieldModel.of(11, "Round", large).run().toDoubles()).isEqualTo(large.toDoubles());
  }
}
