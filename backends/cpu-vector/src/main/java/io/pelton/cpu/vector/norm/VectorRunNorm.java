package io.pelton.cpu.vector.norm;

import io.pelton.cpu.kernel.norm.RunNormLoop;
import io.pelton.cpu.kernel.reduce.Summation;
import io.pelton.cpu.vector.reduce.Partials;
import io.pelton.cpu.vector.reduce.VectorSum;
import io.pelton.engine.tensor.DType;
import java.util.Arrays;

/**
 * Normalizes runs of F32, each step for some runs at a time, so that the latencies of one hide
 * behind the others.
 */
public final class VectorRunNorm implements RunNormLoop<float[]> {
  private static final int RUNS = 8;

  private final int length;
  private final boolean isCentred;
  private final float epsilon;
  private final float[] partials = new float[RUNS * Summation.PARTIALS];
  private final float[] centres = new float[RUNS];
  private final float[] deviations = new float[RUNS];

  private VectorRunNorm(int length, boolean isCentred, float epsilon) {
    this.length = length;
    this.isCentred = isCentred;
    this.epsilon = epsilon;
  }

  /**
   * For floats of up to 32 bits.
   *
   * @param isCentred the mean is taken off first
   */
  public static RunNormLoop<float[]> of(DType dtype, int length, boolean isCentred, float epsilon) {
    return dtype == DType.F32
        ? new VectorRunNorm(length, isCentred, epsilon)
        : RunNormLoop.floats(dtype, length, isCentred, epsilon, VectorSum.mean(length));
  }

  @Override
  public void apply(
      float[] x, int i, int runs, float[] scale, int s, float[] bias, int b, float[] y, int k) {
    for (int run = 0; run < runs; run += RUNS) {
      int some = Math.min(RUNS, runs - run);
      measure(x, i + run * length, some);
      for (int r = 0; r < some; r++) {
        int from = (run + r) * length;
        RunNormSteps.normalize(
            x, i + from, length, centres[r], deviations[r], scale, s, bias, b, y, k + from);
      }
    }
  }

  /** Finds the centres and deviations of some runs. */
  private void measure(float[] x, int i, int runs) {
    if (isCentred) {
      Arrays.fill(partials, 0, runs * Summation.PARTIALS, 0);
      for (int r = 0; r < runs; r++) {
        VectorSum.add(x, i + r * length, length, partials, r * Summation.PARTIALS);
      }
      for (int r = 0; r < runs; r++) {
        centres[r] = Partials.total(partials, r * Summation.PARTIALS) / length;
      }
    }
    for (int r = 0; r < runs; r++) {
      RunNormSteps.sumOfSquares(
          x, i + r * length, length, centres[r], partials, r * Summation.PARTIALS);
    }
    for (int r = 0; r < runs; r++) {
      float variance = Partials.total(partials, r * Summation.PARTIALS) / length;
      deviations[r] = (float) Math.sqrt(variance + epsilon);
    }
  }
}
