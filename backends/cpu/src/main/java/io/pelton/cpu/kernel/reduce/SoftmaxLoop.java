package io.pelton.cpu.kernel.reduce;

/**
 * Softmax of one run of elements. Not thread-safe; allocates nothing.
 *
 * @param <A> {@code float[]} or {@code double[]}
 */
@FunctionalInterface
public interface SoftmaxLoop<A> {
  static SoftmaxLoop<float[]> floats() {
    return new FloatSoftmax();
  }

  static SoftmaxLoop<double[]> doubles() {
    return new DoubleSoftmax();
  }

  /**
   * Softmax of {@code count} elements from {@code x[at]}, to {@code y[to + n * step]}; with a step
   * of 1 both may be the same run.
   */
  void apply(A x, int at, int count, A y, int to, int step);

  /** Softmax of runs that lie one behind the other, to runs that do. */
  default void applyToAll(A x, int at, int runs, int count, A y, int to) {
    for (int run = 0; run < runs; run++) {
      apply(x, at + run * count, count, y, to + run * count, 1);
    }
  }
}
