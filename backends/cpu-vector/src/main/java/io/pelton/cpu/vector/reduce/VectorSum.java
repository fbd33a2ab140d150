package io.pelton.cpu.vector.reduce;

import io.pelton.cpu.kernel.reduce.FloatSum;
import io.pelton.cpu.kernel.reduce.Summation;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/** {@link FloatSum} with its 16 partial sums in one, two or four vectors. */
public final class VectorSum implements Summation<float[]> {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int LENGTH = SPECIES.length();

  private final Summation<float[]> scalar;

  private VectorSum(Summation<float[]> scalar) {
    this.scalar = scalar;
  }

  public static VectorSum sum() {
    return new VectorSum(FloatSum.sum());
  }

  public static VectorSum mean(int count) {
    return new VectorSum(FloatSum.mean(count));
  }

  @Override
  public void clear(float[] partials, int count) {
    scalar.clear(partials, count);
  }

  @Override
  public void accumulate(float[] x, int at, int count, float[] partials) {
    add(x, at, count, partials, 0);
  }

  /** Adds to the partial sums from {@code p} on. */
  public static void add(float[] x, int at, int count, float[] partials, int p) {
    int whole = count - count % PARTIALS;
    for (int lane = 0; lane < PARTIALS; lane += LENGTH) {
      FloatVector sum = FloatVector.fromArray(SPECIES, partials, p + lane);
      for (int n = lane; n < whole; n += PARTIALS) {
        sum = sum.add(FloatVector.fromArray(SPECIES, x, at + n));
      }
      sum.intoArray(partials, p + lane);
    }
    for (int n = whole; n < count; n++) {
      partials[p + n - whole] += x[at + n];
    }
  }

  @Override
  public void finish(float[] partials, float[] y, int k) {
    scalar.finish(partials, y, k);
  }

  @Override
  public void combine(float[] x, int at, float[] partials, int p, int count) {
    scalar.combine(x, at, partials, p, count);
  }

  @Override
  public void store(float[] partials, float[] y, int k, int count) {
    scalar.store(partials, y, k, count);
  }
}
