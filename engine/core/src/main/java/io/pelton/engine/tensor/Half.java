package io.pelton.engine.tensor;

/** IEEE 754 binary16 and bfloat16 as bit patterns; conversions round to nearest, ties to even. */
public final class Half {
  private Half() {}

  public static float f16ToFloat(short bits) {
    int sign = (bits & 0x8000) << 16;
    int exponent = (bits >>> 10) & 0x1f;
    int mantissa = bits & 0x3ff;
    if (exponent == 0) {
      float magnitude = mantissa * 0x1p-24f;
      return sign == 0 ? magnitude : -magnitude;
    }
    int wide = exponent == 0x1f ? 0xff : exponent - 15 + 127;
    return Float.intBitsToFloat(sign | (wide << 23) | (mantissa << 13));
  }

  public static short floatToF16(float value) {
    int bits = Float.floatToRawIntBits(value);
    int sign = (bits >>> 16) & 0x8000;
    int magnitude = bits & 0x7fffffff;
    if (magnitude >= 0x477ff000) { // 65520, from where on values are rounded to infinity
      return (short) (sign | (magnitude > 0x7f800000 ? 0x7e00 : 0x7c00));
    }
    if (magnitude < 0x38800000) { // 2^-14; the last bit of 0.5 is the smallest half
      float rounded = Float.intBitsToFloat(magnitude) + 0.5f;
      return (short) (sign | (Float.floatToRawIntBits(rounded) - 0x3f000000));
    }
    int even = (magnitude >>> 13) & 1;
    return (short) (sign | ((magnitude + 0xfff + even - ((127 - 15) << 23)) >>> 13));
  }

  /** Rounds once, which a detour over float would not. */
  public static short doubleToF16(double value) {
    int sign = (int) (Double.doubleToRawLongBits(value) >>> 48) & 0x8000;
    if (Double.isNaN(value)) {
      return (short) (sign | 0x7e00);
    }
    double magnitude = Math.abs(value);
    if (magnitude >= 65520.0) {
      return (short) (sign | 0x7c00);
    }
    int exponent = Math.max(Math.getExponent(magnitude), -14);
    long scaled = (long) Math.rint(Math.scalb(magnitude, 10 - exponent));
    // scaled has its implicit bit set for normal numbers; adding lets a carry move to the exponent
    return (short) (sign | (((long) (exponent + 14) << 10) + scaled));
  }

  public static float bf16ToFloat(short bits) {
    return Float.intBitsToFloat(bits << 16);
  }

  public static short floatToBf16(float value) {
    int bits = Float.floatToRawIntBits(value);
    if (Float.isNaN(value)) {
      return (short) ((bits >>> 16) | 0x40);
    }
    return (short) ((bits + 0x7fff + ((bits >>> 16) & 1)) >>> 16);
  }

  /** Rounds once: to odd on the way to float, to nearest from there. */
  public static short doubleToBf16(double value) {
    float rounded = (float) value;
    if (rounded != value && !Float.isNaN(rounded) && !Float.isInfinite(rounded)) {
      int bits = Float.floatToRawIntBits(rounded);
      boolean away = Math.abs((double) rounded) > Math.abs(value);
      rounded = Float.intBitsToFloat((away ? bits - 1 : bits) | 1);
    }
    return floatToBf16(rounded);
  }
}
