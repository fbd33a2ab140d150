package io.pelton.cpu.kernel.conv;

import java.util.Arrays;

/** Pools of F32, or of halves that are held in floats. */
final class FloatPools implements PlanePools<float[]> {
  @Override
  public PlanePool<float[]> largest(ConvGeometry geometry, double lowest) {
    ConvPlane<float[]> plane = new ConvPlane<>(geometry, Pooling::largest);
    int size = geometry.outputPlane();
    return (x, i, y, k) -> {
      Arrays.fill(y, k, k + size, Float.NaN);
      plane.accumulate(x, i, null, 0, y, k);
      Pooling.replaceNaN(y, k, size, lowest);
    };
  }

  @Override
  public PlanePool<float[]> sum(ConvGeometry geometry) {
    ConvPlane<float[]> plane = new ConvPlane<>(geometry, Pooling::sum);
    int size = geometry.outputPlane();
    return (x, i, y, k) -> {
      Arrays.fill(y, k, k + size, 0);
      plane.accumulate(x, i, null, 0, y, k);
    };
  }

  @Override
  public void divide(float[] y, int k, float[] divisors, int count) {
    Pooling.divide(y, k, divisors, count);
  }
}
