package io.pelton.cpu.kernel.quantize;

/** The loops of DynamicQuantize. All ways to run them give the same bits. */
public interface DynamicQuantization {
  /**
   * Extends a range to all elements; NaN is left out.
   *
   * @param range the smallest and the largest number so far, neither NaN nor -0
   */
  void extend(float[] range, float[] x, int at, int count);

  /**
   * {@code y = saturate(round(x / scale) + zero)}, ties to even; NaN counts as below every number.
   *
   * @param zero from 0 to 255
   */
  void quantize(float[] x, int i, float scale, int zero, byte[] y, int k, int count);

  /** Element by element. */
  static DynamicQuantization scalar() {
    return new ScalarQuantization();
  }
}
