package io.pelton.cpu.vector.reduce;

import io.pelton.cpu.kernel.reduce.FloatSum;
import io.pelton.cpu.kernel.reduce.SoftmaxLoop;
import io.pelton.cpu.kernel.reduce.Summation;
import io.pelton.cpu.vector.math.VectorLoops;
import io.pelton.engine.graph.OpKind;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** Softmax of runs that lie side by side; others are left to the scalar loop. */
public final class VectorSoftmax implements SoftmaxLoop<float[]> {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;

  private final SoftmaxLoop<float[]> scalar = SoftmaxLoop.floats();
  private final float[] partials = new float[Summation.PARTIALS];
  private final VectorSum sum = VectorSum.sum();

  @Override
  public void apply(float[] x, int at, int count, float[] y, int to, int step) {
    if (step != 1) {
      scalar.apply(x, at, count, y, to, step);
      return;
    }
    subtract(x, at, count, max(x, at, count), y, to);
    VectorLoops.UNARY.get(OpKind.EXP).apply(y, to, y, to, count);
    sum.accumulate(y, to, count, partials);
    divide(y, to, count, FloatSum.total(partials));
  }

  /** The largest element; which is taken first does not matter to it. */
  private static float max(float[] x, int at, int count) {
    FloatVector most = FloatVector.broadcast(SPECIES, Float.NEGATIVE_INFINITY);
    int whole = SPECIES.loopBound(count);
    for (int n = 0; n < whole; n += SPECIES.length()) {
      most = most.max(FloatVector.fromArray(SPECIES, x, at + n));
    }
    float max = most.reduceLanes(VectorOperators.MAX);
    for (int n = whole; n < count; n++) {
      max = Math.max(max, x[at + n]);
    }
    return max;
  }

  private static void subtract(float[] x, int at, int count, float less, float[] y, int to) {
    for (int n = 0; n < count; n++) {
      y[to + n] = x[at + n] - less;
    }
  }

  private static void divide(float[] y, int at, int count, float divisor) {
    for (int n = at; n < at + count; n++) {
      y[n] /= divisor;
    }
  }
}
