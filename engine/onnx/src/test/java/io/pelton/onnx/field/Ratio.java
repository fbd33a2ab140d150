package io.pelton.onnx.field;

import java.math.BigInteger;

/** A rational number, exactly; below is above 0. */
record Ratio(BigInteger above, BigInteger below) {
  static final Ratio HALF = of(1, 2);

  Ratio {
    if (below.signum() <= 0) {
      throw new ArithmeticException(above + " by " + below);
    }
  }

  static Ratio of(long above, long below) {
    return new Ratio(BigInteger.valueOf(above), BigInteger.valueOf(below));
  }

  static Ratio of(long whole) {
    return of(whole, 1);
  }

  Ratio plus(Ratio other) {
    BigInteger sum = above.multiply(other.below).add(other.above.multiply(below));
    return new Ratio(sum, below.multiply(other.below));
  }

  Ratio minus(Ratio other) {
    return plus(new Ratio(other.above.negate(), other.below));
  }

  Ratio times(Ratio other) {
    return new Ratio(above.multiply(other.above), below.multiply(other.below));
  }

  /** By a number above 0. */
  Ratio by(Ratio other) {
    return new Ratio(above.multiply(other.below), below.multiply(other.above));
  }

  int compareTo(Ratio other) {
    return minus(other).above.signum();
  }

  int floor() {
    BigInteger[] parts = above.divideAndRemainder(below);
    return parts[0].intValueExact() - (parts[1].signum() < 0 ? 1 : 0);
  }

  int ceil() {
    return -new Ratio(above.negate(), below).floor();
  }

  double toDouble() {
    return above.doubleValue() / below.doubleValue();
  }
}
