package io.pelton.onnx.field;

import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestAttributes.text;
import static io.pelton.onnx.field.Elements.floats;
import static io.pelton.onnx.field.Elements.longs;
import static io.pelton.onnx.field.Elements.shaped;
import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Pad. Where a pad is wider than the data, readers of the standard disagree; here reflections go on
 * forth and back and repetitions go round, as often as needed. What negative pads cut off is gone
 * before the rest is padded.
 */
class PadCasesTest {
  private static FieldModel model(String mode, Tensor x, long... pads) {
    return FieldModel.of(19, "Pad", List.of(text("mode", mode)), x, longs(DType.I64, pads));
  }

  private static double[] pad(String mode, int length, long before, long after) {
    double[] numbers = new double[length];
    Arrays.setAll(numbers, i -> i + 1);
    return model(mode, floats(DType.F32, numbers), before, after).run().toDoubles();
  }

  @Test
  void b6ReflectionsWiderThanTheDataRepeat() {
    Tensor x = shaped(DType.F32, new double[] {1, 1.2, 2.3, 3.4, 4.5, 5.7}, 3, 2);
    Tensor found = model("reflect", x, 0, 2, 0, 0).run();
    assertThat(found.dims()).containsExactly(3, 4);
    assertThat(found.toFloats())
        .containsExactly(1, 1.2f, 1, 1.2f, 2.3f, 3.4f, 2.3f, 3.4f, 4.5f, 5.7f, 4.5f, 5.7f);
  }

  @Test
  void b6OldVersionsReflectAlike() {
    Tensor x = shaped(DType.F32, new double[] {1, 1.2, 2.3, 3.4, 4.5, 5.7}, 3, 2);
    Tensor found =
        FieldModel.of(2, "Pad", List.of(text("mode", "reflect"), integers("pads", 0, 2, 0, 1)), x)
            .run();
    assertThat(found.toFloats())
        .containsExactly(
            1, 1.2f, 1, 1.2f, 1, 2.3f, 3.4f, 2.3f, 3.4f, 2.3f, 4.5f, 5.7f, 4.5f, 5.7f, 4.5f);
  }

  /** Every length with every pair of pads, negative ones included. */
  @ParameterizedTest
  @CsvSource({"constant", "edge", "reflect", "wrap"})
  void b6EveryLengthAndPad(String mode) {
    for (int length : List.of(1, 3)) {
      for (int before : List.of(-length, -1, 0, 2, 7)) {
        for (int after : List.of(-1, 0, 3, 8)) {
          double[] expected = twin(mode, length, before, after);
          boolean isImpossible =
              !mode.equals("constant")
                  && length + Math.min(before, 0) + Math.min(after, 0) <= 0
                  && Math.max(before, after) > 0;
          if (isImpossible) {
            model(mode, floats(DType.F32, new double[length]), before, after).refuses();
          } else {
            assertThat(pad(mode, length, before, after))
                .as("%s of %d by %d and %d", mode, length, before, after)
                .isEqualTo(expected);
          }
        }
      }
    }
  }

  private static double[] twin(String mode, int length, int before, int after) {
    int first = Math.max(-before, 0);
    int rest = Math.max(length - first - Math.max(-after, 0), 0);
    int start = Math.max(before, 0);
    double[] padded = new double[start + rest + Math.max(after, 0)];
    for (int i = 0; i < padded.length && rest > 0; i++) {
      int at = i - start;
      int turn = Math.max(2 * (rest - 1), 1);
      int folded = Math.floorMod(at, turn);
      int place =
          switch (mode) {
            case "edge" -> Math.min(Math.max(at, 0), rest - 1);
            case "wrap" -> Math.floorMod(at, rest);
            case "reflect" -> folded < rest ? folded : turn - folded;
            default -> at;
          };
      padded[i] = place >= 0 && place < rest ? first + place + 1 : 0;
    }
    return padded;
  }

  @ParameterizedTest
  @ValueSource(strings = {"edge", "reflect", "wrap"})
  void b6AnEmptyAxisHasNothingToPadWith(String mode) {
    Tensor x = shaped(DType.F32, new double[0], 2, 0);
    model(mode, x, 0, 1, 0, 0).only(FieldModel.Way.CONSTANT).refuses("axis 1 is empty");
    model(mode, x, 0, 1, 0, 0).refuses();
    assertThat(model(mode, x, 1, 0, 0, 0).run().dims()).containsExactly(3, 0);
  }

  @Test
  void b6AnEmptyAxisIsFilledWithTheConstant() {
    Tensor found =
        FieldModel.of(
                13,
                "Pad",
                shaped(DType.I64, new long[0], 2, 0),
                longs(DType.I64, 0, 1, 0, 1),
                longs(DType.I64, 7))
            .run();
    assertThat(found.dims()).containsExactly(2, 2);
    assertThat(found.toLongs()).containsExactly(7, 7, 7, 7);
  }

  @ParameterizedTest
  @CsvSource({"constant", "edge", "reflect", "wrap"})
  void b6AxesMayBeFewAndNegative(String mode) {
    Tensor x = shaped(DType.F32, new double[] {1, 2, 3, 4}, 2, 2);
    Tensor by =
        FieldModel.of(
                19,
                "Pad",
                List.of(text("mode", mode)),
                x,
                longs(DType.I64, 3, 0),
                null,
                longs(DType.I64, -1))
            .run();
    assertThat(Bits.of(by)).isEqualTo(Bits.of(model(mode, x, 0, 3, 0, 0).run()));
    Tensor both =
        FieldModel.of(
                19,
                "Pad",
                List.of(text("mode", mode)),
                x,
                longs(DType.I64, 0, 1, 2, 0),
                null,
                longs(DType.I32, 1, -2))
            .run();
    assertThat(Bits.of(both)).isEqualTo(Bits.of(model(mode, x, 1, 0, 0, 2).run()));
  }

  @Test
  void b6PadsAndAxesHaveToFit() {
    Tensor x = floats(DType.F32, 1, 2);
    FieldModel.of(19, "Pad", x, longs(DType.I64, 1)).refuses();
    FieldModel.of(19, "Pad", x, longs(DType.I64, 1, 1), null, longs(DType.I64, 1))
        .refuses("outside of");
    assertThat(model("constant", x, -2, -1).run().dims()).containsExactly(0);
  }

  @Test
  void whateverIsCutOffIsAtMostAllThereIs() {
    for (long cut : new long[] {-2, -5, Long.MIN_VALUE}) {
      Tensor pads = Tensor.of(new long[] {cut, 1}, 2);
      Tensor padded = FieldModel.of(18, "Pad", Tensor.of(new float[] {1, 2}, 2), pads).run();
      assertThat(padded.toDoubles()).as("%d", cut).containsExactly(0);
    }
  }
}
