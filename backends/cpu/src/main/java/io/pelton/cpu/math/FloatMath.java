package io.pelton.cpu.math;

/**
 * exp, log, sigmoid, tanh, softplus, erf, gelu and pow of float32. But for pow, no tables and no
 * branches that depend on data, other than choices between two values, so that vector code can
 * compute the same bits. The polynomials are least-maximum fits on the stated intervals; error
 * bounds are against the exact value, in units in the last place, and hold for denormal results
 * too.
 */
public final class FloatMath {
  private static final float LOG2_E = 0x1.715476p+0f;

  /** ln 2 as the sum of two floats; the first leaves n * ln 2 exact in a fused multiply-add. */
  private static final float LN2_HIGH = 0x1.62e43p-1f;

  private static final float LN2_LOW = -0x1.05c61p-29f;

  /** Added and taken off again, it rounds to an integer, which then stands in the low bits. */
  private static final float ROUNDER = 0x1.8p+23f;

  private static final int ROUNDER_BITS = 0x4b400000;

  /** The same, with the bias of exponents on top. */
  private static final float BIASED_ROUNDER = ROUNDER + 127;

  /** From here on tanh rounds to 1, and the powers of two that it is made of are normal. */
  private static final float TANH_LIMIT = 43.0f;

  /** Where {@link #gelu} has a power of -127, which is taken for 0. */
  private static final float GELU_LIMIT = 10.142f;

  /** The bits of the square root of 1/2. */
  private static final int SQRT_HALF_BITS = 0x3f3504f3;

  private FloatMath() {}

  /**
   * e to the power of x, within 1.01 ulp. Overflows to infinity and underflows through the
   * denormals to 0; NaN gives NaN.
   */
  public static float exp(float x) {
    float clamped = Math.max(Math.min(x, 89.0f), -104.0f);
    float shifted = Math.fma(clamped, LOG2_E, ROUNDER);
    int n = Float.floatToRawIntBits(shifted) - ROUNDER_BITS;
    float whole = shifted - ROUNDER;
    float r = Math.fma(whole, -LN2_LOW, Math.fma(whole, -LN2_HIGH, clamped));
    // e^r = 1 + r + r^2 q(r) on |r| <= ln(2) / 2, relative error 2^-28
    float q = 0x1.6a23cep-10f;
    q = Math.fma(q, r, 0x1.123a2p-7f);
    q = Math.fma(q, r, 0x1.5558f2p-5f);
    q = Math.fma(q, r, 0x1.555492p-3f);
    q = Math.fma(q, r, 0x1.fffffcp-2f);
    float p = Math.fma(r * r, q, r) + 1.0f;
    // 2^n in two factors, since n leaves the range of exponents where the result is denormal
    int half = n >> 1;
    return p * powerOfTwo(half) * powerOfTwo(n - half);
  }

  /** 2^n of n + {@link #BIASED_ROUNDER}; 0 where n is -127. */
  private static float biasedPower(float shifted) {
    return Float.intBitsToFloat(Float.floatToRawIntBits(shifted) << 23);
  }

  private static float powerOfTwo(int exponent) {
    return Float.intBitsToFloat((exponent + 127) << 23);
  }

  /** 1 / (1 + e^-x), within 2.5 ulp. NaN gives NaN. */
  public static float sigmoid(float x) {
    float e = exp(-Math.abs(x));
    return (x < 0 ? e : 1.0f) / (1.0f + e);
  }

  /** The hyperbolic tangent, within 2.5 ulp; keeps the sign of zero. NaN gives NaN. */
  public static float tanh(float x) {
    float magnitude = Math.abs(x);
    float low = -(magnitude > TANH_LIMIT ? TANH_LIMIT : magnitude);
    // with t = e^(2 low) - 1, which is exact enough where it is small, tanh(low) = t / (t + 2)
    float shifted = Math.fma(low, 2 * LOG2_E, BIASED_ROUNDER);
    float whole = shifted - BIASED_ROUNDER;
    float r = Math.fma(whole, -0.5f * LN2_HIGH, low);
    // e^2r - 1 = r q(r) on |r| <= ln(2) / 4, relative error 2^-26
    float q = 0x1.6b9c68p-4f;
    q = Math.fma(q, r, 0x1.12254ap-2f);
    q = Math.fma(q, r, 0x1.5556f2p-1f);
    q = Math.fma(q, r, 0x1.5554b4p+0f);
    q = Math.fma(q, r, 0x1.fffffep+0f);
    q = Math.fma(q, r, 2.0f);
    float power = biasedPower(shifted);
    float t = Math.fma(q, r * power, power - 1.0f);
    return Math.copySign(t / (t + 2.0f), x);
  }

  /**
   * x times the share of a standard normal distribution below x. Within 3 ulp from 0 on, and within
   * 5 ulp from -1 on; below, as the share gets small, within 2^-24 of x. -0 gives 0, and NaN NaN.
   */
  public static float gelu(float x) {
    float magnitude = Math.abs(x);
    float m = magnitude > GELU_LIMIT ? GELU_LIMIT : magnitude;
    // the share below -m is 2^-g(m), of which there is nothing left from the limit on
    float g = 0x1.3eed94p-19f;
    g = Math.fma(g, m, -0x1.1c7852p-15f);
    g = Math.fma(g, m, 0x1.502b26p-13f);
    g = Math.fma(g, m, 0x1.a21ab6p-13f);
    g = Math.fma(g, m, -0x1.d442c8p-8f);
    g = Math.fma(g, m, 0x1.ae83cap-5f);
    g = Math.fma(g, m, 0x1.d635a6p-2f);
    g = Math.fma(g, m, 0x1.26aefep+0f);
    g = Math.fma(g, m, 0x1.fffffep-1f);
    float shifted = BIASED_ROUNDER - g;
    float r = (shifted - BIASED_ROUNDER) + g;
    // 2^-r = 1 + r q(r) on |r| <= 1 / 2, relative error 2^-23
    float q = -0x1.5bda96p-10f;
    q = Math.fma(q, r, 0x1.3ce8b2p-7f);
    q = Math.fma(q, r, -0x1.c6b6d8p-5f);
    q = Math.fma(q, r, 0x1.ebf9c2p-3f);
    q = Math.fma(q, r, -0x1.62e42ap-1f);
    float power = biasedPower(shifted);
    float share = Math.fma(q, r * power, power);
    return Math.fma(-m, share, x > 0 ? x : 0.0f);
  }

  /**
   * The natural logarithm, within 1 ulp; of 0 negative infinity, of what is below 0 and of NaN NaN.
   */
  public static float log(float x) {
    boolean isTiny = x < Float.MIN_NORMAL;
    float scaled = isTiny ? x * 0x1p+23f : x;
    // x = 2^n (1 + f), with 1 + f between the square roots of 1/2 and 2
    int bits = Float.floatToRawIntBits(scaled);
    int exponent = (bits - SQRT_HALF_BITS) >> 23;
    float f = Float.intBitsToFloat(bits - (exponent << 23)) - 1.0f;
    float n = isTiny ? exponent - 23 : exponent;
    float log = Math.fma(n, LN2_HIGH, Math.fma(n, LN2_LOW, log1pOfSmall(f)));
    float special = x == 0 ? Float.NEGATIVE_INFINITY : x < 0 ? Float.NaN : x;
    return x > 0 && x < Float.POSITIVE_INFINITY ? log : special;
  }

  /** log(1 + f) for f in [-0.3, 1], within 1 ulp. */
  private static float log1pOfSmall(float f) {
    float s = f / (2.0f + f);
    float z = s * s;
    // log(1 + f) = 2 s + s^3 r(s^2) on s <= 1 / 3, relative error 2^-33
    float r = 0x1.f17334p-3f;
    r = Math.fma(r, z, 0x1.b6e6ccp-3f);
    r = Math.fma(r, z, 0x1.2508b2p-2f);
    r = Math.fma(r, z, 0x1.9996bp-2f);
    r = Math.fma(r, z, 0x1.555558p-1f);
    float half = 0.5f * f * f;
    return f - (half - s * Math.fma(z, r, half));
  }

  /** log(1 + e^x), within 2 ulp; NaN gives NaN. */
  public static float softplus(float x) {
    return Math.max(x, 0.0f) + log1pOfSmall(exp(-Math.abs(x)));
  }

  /** The error function, within 1.5 ulp; keeps the sign of zero. NaN gives NaN. */
  public static float erf(float x) {
    float magnitude = Math.abs(x);
    // erf(x) = x + x p(x^2) on |x| <= 1, relative error 2^-29
    float square = magnitude * magnitude;
    float p = 0x1.4996e6p-14f;
    p = Math.fma(p, square, -0x1.a40952p-11f);
    p = Math.fma(p, square, 0x1.540896p-8f);
    p = Math.fma(p, square, -0x1.b7f97ep-6f);
    p = Math.fma(p, square, 0x1.ce2dp-4f);
    p = Math.fma(p, square, -0x1.81273ep-2f);
    p = Math.fma(p, square, 0x1.06eba8p-3f);
    float near = Math.fma(magnitude, p, magnitude);
    // erf(x) = 1 - e^-g(x) on 1 <= x <= 4, relative error 2^-35; it rounds to 1 from there on
    float a = Math.min(magnitude, 4.0f);
    float g = 0x1.6c069p-16f;
    g = Math.fma(g, a, -0x1.ceeaeep-12f);
    g = Math.fma(g, a, 0x1.1398fap-8f);
    g = Math.fma(g, a, -0x1.9d0bd6p-6f);
    g = Math.fma(g, a, 0x1.bc18dp-4f);
    g = Math.fma(g, a, 0x1.4434fp-1f);
    g = Math.fma(g, a, 0x1.212c2cp+0f);
    g = Math.fma(g, a, -0x1.8b3f28p-13f);
    float far = 1.0f - exp(-g);
    return Math.copySign(magnitude <= 1.0f ? near : far, x);
  }

  /**
   * x to the power of y: computed in float64 and rounded once, so that squares and square roots are
   * correctly rounded; special cases as of {@link DoubleMath#pow}.
   */
  public static float pow(float x, float y) {
    if (y == 2.0f) {
      return x * x;
    }
    if (y == 3.0f) {
      double wide = x;
      return (float) (wide * wide * wide);
    }
    return (float) DoubleMath.pow(x, y);
  }
}
