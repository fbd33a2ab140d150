package io.pelton.cpu.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.MathContext;
import org.junit.jupiter.api.Test;

class DoubleMathTest {
  private static final MathContext DIGITS = new MathContext(70);

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
  void inverseHyperbolicSine() {
    for (double x = 0x1p-29; x < 0x1p40; x *= 1.063) {
      double y = DoubleMath.asinh(x);
      assertBetween(x, exp(y, -2.5), exp(y, 2.5), 0, "asinh");
      assertThat(DoubleMath.asinh(-x)).isEqualTo(-y);
    }
    assertThat(DoubleMath.asinh(Double.MIN_VALUE)).isEqualTo(Double.MIN_VALUE);
    assertThat(DoubleMath.asinh(-0.0)).isEqualTo((Object) (-0.0));
    assertThat(DoubleMath.asinh(Double.MAX_VALUE)).isCloseTo(710.4758600739439, within(2e-13));
    assertThat(DoubleMath.asinh(Double.NEGATIVE_INFINITY)).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(DoubleMath.asinh(Double.NaN)).isNaN();
  }

  @Test
  void inverseHyperbolicCosine() {
    for (double t = 0x1p-50; t < 0x1p40; t *= 1.063) {
      double y = DoubleMath.acosh(1 + t);
      assertBetween(1 + t, exp(y, -2.5), exp(y, 2.5), 1, "acosh");
    }
    assertThat(DoubleMath.acosh(1)).isEqualTo(0.0);
    assertThat(DoubleMath.acosh(Math.nextDown(1))).isNaN();
    assertThat(DoubleMath.acosh(-5)).isNaN();
    assertThat(DoubleMath.acosh(-1e9)).isNaN();
    assertThat(DoubleMath.acosh(-Double.MAX_VALUE)).isNaN();
    assertThat(DoubleMath.acosh(Double.NEGATIVE_INFINITY)).isNaN();
    assertThat(DoubleMath.acosh(Double.MAX_VALUE)).isCloseTo(710.4758600739439, within(2e-13));
    assertThat(DoubleMath.acosh(Double.POSITIVE_INFINITY)).isPositive().isInfinite();
    assertThat(DoubleMath.acosh(Double.NaN)).isNaN();
  }

  @Test
  void inverseHyperbolicTangent() {
    for (double x = 0x1p-29; x < 1; x = x < 0.1 ? x * 1.063 : x + 0.0051) {
      double y = DoubleMath.atanh(x);
      assertBetween(x, exp(y, -2.5), exp(y, 2.5), 2, "atanh");
      assertThat(DoubleMath.atanh(-x)).isEqualTo(-y);
    }
    double last = Math.nextDown(1);
    double y = DoubleMath.atanh(last);
    assertBetween(last, exp(y, -2.5), exp(y, 2.5), 2, "atanh");
    assertThat(DoubleMath.atanh(1)).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(DoubleMath.atanh(-1)).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(DoubleMath.atanh(Math.nextUp(1))).isNaN();
    assertThat(DoubleMath.atanh(Double.NEGATIVE_INFINITY)).isNaN();
    assertThat(DoubleMath.atanh(Double.MIN_VALUE)).isEqualTo(Double.MIN_VALUE);
    assertThat(DoubleMath.atanh(-0.0)).isEqualTo((Object) (-0.0));
    assertThat(DoubleMath.atanh(Double.NaN)).isNaN();
  }

  /**
   * An inverse is so many ulps exact when x lies between what the function gives so far below and
   * above it: {@code (e - 1 / e) / 2} of sinh, with a plus of cosh, and their quotient of tanh.
   *
   * @param function 0 to 2
   */
  private static void assertBetween(
      double x, BigDecimal low, BigDecimal high, int function, String name) {
    BigDecimal exact = new BigDecimal(x);
    assertThat(exact).as("%s(%s)", name, x).isBetween(of(function, low), of(function, high));
  }

  private static BigDecimal of(int function, BigDecimal e) {
    BigDecimal inverse = BigDecimal.ONE.divide(e, DIGITS);
    BigDecimal sine = e.subtract(inverse, DIGITS);
    BigDecimal cosine = e.add(inverse, DIGITS);
    return function == 2
        ? sine.divide(cosine, DIGITS)
        : (function == 0 ? sine : cosine).divide(BigDecimal.valueOf(2), DIGITS);
  }

  /** e to the power of y and some of its ulps: its power series for a 1024th of it. */
  private static BigDecimal exp(double y, double ulps) {
    BigDecimal exact = new BigDecimal(y).add(new BigDecimal(Math.ulp(y) * ulps));
    BigDecimal part = exact.divide(BigDecimal.valueOf(1024), DIGITS);
    BigDecimal term = BigDecimal.ONE;
    BigDecimal sum = term;
    for (int n = 1; term.signum() != 0 && term.scale() - term.precision() < 70; n++) {
      term = term.multiply(part, DIGITS).divide(BigDecimal.valueOf(n), DIGITS);
      sum = sum.add(term, DIGITS);
    }
    return sum.pow(1024, DIGITS);
  }

  @Test
  void pow() {
    assertThat(DoubleMath.pow(0.1, 2)).isEqualTo(0.1 * 0.1);
    assertThat(DoubleMath.pow(-2, 3)).isEqualTo(-8);
    assertThat(DoubleMath.pow(Double.NaN, 0)).isEqualTo(1);
    assertThat(DoubleMath.pow(1, Double.NaN)).isEqualTo(1);
    assertThat(DoubleMath.pow(1, Double.NEGATIVE_INFINITY)).isEqualTo(1);
    assertThat(DoubleMath.pow(-1, Double.POSITIVE_INFINITY)).isEqualTo(1);
    assertThat(DoubleMath.pow(-1, Double.NaN)).isNaN();
    assertThat(DoubleMath.pow(-2, Double.NEGATIVE_INFINITY)).isEqualTo(0);
  }
}
