package io.pelton.cpu.vector.quantize;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/** Loops between bytes, integers and floats. */
final class Conversions {
  private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;
  private static final int LENGTH = FLOATS.length();

  /** As many bytes as there are floats; of the shortest shape where there are too few for one. */
  static final VectorSpecies<Byte> BYTES =
      VectorSpecies.of(byte.class, VectorShape.forBitSize(Math.max(64, 8 * LENGTH)));

  /** Bytes have vectors from 64 bits on. */
  static final boolean HAS_BYTES = BYTES.length() == LENGTH;

  /** Added to a float of up to 2^24, rounds it to a multiple of 2^12, which its last bits count. */
  private static final float HIGH = 0x1.8p35f;

  /** Added to a float of up to 2^11, puts it into its last bits. */
  private static final float LOW = 0x1.8p23f;

  private static final int HIGH_BITS = Float.floatToRawIntBits(HIGH);
  private static final int LOW_BITS = Float.floatToRawIntBits(LOW);

  private Conversions() {}

  /** {@code y = (x & mask) - zero}. */
  static void less(byte[] x, int i, int mask, int zero, float[] y, int k, int count) {
    int n = 0;
    if (HAS_BYTES) {
      for (; n <= count - LENGTH; n += LENGTH) {
        IntVector integers =
            (IntVector)
                ByteVector.fromArray(BYTES, x, i + n).convertShape(VectorOperators.B2I, INTS, 0);
        ((FloatVector) integers.and(mask).sub(zero).convert(VectorOperators.I2F, 0))
            .intoArray(y, k + n);
      }
    }
    for (; n < count; n++) {
      y[k + n] = (x[i + n] & mask) - zero;
    }
  }

  /** Adds floats that are integers of up to 2^24 to integers. */
  static void add(float[] x, int i, int[] y, int k, int count) {
    int n = 0;
    for (; n <= count - LENGTH; n += LENGTH) {
      FloatVector value = FloatVector.fromArray(FLOATS, x, i + n);
      FloatVector high = value.add(HIGH);
      FloatVector low = value.sub(high.sub(HIGH)).add(LOW);
      IntVector whole =
          high.reinterpretAsInts()
              .sub(HIGH_BITS)
              .lanewise(VectorOperators.LSHL, 12)
              .add(low.reinterpretAsInts().sub(LOW_BITS));
      IntVector.fromArray(INTS, y, k + n).add(whole).intoArray(y, k + n);
    }
    for (; n < count; n++) {
      y[k + n] += (int) x[i + n];
    }
  }

  /** {@code y = x * factor + bias}; a null bias is none. */
  static void scale(int[] x, int i, float[] factors, float[] bias, float[] y, int k, int count) {
    int n = 0;
    for (; n <= count - LENGTH; n += LENGTH) {
      ((FloatVector) IntVector.fromArray(INTS, x, i + n).convert(VectorOperators.I2F, 0))
          .intoArray(y, k + n);
    }
    for (; n < count; n++) {
      y[k + n] = x[i + n];
    }
    scale(factors, bias, y, k, count);
  }

  /** {@code y = y * factor + bias}; a null bias is none. */
  static void scale(float[] factors, float[] bias, float[] y, int k, int count) {
    if (bias != null) {
      scaleAndAdd(factors, bias, y, k, count);
      return;
    }
    int n = 0;
    for (; n <= count - LENGTH; n += LENGTH) {
      FloatVector.fromArray(FLOATS, y, k + n)
          .mul(FloatVector.fromArray(FLOATS, factors, n))
          .intoArray(y, k + n);
    }
    for (; n < count; n++) {
      y[k + n] *= factors[n];
    }
  }

  private static void scaleAndAdd(float[] factors, float[] bias, float[] y, int k, int count) {
    int n = 0;
    for (; n <= count - LENGTH; n += LENGTH) {
      FloatVector.fromArray(FLOATS, y, k + n)
          .mul(FloatVector.fromArray(FLOATS, factors, n))
          .add(FloatVector.fromArray(FLOATS, bias, n))
          .intoArray(y, k + n);
    }
    for (; n < count; n++) {
      y[k + n] = y[k + n] * factors[n] + bias[n];
    }
  }
}
