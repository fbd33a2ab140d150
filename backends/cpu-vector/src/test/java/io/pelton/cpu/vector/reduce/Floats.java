package io.pelton.cpu.vector.reduce;

import java.util.Random;

/** Arrays of floats to compare loops on. */
public final class Floats {
  private static final float[] SPECIAL = {
    0,
    -0f,
    Float.MIN_VALUE,
    -Float.MIN_VALUE,
    Float.MIN_NORMAL,
    Float.MAX_VALUE,
    -Float.MAX_VALUE,
    Float.POSITIVE_INFINITY,
    Float.NEGATIVE_INFINITY,
    Float.NaN,
    Float.intBitsToFloat(0xffc00001),
    Float.intBitsToFloat(0x7fc12345),
    -103.5f,
    -87.5f,
    -1e30f
  };

  private Floats() {}

  /**
   * @param oneIn of so many elements one is special; 0 for none
   */
  public static float[] next(Random random, int count, int oneIn) {
    float[] numbers = new float[count];
    float spread = random.nextBoolean() ? 3 : 60;
    float centre = random.nextInt(3) * 100 - 100;
    for (int i = 0; i < count; i++) {
      numbers[i] =
          oneIn > 0 && random.nextInt(oneIn) == 0
              ? SPECIAL[random.nextInt(SPECIAL.length)]
              : centre + (float) random.nextGaussian() * spread;
    }
    return numbers;
  }

  /** All NaN alike. */
  public static int[] bits(float[] numbers) {
    int[] bits = new int[numbers.length];
    for (int i = 0; i < bits.length; i++) {
      bits[i] = Float.floatToIntBits(numbers[i]);
    }
    return bits;
  }
}
