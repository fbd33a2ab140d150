package io.pelton.cpu.vector.reduce;

import io.pelton.cpu.kernel.reduce.SoftmaxLoop;
import io.pelton.cpu.kernel.reduce.Summation;
import java.util.Arrays;

/**
 * Softmax of runs that lie side by side, each step for some runs at a time, so that the latencies
 * of one hide behind the others. What has elements apart, NaN or an infinity as its largest element
 * is left to the scalar loop.
 */
public final class VectorSoftmax implements SoftmaxLoop<float[]> {
  private static final int RUNS = 8;

  private final SoftmaxLoop<float[]> scalar = SoftmaxLoop.floats();
  private final float[] partials = new float[RUNS * Summation.PARTIALS];
  private final float[] most = new float[RUNS];

  @Override
  public void apply(float[] x, int at, int count, float[] y, int to, int step) {
    if (step == 1) {
      applyToSome(x, at, 1, count, y, to);
    } else {
      scalar.apply(x, at, count, y, to, step);
    }
  }

  @Override
  public void applyToAll(float[] x, int at, int runs, int count, float[] y, int to) {
    for (int run = 0; run < runs; run += RUNS) {
      int some = Math.min(RUNS, runs - run);
      applyToSome(x, at + run * count, some, count, y, to + run * count);
    }
  }

  private void applyToSome(float[] x, int at, int runs, int count, float[] y, int to) {
    for (int run = 0; run < runs; run++) {
      most[run] = SoftmaxRuns.max(x, at + run * count, count);
    }
    Arrays.fill(partials, 0, runs * Summation.PARTIALS, 0);
    for (int run = 0; run < runs; run++) {
      if (Float.isFinite(most[run])) {
        SoftmaxRuns.powers(
            x,
            at + run * count,
            count,
            1,
            most[run],
            y,
            to + run * count,
            partials,
            run * Summation.PARTIALS);
      } else {
        scalar.apply(x, at + run * count, count, y, to + run * count, 1);
      }
    }
    for (int run = 0; run < runs; run++) {
      if (Float.isFinite(most[run])) {
        float share = 1 / Partials.total(partials, run * Summation.PARTIALS);
        SoftmaxRuns.multiply(y, to + run * count, count, share);
      }
    }
  }
}
