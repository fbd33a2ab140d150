package io.pelton.cpu.kernel.elementwise;

import io.pelton.engine.tensor.DType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * How numbers are spelled as strings, which is ONNX Runtime's way: C's {@code %.8g} where that
 * reads back to the same number, else with as few more digits as do; NaN, INF, -INF, -0; integers
 * without ".0".
 *
 * <p>Read are decimal numbers with an optional exponent, blanks around them, and NaN, INF, +INF and
 * -INF in any case. Integers may be spelled as decimal numbers too and are truncated towards zero.
 */
final class NumberText {
  private static final int FEWEST_DIGITS = 8;
  private static final int SMALLEST_PLAIN_EXPONENT = -4;

  /** More would be slow to convert to an integer. */
  private static final int LONGEST = 1000;

  private static final double PLAIN_INTEGERS = 1e8;
  private static final Pattern DECIMAL =
      Pattern.compile("[+-]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][+-]?\\d+)?");
  private static final Pattern INTEGER = Pattern.compile("[+-]?\\d+");

  private NumberText() {}

  static String of(float value) {
    return special(value, digits -> digits.floatValue() == value);
  }

  static String of(double value) {
    return special(value, digits -> digits.doubleValue() == value);
  }

  private interface ReadsBack {
    boolean test(BigDecimal digits);
  }

  private static String special(double value, ReadsBack readsBack) {
    if (Double.isNaN(value)) {
      return "NaN";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "INF" : "-INF";
    }
    if (value == 0) {
      return 1 / value > 0 ? "0" : "-0";
    }
    if (value == (long) value && Math.abs(value) < PLAIN_INTEGERS) {
      return Long.toString((long) value);
    }
    return general(value, readsBack);
  }

  private static String general(double value, ReadsBack readsBack) {
    BigDecimal exact = new BigDecimal(value);
    int digits = FEWEST_DIGITS;
    BigDecimal rounded = round(exact, digits);
    while (!readsBack.test(rounded)) {
      digits++;
      rounded = round(exact, digits);
    }
    int exponent = rounded.precision() - rounded.scale() - 1;
    BigDecimal shortest = rounded.stripTrailingZeros();
    return exponent < SMALLEST_PLAIN_EXPONENT || exponent >= digits
        ? scientific(shortest, exponent)
        : shortest.toPlainString();
  }

  private static BigDecimal round(BigDecimal exact, int digits) {
    return exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
  }

  private static String scientific(BigDecimal number, int exponent) {
    BigDecimal mantissa = new BigDecimal(number.unscaledValue(), number.precision() - 1);
    String sign = exponent < 0 ? "e-" : "e+";
    String power = Integer.toString(Math.abs(exponent));
    return mantissa.toPlainString() + sign + (power.length() == 1 ? "0" : "") + power;
  }

  /**
   * @throws NumberFormatException with the reason
   */
  static float toFloat(String text) {
    String number = text.strip();
    return DECIMAL.matcher(number).matches() ? Float.parseFloat(number) : (float) named(number);
  }

  /**
   * @throws NumberFormatException with the reason
   */
  static double toDouble(String text) {
    String number = text.strip();
    return DECIMAL.matcher(number).matches() ? Double.parseDouble(number) : named(number);
  }

  private static double named(String number) {
    return switch (number.toUpperCase(Locale.ROOT)) {
      case "NAN" -> Double.NaN;
      case "INF", "+INF" -> Double.POSITIVE_INFINITY;
      case "-INF" -> Double.NEGATIVE_INFINITY;
      default -> throw new NumberFormatException("it is not a number, NaN, INF or -INF");
    };
  }

  /**
   * Also reads true and false, in any case.
   *
   * @throws NumberFormatException with the reason
   */
  static boolean toBoolean(String text) {
    return switch (text.strip().toUpperCase(Locale.ROOT)) {
      case "TRUE" -> true;
      case "FALSE" -> false;
      default -> toDouble(text) != 0;
    };
  }

  /**
   * @return the bits, extended to 64
   * @throws NumberFormatException with the reason
   */
  static long toInteger(String text, DType dtype) {
    String number = text.strip();
    if (number.length() > LONGEST || !DECIMAL.matcher(number).matches()) {
      throw new NumberFormatException("it is not a number");
    }
    BigInteger value =
        INTEGER.matcher(number).matches() ? new BigInteger(number) : truncated(number, dtype);
    boolean isSigned = dtype.kind() == DType.Kind.SIGNED;
    boolean fits =
        isSigned
            ? value.bitLength() < dtype.bits()
            : value.signum() >= 0 && value.bitLength() <= dtype.bits();
    if (!fits) {
      throw outOfRange(dtype);
    }
    return value.longValue();
  }

  /** Looks at the size first, since a huge exponent would be a huge integer. */
  private static BigInteger truncated(String number, DType dtype) {
    double size = Math.abs(Double.parseDouble(number));
    if (size < 0.5) {
      return BigInteger.ZERO;
    }
    if (size > 0x1p65) {
      throw outOfRange(dtype);
    }
    return new BigDecimal(number).toBigInteger();
  }

  private static NumberFormatException outOfRange(DType dtype) {
    return new NumberFormatException("it is out of range for " + dtype);
  }
}
