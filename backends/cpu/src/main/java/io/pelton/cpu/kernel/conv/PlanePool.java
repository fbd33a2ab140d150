package io.pelton.cpu.kernel.conv;

/**
 * Pools one channel of an image. Not thread-safe; allocates nothing.
 *
 * @param <A> array type of the lane
 */
@FunctionalInterface
public interface PlanePool<A> {
  /**
   * @param x the channel from {@code i} on
   * @param y takes the channel of the output from {@code k} on
   */
  void apply(A x, int i, A y, int k);
}
