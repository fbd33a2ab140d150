package io.pelton.cpu.math;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DecayTest {
  @Test
  void isWithinAnUlpOfTheExactValue() {
    double largest = 0;
    for (int bits = 0; bits < Float.floatToRawIntBits(87); bits += 509) {
      float x = Float.intBitsToFloat(bits);
      double exact = StrictMath.exp(-(double) x);
      largest = Math.max(largest, Math.abs(Decay.of(x) - exact) / Math.ulp((float) exact));
    }
    assertThat(largest).isLessThanOrEqualTo(1);
  }

  @Test
  void isZeroWhereTheExactValueIsNoNormalFloat() {
    for (float x = 87; x < 200; x += 0.01f) {
      assertThat((double) Decay.of(x))
          .isBetween(StrictMath.exp(-(double) x) - Float.MIN_NORMAL, 1.0001 * StrictMath.exp(-x));
    }
    assertThat(Decay.of(88)).isEqualTo(0);
    assertThat(Decay.of(Float.MAX_VALUE)).isEqualTo(0);
    assertThat(Decay.of(Float.POSITIVE_INFINITY)).isEqualTo(0);
  }

  @Test
  void isOneAtZero() {
    assertThat(Decay.of(0)).isEqualTo(1);
    assertThat(Decay.of(-0.0f)).isEqualTo(1);
    assertThat(Decay.of(Float.NaN)).isNaN();
  }
}
