package io.pelton.flink.text;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Scores as the library reads them from JSON. Its parser multiplies or divides the digits by a
 * power of ten, both rounded to double precision, so that with more than 15 digits the last bit may
 * not be that of the nearest number; which of two ways to cut a piece is better may hang on that
 * bit.
 */
final class JsonScore {
  private static final BigInteger MOST = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);
  private static final int LARGEST_POWER = 308;
  private static final double[] POWERS = new double[LARGEST_POWER + 1];

  static {
    for (int i = 0; i < POWERS.length; i++) {
      POWERS[i] = Double.parseDouble("1e" + i);
    }
  }

  private JsonScore() {}

  static double of(JsonPart json) {
    if (!json.node().isNumber()) {
      throw json.wrong("a number");
    }
    BigDecimal number = json.node().decimalValue();
    double score = of(number.unscaledValue().abs(), -(long) number.scale());
    if (!Double.isFinite(score)) {
      throw json.wrong("a number that fits a double");
    }
    return number.signum() < 0 ? -score : score;
  }

  /** Digits times a power of ten; digits that 64 bits have no room for count as zeros. */
  private static double of(BigInteger digits, long exponent) {
    BigInteger kept = digits;
    long power = exponent;
    while (kept.compareTo(MOST) > 0) {
      kept = kept.divide(BigInteger.TEN);
      power++;
    }
    double number = kept.doubleValue();
    while (power < -LARGEST_POWER && number != 0) {
      number /= POWERS[LARGEST_POWER];
      power += LARGEST_POWER;
    }
    if (number == 0) {
      return 0;
    }
    if (power > LARGEST_POWER) {
      return Double.POSITIVE_INFINITY;
    }
    return power < 0 ? number / POWERS[(int) -power] : number * POWERS[(int) power];
  }
}
