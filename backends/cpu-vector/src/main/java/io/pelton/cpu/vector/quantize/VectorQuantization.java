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
  private static final float LIMIT = 1024;

  /** Added to a float of up to 2^22, rounds it to an integer, ties to even, in its last bits. */
  private static final float LAST_BITS = 0x1.8p23f;

  private final DynamicQuantization scalar = DynamicQuantization.scalar();

  @Override
  public float min(float[] x, int at, int count, float least) {
    FloatVector min = FloatVector.broadcast(SPECIES, least);
    int whole = SPECIES.loopBound(count);
    for (int n = 0; n < whole; n += LENGTH) {
      FloatVector value = FloatVector.fromArray(SPECIES, x, at + n);
      min = min.blend(value, value.compare(VectorOperators.LT, min));
    }
    return scalar.min(x, at + whole, count - whole, min.reduceLanes(VectorOperators.MIN));
  }

  @Override
  public float max(float[] x, int at, int count, float most) {
    FloatVector max = FloatVector.broadcast(SPECIES, most);
    int whole = SPECIES.loopBound(count);
    for (int n = 0; n < whole; n += LENGTH) {
      FloatVector value = FloatVector.fromArray(SPECIES, x, at + n);
      max = max.blend(value, value.compare(VectorOperators.GT, max));
    }
    return scalar.max(x, at + whole, count - whole, max.reduceLanes(VectorOperators.MAX));
  }

  @Override
  public void quantize(float[] x, int i, float scale, int zero, byte[] y, int k, int count) {
    int whole = Conversions.HAS_BYTES ? SPECIES.loopBound(count) : 0;
    FloatVector least = FloatVector.broadcast(SPECIES, -LIMIT);
    FloatVector most = FloatVector.broadcast(SPECIES, LIMIT);
    int shift = zero - Float.floatToRawIntBits(LAST_BITS);
    for (int n = 0; n < whole; n += LENGTH) {
      FloatVector steps = FloatVector.fromArray(SPECIES, x, i + n).div(scale);
      FloatVector above = least.blend(steps, steps.compare(VectorOperators.GT, least));
      FloatVector within = above.blend(most, above.compare(VectorOperators.GT, most));
      IntVector integers = within.add(LAST_BITS).reinterpretAsInts().add(shift).max(0).min(255);
      ((ByteVector) integers.convertShape(VectorOperators.I2B, Conversions.BYTES, 0))
          .intoArray(y, k + n);
    }
    scalar.quantize(x, i + whole, scale, zero, y, k + whole, count - whole);
  }
}
