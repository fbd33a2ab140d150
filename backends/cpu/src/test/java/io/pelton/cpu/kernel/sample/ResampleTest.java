package io.pelton.cpu.kernel.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.graph.SampleOp.Resample;
import io.pelton.engine.graph.Sampling;
import io.pelton.engine.graph.Sampling.Coordinates;
import io.pelton.engine.graph.Sampling.Interpolation;
import io.pelton.engine.graph.Sampling.Rounding;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ResampleTest {
  private static final Tensor X = Tensor.of(new float[] {1, 2, 4, 8}, 1, 4);
  private static final long UNIT = 1L << Resample.FRACTION_BITS;

  private static Sampling sampling(Interpolation interpolation, Coordinates coordinates) {
    return new Sampling(interpolation, Rounding.PREFER_FLOOR, coordinates, -0.75, false, false, -1);
  }

  private static double[] resample(Sampling sampling, Tensor x, long length, Tensor... more) {
    Tensor[] operands = new Tensor[2 + more.length];
    operands[0] = x;
    operands[1] = Tensor.of(new long[] {length}, 1);
    System.arraycopy(more, 0, operands, 2, more.length);
    return Cpu.evaluate(new Resample(1, sampling), operands).toDoubles();
  }

  @ParameterizedTest
  @CsvSource({
    "HALF_PIXEL, '1,1.25,1.75,2.5,3.5,5,7,8'",
    "ASYMMETRIC, '1,1.5,2,3,4,6,8,8'",
    "ALIGN_CORNERS, '1,1.428571,1.857143,2.571429,3.428571,4.571429,6.285714,8'"
  })
  void linesAreDrawnBetweenNeighbours(Coordinates coordinates, String expected) {
    double[] found = resample(sampling(Interpolation.LINEAR, coordinates), X, 8);
    double[] values = Arrays.stream(expected.split(",")).mapToDouble(Double::parseDouble).toArray();
    assertThat(found).containsExactly(values, within(1e-5));
  }

  @ParameterizedTest
  @CsvSource({
    "PREFER_FLOOR, '1,4'",
    "PREFER_CEIL, '2,8'",
    "FLOOR, '1,4'",
    "CEIL, '2,8'",
    "ADAPTIVE, '2,8'"
  })
  void halfWayBetweenNeighboursTheRoundingDecides(Rounding rounding, String expected) {
    Sampling nearest =
        new Sampling(Interpolation.NEAREST, rounding, Coordinates.HALF_PIXEL, 0, false, false, 0);
    double[] values = Arrays.stream(expected.split(",")).mapToDouble(Double::parseDouble).toArray();
    assertThat(resample(nearest, X, 2)).containsExactly(values);
  }

  /** Quotients of doubles miss these: 4.5 / (9 / 7.0) is not 3.5. */
  @Test
  void placesOnElementsAndHalfWayAreExact() {
    for (int length = 1; length <= 40; length++) {
      for (int outputs = 1; outputs <= 40; outputs++) {
        Coordinate half =
            new Coordinate(Coordinates.HALF_PIXEL, length, outputs, outputs, length, 0, 1);
        Coordinate asymmetric =
            new Coordinate(Coordinates.ASYMMETRIC, length, outputs, outputs, length, 0, 1);
        for (int output = 0; output < outputs; output++) {
          int twice = (2 * output + 1) * length;
          if (twice % outputs == 0) {
            assertThat(half.of(output)).isEqualTo((double) twice / outputs / 2 - 0.5);
          }
          if (2 * output * length % outputs == 0) {
            assertThat(asymmetric.of(output)).isEqualTo((double) output * length / outputs);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Interpolation.class)
  void whatIsConstantStaysConstant(Interpolation interpolation) {
    Tensor x = Tensor.of(new double[] {3, 3, 3, 3, 3}, 1, 5);
    for (Coordinates coordinates : Coordinates.values()) {
      for (boolean antialias : new boolean[] {false, true}) {
        for (boolean excludes : new boolean[] {false, true}) {
          Sampling sampling =
              new Sampling(
                  interpolation,
                  Rounding.FLOOR,
                  coordinates,
                  -0.5,
                  antialias && interpolation != Interpolation.NEAREST,
                  excludes,
                  3);
          for (long length : new long[] {0, 1, 2, 3, 5, 9}) {
            for (double found : resample(sampling, x, length)) {
              assertThat(found).as("%s to %d", sampling, length).isEqualTo(3, within(1e-12));
            }
          }
        }
      }
    }
  }

  @Test
  void theNearestIntegerIsItself() {
    Tensor x = Tensor.of(new long[] {Long.MAX_VALUE, Long.MIN_VALUE + 1}, 1, 2);
    Sampling nearest = sampling(Interpolation.NEAREST, Coordinates.ASYMMETRIC);
    Tensor found = Cpu.evaluate(new Resample(1, nearest), x, Tensor.of(new long[] {4}, 1));
    assertThat(found.toLongs())
        .containsExactly(Long.MAX_VALUE, Long.MAX_VALUE, Long.MIN_VALUE + 1, Long.MIN_VALUE + 1);
  }

  @Test
  void aWeightOfZeroDoesNotSpreadNaN() {
    Tensor x = Tensor.of(new float[] {1, Float.NaN, 3}, 1, 3);
    assertThat(resample(sampling(Interpolation.LINEAR, Coordinates.HALF_PIXEL), x, 3))
        .containsExactly(1, Double.NaN, 3);
  }

  @Test
  void whatLiesOutsideOfTheAxisIsExtrapolated() {
    Tensor none = Tensor.of(new long[] {1, 1}, 2);
    Tensor region = Tensor.of(new long[] {0, 2 * UNIT}, 2);
    assertThat(
            resample(
                sampling(Interpolation.LINEAR, Coordinates.CROP_AND_RESIZE), X, 4, none, region))
        .containsExactly(1, 4, -1, -1);
  }

  @Test
  void anEmptyAxisHasNothingToResample() {
    Tensor empty = Tensor.of(new float[0], 1, 0);
    Sampling sampling = sampling(Interpolation.LINEAR, Coordinates.HALF_PIXEL);
    assertThat(resample(sampling, empty, 0)).isEmpty();
    assertThatThrownBy(() -> resample(sampling, empty, 3))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("axis 1 is empty");
  }
}
