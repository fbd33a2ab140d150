package io.pelton.cpu.kernel.quantize;

/** Element by element. */
final class ScalarQuantization implements DynamicQuantization {
  @Override
  public float min(float[] x, int at, int count, float least) {
    float min = least;
    for (int n = at; n < at + count; n++) {
      min = x[n] < min ? x[n] : min;
    }
    return min;
  }

  @Override
  public float max(float[] x, int at, int count, float most) {
    float max = most;
    for (int n = at; n < at + count; n++) {
      max = x[n] > max ? x[n] : max;
    }
    return max;
  }

  @Override
  public void quantize(float[] x, int i, float scale, int zero, byte[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = (byte) clamp(QuantizeLoops.rounded(x[i + n] / scale) + zero);
    }
  }

  static long clamp(long value) {
    return Math.max(0, Math.min(value, 255));
  }
}
