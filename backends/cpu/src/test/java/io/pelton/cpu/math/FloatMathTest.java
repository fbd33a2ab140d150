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
    assertThat(largestError(FloatMath::tanh, StrictMath::tanh)).isLessThanOrEqualTo(2);
    assertThat(Float.floatToRawIntBits(FloatMath.tanh(-0.0f))).isEqualTo(0x80000000);
    assertThat(FloatMath.tanh(Float.POSITIVE_INFINITY)).isEqualTo(1);
    assertThat(FloatMath.tanh(Float.NEGATIVE_INFINITY)).isEqualTo(-1);
    assertThat(FloatMath.tanh(Float.MIN_VALUE)).isEqualTo(Float.MIN_VALUE);
  }

  /** In units in the last place; NaN where one of the two is NaN alone. */
  private static double largestError(FloatFunction function, DoubleUnaryOperator exact) {
    double largest = 0;
    for (long bits = 0; bits < 1L << 32; bits += STEP) {
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
