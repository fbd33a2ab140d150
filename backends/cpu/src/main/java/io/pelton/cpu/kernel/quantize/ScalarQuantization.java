package io.pelton.cpu.kernel.quantize;

/** Element by element. */
final class ScalarQuantization implements DynamicQuantization {
  @Override
  public void extend(float[] range, float[] x, int at, int count) {
    float min = range[0];
    float max = range[1];
    for (int n = at; n < at + count; n++) {
      min = x[n] < min ? x[n] : min;
      max = x[n] > max ? x[n] : max;
    }
    range[0] = min;
    range[1] = max;
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
