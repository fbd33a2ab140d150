package io.pelton.cpu.math;

/** The same functions for float64, on {@link StrictMath} where it has them. */
public final class DoubleMath {
  /** p of erf(x) = x + x p(x^2) on |x| <= 1, highest power first; relative error 2^-56. */
  private static final double[] ERF_NEAR = {
    -0x1.abae3eabd433ep-31,
    0x1.d71b0b81ec627p-27,
    -0x1.5c072666fc9ebp-23,
    0x1.b97fd3c272cc7p-20,
    -0x1.f4ca4d6cd641ep-17,
    0x1.f9a2baa8d6482p-14,
    -0x1.c02db03dd574cp-11,
    0x1.565bccf92b25ap-8,
    -0x1.b82ce311fa93ap-6,
    0x1.ce2f21a040d16p-4,
    -0x1.812746b0379bdp-2,
    0x1.06eba8214db68p-3
  };

  /** g of erf(x) = 1 - e^-g(x - 1) on 1 <= x <= 6, highest power first; relative error 2^-59. */
  private static final double[] ERF_FAR = {
    -0x1.2763dc0462724p-40,
    0x1.ff4641b68d4d0p-36,
    -0x1.97d3217e38e17p-32,
    0x1.8bff407b95ca4p-29,
    -0x1.0173e2465556cp-26,
    0x1.c0f219eaffb3ep-25,
    -0x1.a51eb7b9ea4dcp-24,
    -0x1.310ca60ed592ep-23,
    0x1.14527337aa689p-19,
    -0x1.4263e2724c453p-17,
    0x1.c7a4d19e6ea85p-16,
    -0x1.b8dd4c44ae650p-16,
    -0x1.f1b3982c6053cp-13,
    0x1.033f65e8244a6p-9,
    -0x1.48c9d3ed4987ap-7,
    0x1.5477f09c10335p-5,
    0x1.afabc11a29559p-1,
    0x1.51c9b0006c237p+1,
    0x1.d97fbf27aa2a1p+0
  };

  private static final double ROOT_OF_TWO = 1.4142135623730951;

  private static final double LN2 = 0x1.62e42fefa39efp-1;

  private DoubleMath() {}

  /** 1 / (1 + e^-x). NaN gives NaN. */
  public static double sigmoid(double x) {
    double e = StrictMath.exp(-Math.abs(x));
    return (x < 0 ? e : 1.0) / (1.0 + e);
  }

  /** log(1 + e^x). NaN gives NaN. */
  public static double softplus(double x) {
    return Math.max(x, 0.0) + StrictMath.log1p(StrictMath.exp(-Math.abs(x)));
  }

  /** The error function, within 1.5 ulp; keeps the sign of zero. NaN gives NaN. */
  public static double erf(double x) {
    double magnitude = Math.abs(x);
    double near = Math.fma(magnitude, horner(ERF_NEAR, magnitude * magnitude), magnitude);
    double far = 1.0 - StrictMath.exp(-horner(ERF_FAR, Math.min(magnitude, 6.0) - 1.0));
    return Math.copySign(magnitude <= 1.0 ? near : far, x);
  }

  /** {@code x (1 + erf(x / sqrt(2))) / 2} in these steps. NaN gives NaN. */
  public static double gelu(double x) {
    return x * (erf(x / ROOT_OF_TWO) + 1) * 0.5;
  }

  private static double horner(double[] coefficients, double x) {
    double sum = coefficients[0];
    for (int i = 1; i < coefficients.length; i++) {
      sum = Math.fma(sum, x, coefficients[i]);
    }
    return sum;
  }

  /**
   * The inverse hyperbolic sine, within 2.5 ulp; keeps the sign of zero. NaN gives NaN.
   *
   * <p>{@code log(x + sqrt(x^2 + 1))}, in forms that lose no digits of small x and whose squares do
   * not overflow.
   */
  public static double asinh(double x) {
    double magnitude = Math.abs(x);
    if (magnitude < 0x1p-28) {
      return x;
    }
    double square = magnitude * magnitude;
    double value =
        magnitude > 0x1p28
            ? StrictMath.log(magnitude) + LN2
            : StrictMath.log1p(magnitude + square / (1.0 + Math.sqrt(1.0 + square)));
    return Math.copySign(value, x);
  }

  /** The inverse hyperbolic cosine, within 2.5 ulp. What is below 1 gives NaN, as NaN does. */
  public static double acosh(double x) {
    if (x > 0x1p28) {
      return StrictMath.log(x) + LN2;
    }
    if (x < 1.0) {
      return Double.NaN; // the formula's square root is not below t where x is
    }
    double t = x - 1.0;
    return StrictMath.log1p(t + Math.sqrt(t * (t + 2.0)));
  }

  /**
   * The inverse hyperbolic tangent, within 2.5 ulp; keeps the sign of zero. -1 and 1 give
   * infinities; what is beyond them NaN, as NaN does.
   */
  public static double atanh(double x) {
    double magnitude = Math.abs(x);
    if (magnitude < 0x1p-28) {
      return x;
    }
    double value = 0.5 * StrictMath.log1p(2.0 * magnitude / (1.0 - magnitude));
    return Math.copySign(value, x);
  }

  /**
   * x to the power of y; squares are correctly rounded, all else is {@link StrictMath#pow}, but for
   * what IEEE 754 says otherwise: 1 to any power is 1, also to NaN, and so is -1 to infinite ones.
   */
  public static double pow(double x, double y) {
    if (y == 2.0) {
      return x * x;
    }
    return x == 1.0 || (x == -1.0 && Double.isInfinite(y)) ? 1.0 : StrictMath.pow(x, y);
  }
}
