package io.pelton.cpu.kernel.step;

import io.pelton.cpu.block.Lane;
import io.pelton.engine.graph.Activation;
import io.pelton.engine.tensor.DType;

/**
 * Elementwise steps on results in place. Each is rounded to the results' dtype, so that a chain of
 * steps has the bits of a chain of nodes. Allocates nothing.
 *
 * @param <A> {@code float[]} or {@code double[]}
 */
public interface Steps<A> {
  /** Steps on F32, or on halves that are held in floats. */
  static Steps<float[]> floats(DType dtype) {
    return new FloatSteps(dtype);
  }

  /** Steps on F64. */
  static Steps<double[]> doubles() {
    return new DoubleSteps();
  }

  /** The lane that holds the results. */
  Lane<A> lane();

  /** What a node does as it stores its results. */
  void round(A y, int at, int count);

  /** {@code y = y + x}. */
  void add(A y, int at, A x, int from, int count);

  /**
   * {@code y = activation(y + x)} for rows of {@code y} that lie one after the other and one row of
   * {@code x}.
   */
  void addRow(Activation activation, A y, int at, A x, int from, int rows, int columns);

  /** {@code y = y + x[from]}. */
  void addSingle(A y, int at, A x, int from, int count);

  /** {@code y = y * x}, with x rounded to the dtype. */
  void multiply(A y, int at, int count, double x);

  /** {@code y = y / x}, with x rounded to the dtype. */
  void divide(A y, int at, int count, double x);

  /** {@code y = activation(y)}. */
  void activate(Activation activation, A y, int at, int count);

  /** Sets all elements. */
  void fill(A y, int at, int count, double x);
}
