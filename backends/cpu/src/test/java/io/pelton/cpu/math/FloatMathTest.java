package io.pelton.cpu.math;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** Against float64, on every 509th of all floats: all exponents, both signs, NaN included. */
class FloatMathTest {
  private static final int STEP = 509;

  private interface FloatFunction {
    float apply(float x);
  }

  @Test
  void exp() {
    assertThat(largestError(FloatMath::exp, StrictMath::exp)).isLessThanOrEqualTo(1.01);
    assertThat(FloatMath.exp(0)).isEqualTo(1);
    assertThat(FloatMath.exp(-0.0f)).isEqualTo(1);
    assertThat(FloatMath.exp(Float.POSITIVE_INFINITY)).isEqualTo(Float.POSITIVE_INFINITY);
    assertThat(FloatMath.exp(Float.NEGATIVE_INFINITY)).isEqualTo(0);
    assertThat(FloatMath.exp(0x1.62e42ep6f)).isFinite();
    assertThat(FloatMath.exp(0x1.62e43p6f)).isInfinite();
    assertThat(FloatMath.exp(-103.97f)).isEqualTo(Float.MIN_VALUE);
    assertThat(FloatMath.exp(-103.98f)).isEqualTo(0);
  }

  @Test
  void sigmoid() {
    assertThat(largestError(FloatMath::sigmoid, DoubleMath::sigmoid)).isLessThanOrEqualTo(2.5);
    assertThat(FloatMath.sigmoid(0)).isEqualTo(0.5f);
    assertThat(FloatMath.sigmoid(Float.POSITIVE_INFINITY)).isEqualTo(1);
    assertThat(FloatMath.sigmoid(Float.NEGATIVE_INFINITY)).isEqualTo(0);
    assertThat(FloatMath.sigmoid(-100)).isGreaterThan(0);
  }

  @Test
  void tanh() {
    assertThat(largestError(FloatMath::tanh, StrictMath::tanh)).isLessThanOrEqualTo(2.5);
    assertThat(Float.floatToRawIntBits(FloatMath.tanh(-0.0f))).isEqualTo(0x80000000);
    assertThat(FloatMath.tanh(Float.POSITIVE_INFINITY)).isEqualTo(1);
    assertThat(FloatMath.tanh(Float.NEGATIVE_INFINITY)).isEqualTo(-1);
    assertThat(FloatMath.tanh(Float.MIN_VALUE)).isEqualTo(Float.MIN_VALUE);
  }

  @Test
  void log() {
    assertThat(largestError(FloatMath::log, StrictMath::log)).isLessThanOrEqualTo(1);
    assertThat(FloatMath.log(1)).isEqualTo(0);
    assertThat(FloatMath.log(0)).isEqualTo(Float.NEGATIVE_INFINITY);
    assertThat(FloatMath.log(-0.0f)).isEqualTo(Float.NEGATIVE_INFINITY);
    assertThat(FloatMath.log(-Float.MIN_VALUE)).isNaN();
    assertThat(FloatMath.log(Float.NEGATIVE_INFINITY)).isNaN();
    assertThat(FloatMath.log(Float.POSITIVE_INFINITY)).isEqualTo(Float.POSITIVE_INFINITY);
    assertThat(FloatMath.log(Float.MIN_VALUE)).isEqualTo((float) StrictMath.log(Float.MIN_VALUE));
  }

  @Test
  void softplus() {
    assertThat(largestError(FloatMath::softplus, DoubleMath::softplus)).isLessThanOrEqualTo(2);
    assertThat(FloatMath.softplus(Float.POSITIVE_INFINITY)).isEqualTo(Float.POSITIVE_INFINITY);
    assertThat(FloatMath.softplus(Float.NEGATIVE_INFINITY)).isEqualTo(0);
    assertThat(FloatMath.softplus(-100)).isGreaterThan(0);
    assertThat(FloatMath.softplus(1000)).isEqualTo(1000);
  }

  @Test
  void erf() {
    assertThat(largestError(FloatMath::erf, DoubleMath::erf)).isLessThanOrEqualTo(1.5);
    assertThat(Float.floatToRawIntBits(FloatMath.erf(-0.0f))).isEqualTo(0x80000000);
    assertThat(FloatMath.erf(Float.POSITIVE_INFINITY)).isEqualTo(1);
    assertThat(FloatMath.erf(Float.NEGATIVE_INFINITY)).isEqualTo(-1);
    assertThat(FloatMath.erf(Float.MIN_VALUE)).isEqualTo(Float.MIN_VALUE);
  }

  @Test
  void gelu() {
    double fromZero = 0;
    double fromMinusOne = 0;
    double below = 0;
    for (long bits = 0; bits < 1L << 32; bits += STEP) {
      float x = Float.intBitsToFloat((int) bits);
      if (x >= 0) {
        fromZero = Math.max(fromZero, error(FloatMath.gelu(x), x * share(x)));
      } else if (x >= -1) {
        fromMinusOne = Math.max(fromMinusOne, error(FloatMath.gelu(x), x * share(x)));
      } else if (x < -1) {
        below = Math.max(below, Math.abs(FloatMath.gelu(x) / x - share(x)));
      }
    }
    assertThat(fromZero).isLessThanOrEqualTo(3);
    assertThat(fromMinusOne).isLessThanOrEqualTo(5);
    assertThat(below).isLessThanOrEqualTo(0x1p-24);
    assertThat(FloatMath.gelu(Float.NaN)).isNaN();
    assertThat(Float.floatToRawIntBits(FloatMath.gelu(-0.0f))).isEqualTo(0);
    assertThat(FloatMath.gelu(Float.POSITIVE_INFINITY)).isEqualTo(Float.POSITIVE_INFINITY);
    assertThat(FloatMath.gelu(Float.NEGATIVE_INFINITY)).isEqualTo(0);
    assertThat(FloatMath.gelu(-Float.MAX_VALUE)).isEqualTo(0);
    assertThat(FloatMath.gelu(Float.MAX_VALUE)).isEqualTo(Float.MAX_VALUE);
  }

  /** The share of a standard normal distribution below x. */
  private static double share(double x) {
    return x < -2 ? tail(-x) : (DoubleMath.erf(x / Math.sqrt(2)) + 1) / 2;
  }

  /** The same below -x, by a continued fraction. */
  private static double tail(double x) {
    double rest = x;
    for (int k = 80; k > 0; k--) {
      rest = x + k / rest;
    }
    return StrictMath.exp(-x * x / 2) / (rest * Math.sqrt(2 * Math.PI));
  }

  @Test
  void powersAreRoundedOnce() {
    for (float exponent : new float[] {0, 0.5f, 1, 2, 3, -1, -0.5f, 1.7f, 31, -2}) {
      assertThat(
              largestError(
                  x -> FloatMath.pow(x, exponent), x -> StrictMath.pow(x, exponent), 64 * STEP))
          .as("power of %s", exponent)
          .isLessThanOrEqualTo(0.5 + 1e-6);
    }
    assertThat(FloatMath.pow(Float.NaN, 0)).isEqualTo(1);
    assertThat(FloatMath.pow(1, Float.NaN)).isEqualTo(1);
    assertThat(FloatMath.pow(-1, Float.NEGATIVE_INFINITY)).isEqualTo(1);
    assertThat(FloatMath.pow(-8, 1 / 3f)).isNaN();
    assertThat(FloatMath.pow(-0.0f, 3)).isEqualTo(-0.0f);
    assertThat(FloatMath.pow(-0.0f, 2)).isEqualTo(0.0f);
    assertThat(FloatMath.pow(0, -1)).isEqualTo(Float.POSITIVE_INFINITY);
  }

  /** In units in the last place; NaN where one of the two is NaN alone. */
  private static double largestError(FloatFunction function, DoubleUnaryOperator exact) {
    return largestError(function, exact, STEP);
  }

  private static double largestError(FloatFunction function, DoubleUnaryOperator exact, int step) {
    double largest = 0;
    for (long bits = 0; bits < 1L << 32; bits += step) {
      float x = Float.intBitsToFloat((int) bits);
      largest = Math.max(largest, error(function.apply(x), exact.applyAsDouble(x)));
    }
    return largest;
  }

  private static double error(float found, double expected) {
    float rounded = (float) expected;
    if (Float.compare(found, rounded) == 0) {
      return Math.abs(found) < Float.POSITIVE_INFINITY
          ? Math.abs(found - expected) / Math.ulp(rounded)
          : 0;
    }
    return Math.abs(found - expected) / Math.ulp(Math.min(Math.abs(rounded), Float.MAX_VALUE));
  }
}
