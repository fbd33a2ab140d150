package io.pelton.cpu.kernel.conv;

/**
 * Makes loops that pool.
 *
 * @param <A> array type of the lane
 */
public interface PlanePools<A> {
  /**
   * The largest numbers. NaN and padding take no part.
   *
   * @param lowest the result where nothing does
   */
  PlanePool<A> largest(ConvGeometry geometry, double lowest);

  /** Sums from 0 over the elements of a window in row-major order, without padding. */
  PlanePool<A> sum(ConvGeometry geometry);

  /** {@code y[k + n] /= divisors[n]}. */
  void divide(A y, int k, A divisors, int count);

  /** One element of the window after the other. */
  static PlanePools<float[]> floats() {
    return new FloatPools();
  }

  /** Likewise. */
  static PlanePools<double[]> doubles() {
    return new DoublePools();
  }
}
