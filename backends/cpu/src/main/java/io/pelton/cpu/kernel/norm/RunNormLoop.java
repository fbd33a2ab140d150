package io.pelton.cpu.kernel.norm;

import io.pelton.cpu.kernel.reduce.Summation;
import io.pelton.engine.tensor.DType;

/**
 * Normalizes runs of one length. Not thread-safe; allocates nothing.
 *
 * @param <A> {@code float[]} or {@code double[]}
 */
@FunctionalInterface
public interface RunNormLoop<A> {
  /**
   * Loops over runs of floats of up to 32 bits.
   *
   * @param isCentred the mean is taken off first
   * @param mean of {@code length} elements
   */
  static RunNormLoop<float[]> floats(
      DType dtype, int length, boolean isCentred, float epsilon, Summation<float[]> mean) {
    return new FloatRunNorm(dtype, length, isCentred, epsilon, mean);
  }

  /**
   * Normalizes runs that lie one behind the other, scales all of them by the same factors and adds
   * the same summands.
   *
   * @param bias null without one
   */
  void apply(A x, int i, int runs, A scale, int s, A bias, int b, A y, int k);
}
