package io.pelton.onnx.field;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestAttributes.number;
import static io.pelton.onnx.TestAttributes.text;
import static io.pelton.onnx.field.Elements.floats;
import static io.pelton.onnx.field.Elements.longs;
import static io.pelton.onnx.field.Elements.shaped;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import ai.onnx.proto.OnnxMl.AttributeProto;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.field.FieldModel.Way;
import io.pelton.onnx.field.ResizeTwin.Filter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Resize: places between elements are exact, so that halves go where the mode says. ONNX Runtime
 * divides by a float32 scale and misses some.
 */
class ResizeCasesTest {
  private static final List<String> ROUNDINGS =
      List.of("round_prefer_floor", "round_prefer_ceil", "floor", "ceil");
  private static final int SCALES_OPTIONAL_SINCE = 13;

  private static double[] row(int length) {
    double[] numbers = new double[length];
    Arrays.setAll(numbers, i -> i);
    return numbers;
  }

  private static Tensor image(double... numbers) {
    return shaped(DType.F32, numbers, 1, 1, 1, numbers.length);
  }

  private static FieldModel toSize(
      long opset, double[] x, long size, AttributeProto... attributes) {
    Tensor none = opset < SCALES_OPTIONAL_SINCE ? floats(DType.F32) : null;
    return FieldModel.of(
        opset,
        "Resize",
        List.of(attributes),
        image(x),
        none,
        none,
        longs(DType.I64, 1, 1, 1, size));
  }

  /** Of one image, by more than one way. */
  private static FieldModel several(long opset, double[] x, long size) {
    return FieldModel.onnx(opset)
        .value("x", image(x))
        .value("none", floats(DType.F32))
        .value("size", longs(DType.I64, 1, 1, 1, size));
  }

  private static void add(FieldModel model, String output, AttributeProto... attributes) {
    model.node("Resize", "x,none,none,size", output, attributes).output(output);
  }

  private static AttributeProto coordinates(String name) {
    return text("coordinate_transformation_mode", name);
  }

  @ParameterizedTest
  @CsvSource({
    "half_pixel, round_prefer_floor, '1 4 8 11 14 18'",
    "half_pixel, round_prefer_ceil, '1 5 8 11 15 18'",
    "half_pixel, floor, '1 4 7 11 14 17'",
    "half_pixel, ceil, '2 5 8 12 15 18'",
    "asymmetric, floor, '0 3 6 10 13 16'",
    "align_corners, round_prefer_ceil, '0 4 8 11 15 19'"
  })
  void b5HalvesGoWhereTheModeSays(String coordinates, String rounding, String expected) {
    Tensor found =
        toSize(13, row(20), 6, coordinates(coordinates), text("nearest_mode", rounding)).run();
    assertThat(found.dims()).containsExactly(1, 1, 1, 6);
    assertThat(found.toDoubles())
        .containsExactly(
            Arrays.stream(expected.split(" ", -1)).mapToDouble(Double::parseDouble).toArray());
  }

  @ParameterizedTest
  @CsvSource({"align_corners, 1", "pytorch_half_pixel, 1", "half_pixel, 2.5"})
  void b5OneElementIsWhereTheModeSays(String coordinates, double expected) {
    Tensor found =
        toSize(13, new double[] {1, 2, 3, 4}, 1, coordinates(coordinates), text("mode", "linear"))
            .run();
    assertThat(found.toDoubles()).containsExactly(expected);
  }

  /** All lengths to all lengths, by exact places. */
  @ParameterizedTest
  @CsvSource({
    "half_pixel, 19",
    "half_pixel_symmetric, 19",
    "pytorch_half_pixel, 13",
    "tf_half_pixel_for_nn, 11",
    "align_corners, 11",
    "asymmetric, 18"
  })
  void b5NearestOfEveryModeUpAndDown(String coordinates, long opset) {
    for (int length : List.of(1, 2, 7, 9, 20)) {
      double[] x = row(length);
      for (int outputs : List.of(1, 3, 6, 9, 17)) {
        if (length == outputs && coordinates.equals("tf_half_pixel_for_nn")) {
          continue; // an axis that keeps its length stays as it is, or channels would move, too
        }
        ResizeTwin twin = ResizeTwin.to(coordinates, length, outputs);
        FieldModel model = several(opset, x, outputs);
        for (String rounding : ROUNDINGS) {
          add(model, rounding, coordinates(coordinates), text("nearest_mode", rounding));
        }
        List<Tensor> found = model.only(Way.FIRST_GIVEN).runAll();
        for (int i = 0; i < found.size(); i++) {
          assertThat(found.get(i).toDoubles())
              .as("%s %s of %d to %d", coordinates, ROUNDINGS.get(i), length, outputs)
              .containsExactly(twin.nearest(ROUNDINGS.get(i), 0, x));
        }
      }
    }
  }

  /** Linear and cubic with everything that there is to choose. */
  @ParameterizedTest
  @CsvSource({
    "half_pixel, 19",
    "half_pixel_symmetric, 19",
    "pytorch_half_pixel, 18",
    "align_corners, 18",
    "asymmetric, 18"
  })
  void b5FiltersOfEveryModeUpAndDown(String coordinates, long opset) {
    for (int length : List.of(1, 3, 8)) {
      double[] x = new double[length];
      Arrays.setAll(x, i -> Math.sin(i * 7) * 10);
      for (int outputs : List.of(1, 2, 3, 5, 12)) {
        ResizeTwin twin = ResizeTwin.to(coordinates, length, outputs);
        FieldModel model = several(opset, x, outputs);
        List<Filter> filters = new ArrayList<>();
        for (String mode : List.of("linear", "cubic")) {
          for (int choice = 0; choice < 4; choice++) {
            filters.add(new Filter(mode, -0.5, choice % 2 == 1, choice > 1));
            add(
                model,
                mode + choice,
                coordinates(coordinates),
                text("mode", mode),
                number("cubic_coeff_a", -0.5f),
                integer("antialias", choice % 2),
                integer("exclude_outside", choice / 2));
          }
        }
        List<Tensor> found = model.only(Way.FIRST_GIVEN).runAll();
        for (int i = 0; i < found.size(); i++) {
          assertThat(found.get(i).toDoubles())
              .as("%s %s of %d to %d", coordinates, filters.get(i), length, outputs)
              .containsExactly(twin.filtered(filters.get(i), 0, x), offset(2e-4));
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"nearest", "linear", "cubic"})
  void b5WhatIsOutsideOfTheRegionIsExtrapolated(String mode) {
    double[] x = row(5);
    for (double[] region : new double[][] {{0, 1}, {0.25, 0.75}, {-0.5, 1.5}, {0.5, 2}}) {
      Ratio start = Ratio.of((long) (region[0] * 4), 4);
      Ratio end = Ratio.of((long) (region[1] * 4), 4);
      for (int outputs : List.of(1, 2, 5, 8)) {
        Tensor found =
            FieldModel.of(
                    13,
                    "Resize",
                    List.of(
                        coordinates("tf_crop_and_resize"),
                        text("mode", mode),
                        text("nearest_mode", "round_prefer_ceil"),
                        number("extrapolation_value", 77)),
                    image(x),
                    floats(DType.F32, 0, 0, 0, region[0], 1, 1, 1, region[1]),
                    null,
                    longs(DType.I64, 1, 1, 1, outputs))
                .run();
        ResizeTwin twin =
            new ResizeTwin("tf_crop_and_resize", 5, outputs, Ratio.of(outputs, 5), start, end);
        double[] expected =
            mode.equals("nearest")
                ? twin.nearest("round_prefer_ceil", 77, x)
                : twin.filtered(new Filter(mode, -0.75, false, false), 77, x);
        assertThat(found.toDoubles())
            .as("%s to %d", Arrays.toString(region), outputs)
            .containsExactly(expected, offset(1e-5));
      }
    }
  }

  /**
   * A float32 scale is what it is. Readers disagree on the precision of the output's length; here
   * it is float32, too, so that exporters get the length that they made the scale of.
   */
  @Test
  void b5ScalesAreTakenAsTheyAre() {
    for (float scale : new float[] {0.3f, 0.5f, 0.6f, 1, 1.5f, 2, 2.6f}) {
      int outputs = (int) (20 * scale);
      ResizeTwin twin =
          new ResizeTwin(
              "half_pixel",
              20,
              outputs,
              Ratio.of((long) (scale * (double) (1L << 40)), 1L << 40),
              Ratio.of(0),
              Ratio.of(1));
      for (String rounding : ROUNDINGS) {
        Tensor found =
            FieldModel.of(
                    13,
                    "Resize",
                    List.of(text("nearest_mode", rounding)),
                    image(row(20)),
                    null,
                    floats(DType.F32, 1, 1, 1, scale))
                .run();
        assertThat(found.toDoubles())
            .as("%s by %s", rounding, scale)
            .containsExactly(twin.nearest(rounding, 0, row(20)));
      }
    }
  }

  private static FieldModel kept(String policy, double[] x, long rows, long size) {
    return FieldModel.of(
        18,
        "Resize",
        List.of(
            text("keep_aspect_ratio_policy", policy),
            text("nearest_mode", "round_prefer_ceil"),
            integers("axes", -1, 0)),
        shaped(DType.F32, x, 2, x.length / 2),
        null,
        null,
        longs(DType.I64, size, rows));
  }

  /** One quotient for both axes, whose halves are exact, too. */
  @Test
  void b5TheAspectRatioIsKeptExactly() {
    double[] x = row(40);
    for (long size : List.of(3L, 6L, 11L, 30L)) {
      for (long rows : List.of(1L, 2L, 5L)) {
        for (String policy : List.of("not_larger", "not_smaller")) {
          boolean isLimit = policy.equals("not_larger");
          boolean byRows = isLimit ? rows * 20 < size * 2 : rows * 20 > size * 2;
          Ratio scale = byRows ? Ratio.of(rows, 2) : Ratio.of(size, 20);
          int height = scale.times(Ratio.of(2)).plus(Ratio.HALF).floor();
          int width = scale.times(Ratio.of(20)).plus(Ratio.HALF).floor();
          Tensor found = kept(policy, x, rows, size).run();
          assertThat(found.dims()).containsExactly(height, width);
          double[] expected = new double[height * width];
          ResizeTwin down =
              new ResizeTwin("half_pixel", 2, height, scale, Ratio.of(0), Ratio.of(1));
          ResizeTwin across =
              new ResizeTwin("half_pixel", 20, width, scale, Ratio.of(0), Ratio.of(1));
          double[] places = across.nearest("round_prefer_ceil", 0, row(20));
          double[] lines = down.nearest("round_prefer_ceil", 0, row(2));
          Arrays.setAll(expected, i -> 20 * lines[i / width] + places[i % width]);
          assertThat(found.toDoubles())
              .as("%s than %d and %d", policy, rows, size)
              .isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void b5AxesMayBeFewAndNegative() {
    Tensor x = shaped(DType.F32, row(12), 2, 3, 2);
    List<Tensor> found = new ArrayList<>();
    for (long[] axes : new long[][] {{1}, {-2}}) {
      found.add(
          FieldModel.of(
                  18,
                  "Resize",
                  List.of(integers("axes", axes), text("mode", "linear")),
                  x,
                  null,
                  null,
                  longs(DType.I64, 2))
              .run());
    }
    found.add(
        FieldModel.of(
                13,
                "Resize",
                List.of(text("mode", "linear")),
                x,
                null,
                null,
                longs(DType.I64, 2, 2, 2))
            .run());
    assertThat(found.stream().map(Bits::of).distinct()).hasSize(1);
    assertThat(found.get(0).toDoubles()).containsExactly(.5, 1.5, 3.5, 4.5, 6.5, 7.5, 9.5, 10.5);
  }

  /** Products of places and lengths are beyond 32 bits. */
  @Test
  void alignedCornersOfLongAxesStayWhereTheyAre() {
    int length = 100_000;
    float[] x = new float[length];
    for (int i = 0; i < length; i++) {
      x[i] = i;
    }
    double[] y =
        FieldModel.of(
                19,
                "Resize",
                List.of(
                    text("mode", "linear"),
                    text("coordinate_transformation_mode", "align_corners")),
                Tensor.of(x, length),
                null,
                null,
                Tensor.of(new long[] {2 * length - 1}, 1))
            .run()
            .toDoubles();
    for (int i = 0; i < y.length; i++) {
      assertThat(y[i]).isEqualTo(i / 2.0);
    }
  }
}
