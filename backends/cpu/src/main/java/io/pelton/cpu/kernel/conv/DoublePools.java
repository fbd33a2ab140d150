package io.pelton.cpu.kernel.conv;

import java.util.Arrays;

/** Pools of F64. */
final class DoublePools implements PlanePools<double[]> {
  @Override
  public PlanePool<double[]> largest(ConvGeometry geometry, double lowest) {
    ConvPlane<double[]> plane = new ConvPlane<>(geometry, Pooling::largest);
    int size = geometry.outputPlane();
    return (x, i, y, k) -> {
      Arrays.fill(y, k, k + size, Double.NaN);
      plane.accumulate(x, i, null, 0, y, k);
      Pooling.replaceNaN(y, k, size, lowest);
    };
  }

  @Override
  public PlanePool<double[]> sum(ConvGeometry geometry) {
    ConvPlane<double[]> plane = new ConvPlane<>(geometry, Pooling::sum);
    int size = geometry.outputPlane();
    return (x, i, y, k) -> {
      Arrays.fill(y, k, k + size, 0);
      plane.accumulate(x, i, null, 0, y, k);
    };
  }

  @Override
  public void divide(double[] y, int k, double[] divisors, int count) {
    Pooling.divide(y, k, divisors, count);
  }
}
