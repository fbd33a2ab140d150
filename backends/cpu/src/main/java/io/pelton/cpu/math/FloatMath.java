package io.pelton.cpu.math;

/**
 * exp, sigmoid and tanh of float32. No tables and no branches that depend on data, other than
 * choices between two values, so that vector code can compute the same bits. The polynomials are
 * least-maximum fits on the stated intervals; error bounds are against the exact value, in units in
 * the last place, and hold for denormal results too.
 */
public final class FloatMath {
  private static final float LOG2_E = 0x1.715476p+0f;

  /** ln 2 as the sum of two floats; the first leaves n * ln 2 exact in a fused multiply-add. */
  private static final float LN2_HIGH = 0x1.62e43p-1f;

  private static final float LN2_LOW = -0x1.05c61p-29f;

  /** Added and taken off again, it rounds to an integer, which then stands in the low bits. */
  private static final float ROUNDER = 0x1.8p+23f;

  private static final int ROUNDER_BITS = 0x4b400000;

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

  private static float powerOfTwo(int exponent) {
    return Float.intBitsToFloat((exponent + 127) << 23);
  }

  /** 1 / (1 + e^-x), within 2.5 ulp. NaN gives NaN. */
  public static float sigmoid(float x) {
    float e = exp(-Math.abs(x));
    return (x < 0 ? e : 1.0f) / (1.0f + e);
  }

  /** The hyperbolic tangent, within 2 ulp; keeps the sign of zero. NaN gives NaN. */
  public static float tanh(float x) {
    float magnitude = Math.abs(x);
    // tanh(x) = x + x^3 p(x^2) on |x| <= 0.55, relative error 2^-29
    float square = magnitude * magnitude;
    float p = -0x1.9b3046p-8f;
    p = Math.fma(p, square, 0x1.593d06p-6f);
    p = Math.fma(p, square, -0x1.b9287ap-5f);
    p = Math.fma(p, square, 0x1.110d26p-3f);
    p = Math.fma(p, square, -0x1.55554ap-2f);
    float near = Math.fma(magnitude * square, p, magnitude);
    float far = 1.0f - 2.0f / (exp(magnitude + magnitude) + 1.0f);
    return Math.copySign(magnitude <= 0.55f ? near : far, x);
  }
}
