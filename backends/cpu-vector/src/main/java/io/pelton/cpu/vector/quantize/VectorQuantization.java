package io.pelton.cpu.vector.quantize;

import io.pelton.cpu.kernel.quantize.DynamicQuantization;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** The loops of DynamicQuantize by vectors. */
public final class VectorQuantization implements DynamicQuantization {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int LENGTH = SPECIES.length();

  /** Beyond every byte, and small enough for {@link #LAST_BITS}. */
  private static final float LIMIT = 512;

  /** Added to a float of up to 2^22, rounds it to an integer, ties to even, in its last bits. */
  private static final float LAST_BITS = 0x1.8p23f;

  /**
   * A product with the reciprocal of the scale differs from the quotient by three roundings, which
   * are less than 1e-4 within the limit. So far from a tie, both round alike.
   */
  private static final float FAR_FROM_TIES = 0.4999f;

  /** Within this range, the reciprocal is a normal number, too. */
  private static final float SMALLEST_SCALE = 0x1p-100f;

  private static final float LARGEST_SCALE = 0x1p100f;

  private final DynamicQuantization scalar = DynamicQuantization.scalar();

  @Override
  public void extend(float[] range, float[] x, int at, int count) {
    FloatVector min = FloatVector.broadcast(SPECIES, range[0]);
    FloatVector max = FloatVector.broadcast(SPECIES, range[1]);
    int whole = SPECIES.loopBound(count);
    for (int n = 0; n < whole; n += LENGTH) {
      FloatVector value = FloatVector.fromArray(SPECIES, x, at + n);
      min = min.blend(value, value.compare(VectorOperators.LT, min));
      max = max.blend(value, value.compare(VectorOperators.GT, max));
    }
    range[0] = min.reduceLanes(VectorOperators.MIN);
    range[1] = max.reduceLanes(VectorOperators.MAX);
    scalar.extend(range, x, at + whole, count - whole);
  }

  @Override
  public void quantize(float[] x, int i, float scale, int zero, byte[] y, int k, int count) {
    boolean isFast = Conversions.HAS_BYTES && scale > SMALLEST_SCALE && scale < LARGEST_SCALE;
    int whole = isFast ? SPECIES.loopBound(count) : 0;
    FloatVector least = FloatVector.broadcast(SPECIES, -LIMIT);
    FloatVector most = FloatVector.broadcast(SPECIES, LIMIT);
    float reciprocal = 1 / scale;
    int shift = zero - Float.floatToRawIntBits(LAST_BITS);
    for (int n = 0; n < whole; n += LENGTH) {
      FloatVector steps = FloatVector.fromArray(SPECIES, x, i + n).mul(reciprocal);
      FloatVector above = least.blend(steps, steps.compare(VectorOperators.GT, least));
      FloatVector within = above.blend(most, above.compare(VectorOperators.GT, most));
      FloatVector rounded = within.add(LAST_BITS);
      FloatVector rest = within.sub(rounded.sub(LAST_BITS)).abs();
      if (rest.compare(VectorOperators.GT, FAR_FROM_TIES).anyTrue()) {
        scalar.quantize(x, i + n, scale, zero, y, k + n, LENGTH);
      } else {
        IntVector integers = rounded.reinterpretAsInts().add(shift).max(0).min(255);
        ((ByteVector) integers.convertShape(VectorOperators.I2B, Conversions.BYTES, 0))
            .intoArray(y, k + n);
      }
    }
    scalar.quantize(x, i + whole, scale, zero, y, k + whole, count - whole);
  }
}
