package io.pelton.cpu.kernel.quantize;

/** The loops of DynamicQuantize. All ways to run them give the same bits. */
public interface DynamicQuantization {
  /** The smallest of the elements and {@code least}, which is not NaN nor -0; NaN counts not. */
  float min(float[] x, int at, int count, float least);

  /** The largest of the elements and {@code most}; likewise. */
  float max(float[] x, int at, int count, float most);

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
