package io.pelton.cpu.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.MathContext;
import org.junit.jupiter.api.Test;

class DoubleMathTest {
  @Test
  void sigmoid() {
    assertThat(DoubleMath.sigmoid(0)).isEqualTo(0.5);
    assertThat(DoubleMath.sigmoid(-0.8472978603872037)).isCloseTo(0.3, within(1e-15));
    assertThat(DoubleMath.sigmoid(Double.POSITIVE_INFINITY)).isEqualTo(1);
    assertThat(DoubleMath.sigmoid(Double.NEGATIVE_INFINITY)).isEqualTo(0);
    assertThat(DoubleMath.sigmoid(-700)).isCloseTo(StrictMath.exp(-700), within(1e-315));
    assertThat(DoubleMath.sigmoid(Double.NaN)).isNaN();
  }

  @Test
  void softplus() {
    assertThat(DoubleMath.softplus(0)).isCloseTo(0.6931471805599453, within(1e-16));
    assertThat(DoubleMath.softplus(-700)).isCloseTo(StrictMath.exp(-700), within(1e-315));
    assertThat(DoubleMath.softplus(40)).isEqualTo(40);
    assertThat(DoubleMath.softplus(Double.POSITIVE_INFINITY)).isPositive().isInfinite();
    assertThat(DoubleMath.softplus(Double.NEGATIVE_INFINITY)).isEqualTo(0);
    assertThat(DoubleMath.softplus(Double.NaN)).isNaN();
  }

  @Test
  void erf() {
    for (double x = 0x1p-30; x < 7; x = x < 0.01 ? x * 1.37 : x + 0.0173) {
      double expected = exactErf(x);
      assertThat(Math.abs(DoubleMath.erf(x) - expected) / Math.ulp(expected))
          .as("ulps of erf(%s)", x)
          .isLessThanOrEqualTo(1.5);
      assertThat(DoubleMath.erf(-x)).isEqualTo(-DoubleMath.erf(x));
    }
    assertThat(DoubleMath.erf(-0.0)).isEqualTo((Object) (-0.0));
    assertThat(DoubleMath.erf(Double.MIN_VALUE)).isEqualTo(Double.MIN_VALUE);
    assertThat(DoubleMath.erf(Double.POSITIVE_INFINITY)).isEqualTo(1);
    assertThat(DoubleMath.erf(Double.NEGATIVE_INFINITY)).isEqualTo(-1);
    assertThat(DoubleMath.erf(Double.NaN)).isNaN();
  }

  /** Its power series, in decimals that the alternating terms can't use up. */
  private static double exactErf(double x) {
    MathContext digits = new MathContext(60);
    BigDecimal square = new BigDecimal(x).pow(2);
    BigDecimal term = new BigDecimal(x);
    BigDecimal sum = term;
    for (int n = 1; term.abs().compareTo(new BigDecimal("1e-40")) > 0; n++) {
      term = term.multiply(square, digits).negate().divide(BigDecimal.valueOf(n), digits);
      sum = sum.add(term.divide(BigDecimal.valueOf(2L * n + 1), digits), digits);
    }
    BigDecimal pi = new BigDecimal("3.14159265358979323846264338327950288419716939937511");
    return sum.multiply(BigDecimal.valueOf(2)).divide(pi.sqrt(digits), digits).doubleValue();
  }

  @Test
  void pow() {
    assertThat(DoubleMath.pow(0.1, 2)).isEqualTo(0.1 * 0.1);
    assertThat(DoubleMath.pow(-2, 3)).isEqualTo(-8);
    assertThat(DoubleMath.pow(Double.NaN, 0)).isEqualTo(1);
  }
}
