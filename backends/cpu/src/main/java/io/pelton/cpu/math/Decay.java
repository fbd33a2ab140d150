package io.pelton.cpu.math;

/** Powers of e of up to 1, as softmax and its vector twin need them. */
public final class Decay {
  private static final float LOG2_E = 0x1.715476p+0f;
  private static final float LN2_HIGH = 0x1.62e43p-1f;
  private static final float LN2_LOW = -0x1.05c61p-29f;

  /** Added, it rounds to an integer, whose power of two then has its exponent in the low bits. */
  private static final float ROUNDER = 0x1.8p+23f + 127;

  /** Where the power of two has the exponent of 0. */
  private static final float LIMIT = 88;

  private Decay() {}

  /**
   * e to the power of -x, within 1 ulp and the smallest normal float; 0 from 87.7 on. NaN gives
   * NaN.
   *
   * @param x not below 0
   */
  public static float of(float x) {
    float near = x > LIMIT ? LIMIT : x;
    float shifted = Math.fma(near, -LOG2_E, ROUNDER);
    float whole = shifted - ROUNDER;
    float r = Math.fma(whole, -LN2_LOW, Math.fma(whole, -LN2_HIGH, -near));
    // e^r = 1 + r + r^2 q(r) on |r| <= ln(2) / 2, relative error 2^-28
    float q = 0x1.6a23cep-10f;
    q = Math.fma(q, r, 0x1.123a2p-7f);
    q = Math.fma(q, r, 0x1.5558f2p-5f);
    q = Math.fma(q, r, 0x1.555492p-3f);
    q = Math.fma(q, r, 0x1.fffffcp-2f);
    float p = Math.fma(Math.fma(q, r, 1.0f), r, 1.0f);
    return p * Float.intBitsToFloat(Float.floatToRawIntBits(shifted) << 23);
  }
}
