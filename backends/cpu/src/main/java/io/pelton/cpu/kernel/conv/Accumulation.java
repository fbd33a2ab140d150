package io.pelton.cpu.kernel.conv;

/**
 * One step of a sum for a run of outputs.
 *
 * @param <A> {@code float[]}, {@code double[]} or {@code int[]}
 */
@FunctionalInterface
public interface Accumulation<A> {
  /** {@code y[k + n] += w[j] * x[i + n * step]}, for floats in one rounding. */
  void add(A x, int i, int step, A w, int j, A y, int k, int count);
}
