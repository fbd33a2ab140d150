package io.pelton.cpu.kernel.matmul;

/**
 * A row times a matrix.
 *
 * @param <A> {@code float[]}, {@code double[]} or {@code long[]}
 */
@FunctionalInterface
public interface RowProduct<A> {
  static RowProduct<float[]> floats() {
    return RowProducts::floats;
  }

  static RowProduct<double[]> doubles() {
    return RowProducts::doubles;
  }

  /**
   * {@code c[ct + j] = sum over i of a[at + i] * b[bt + i * columns + j]}, starting from 0.
   *
   * @param inner length of the row of {@code a}
   * @param columns length of the row of {@code c}
   */
  void multiply(A a, int at, A b, int bt, A c, int ct, int inner, int columns);
}
