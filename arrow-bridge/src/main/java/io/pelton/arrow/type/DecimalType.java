package io.pelton.arrow.type;

import io.pelton.engine.tensor.DType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Decimals of 128 and 256 bits: integers in two's complement, to be divided by a power of ten.
 * Become floats with one rounding, and integers where they are.
 */
public final class DecimalType extends NumberType {
  private static final BigInteger TWO_TO_64 = BigInteger.ONE.shiftLeft(64);
  private static final double[] TENS = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22
  };

  private final int width;
  private final int scale;

  DecimalType(int bits, int scale) {
    this.width = bits / 8;
    this.scale = scale;
  }

  @Override
  public DType dtype() {
    return DType.F64;
  }

  @Override
  public Optional<String> packedBecause() {
    return Optional.of("decimals of " + width * 8 + " bits");
  }

  @Override
  public long bytes(long rows) {
    return rows * width;
  }

  @Override
  public boolean isReal() {
    return false;
  }

  @Override
  public void longs(ByteBuffer values, Rows rows, int from, int count, long[] block) {
    throw new IllegalStateException("decimals are read as such");
  }

  /**
   * Reads doubles.
   *
   * @param nearest whether to round to the nearest; else to odd, so that rounding to any narrower
   *     float next is as if that had been the only rounding
   */
  public void doubles(
      ByteBuffer values, Rows rows, int from, int count, double[] block, boolean nearest) {
    for (int i = 0; i < count; i++) {
      int at = rows.at(from + i) * width;
      long low = values.getLong(at);
      if (scale >= 0 && scale < TENS.length && Math.abs(low) < 1L << 53 && isLong(values, at)) {
        // both are exact, so that the quotient is rounded once
        double quotient = low / TENS[scale];
        block[i] =
            nearest ? quotient : odd(quotient, -Math.fma(quotient, TENS[scale], -(double) low));
      } else {
        block[i] = real(decimal(values, at), nearest);
      }
    }
  }

  private static double real(BigDecimal value, boolean nearest) {
    double rounded = value.doubleValue();
    return nearest || Double.isInfinite(rounded)
        ? rounded
        : odd(rounded, value.compareTo(new BigDecimal(rounded)));
  }

  /** Where something was rounded off, the one of the two neighbours whose last bit is set. */
  private static double odd(double rounded, double rest) {
    if (rest == 0 || (Double.doubleToRawLongBits(rounded) & 1) == 1) {
      return rounded;
    }
    return Math.nextAfter(rounded, rest * Double.POSITIVE_INFINITY);
  }

  /**
   * Reads integers.
   *
   * @param unsigned whether they go to 64 unsigned bits rather than to signed ones
   * @param fits takes whether each is an integer within these bits
   */
  public void longs(
      ByteBuffer values,
      Rows rows,
      int from,
      int count,
      boolean unsigned,
      long[] block,
      boolean[] fits) {
    for (int i = 0; i < count; i++) {
      int at = rows.at(from + i) * width;
      if (scale == 0 && isLong(values, at)) {
        block[i] = values.getLong(at);
        fits[i] = !unsigned || block[i] >= 0;
      } else {
        BigInteger integer = integer(values, at);
        block[i] = integer == null ? 0 : integer.longValue();
        fits[i] =
            integer != null
                && (unsigned
                    ? integer.signum() >= 0 && integer.compareTo(TWO_TO_64) < 0
                    : integer.bitLength() < 64);
      }
    }
  }

  /** Null where it is none, or has more digits than 64 bits. */
  private BigInteger integer(ByteBuffer values, int at) {
    BigDecimal value = decimal(values, at);
    if (value.signum() == 0) {
      return BigInteger.ZERO;
    }
    BigDecimal plain = Math.abs((long) scale) > 80 ? value : value.stripTrailingZeros();
    boolean tooLong = (long) plain.precision() - plain.scale() > 20;
    return plain.scale() > 0 || tooLong ? null : plain.toBigInteger();
  }

  /** The value at a place, in digits. */
  public String text(ByteBuffer values, int place) {
    return decimal(values, place * width).toString();
  }

  private BigDecimal decimal(ByteBuffer values, int at) {
    if (isLong(values, at)) {
      return BigDecimal.valueOf(values.getLong(at), scale);
    }
    byte[] bytes = new byte[width];
    for (int i = 0; i < width; i++) {
      bytes[i] = values.get(at + width - 1 - i);
    }
    return new BigDecimal(new BigInteger(bytes), scale);
  }

  private boolean isLong(ByteBuffer values, int at) {
    long sign = values.getLong(at) >> 63;
    for (int i = 8; i < width; i += 8) {
      if (values.getLong(at + i) != sign) {
        return false;
      }
    }
    return true;
  }
}
