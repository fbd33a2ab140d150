package io.pelton.cpu.kernel.reduce;

/**
 * Loops that find the largest, or the smallest, elements.
 *
 * @param ofRun of one run of elements
 * @param ofEach of pairs of elements
 */
public record Extreme<A>(OfRun<A> ofRun, OfEach<A> ofEach) {
  /**
   * {@code y[k]} becomes the extreme of itself and {@code count} elements from {@code x[at]} on.
   */
  @FunctionalInterface
  public interface OfRun<A> {
    void fold(A x, int at, int count, A y, int k);
  }

  /** {@code y[k + n]} becomes the extreme of itself and {@code x[at + n]}. */
  @FunctionalInterface
  public interface OfEach<A> {
    void fold(A x, int at, A y, int k, int count);
  }

  static Extreme<float[]> floats(boolean isLargest) {
    return isLargest
        ? new Extreme<>(ExtremeLoops::max, ExtremeLoops::maxEach)
        : new Extreme<>(ExtremeLoops::min, ExtremeLoops::minEach);
  }

  static Extreme<double[]> doubles(boolean isLargest) {
    return isLargest
        ? new Extreme<>(ExtremeLoops::max, ExtremeLoops::maxEach)
        : new Extreme<>(ExtremeLoops::min, ExtremeLoops::minEach);
  }

  static Extreme<long[]> longs(boolean isLargest) {
    return isLargest
        ? new Extreme<>(ExtremeLoops::max, ExtremeLoops::maxEach)
        : new Extreme<>(ExtremeLoops::min, ExtremeLoops::minEach);
  }

  static Extreme<long[]> unsigned(boolean isLargest) {
    return isLargest
        ? new Extreme<>(ExtremeLoops::maxUnsigned, ExtremeLoops::maxEachUnsigned)
        : new Extreme<>(ExtremeLoops::minUnsigned, ExtremeLoops::minEachUnsigned);
  }
}
