package io.pelton.cpu.vector.conv;

import io.pelton.cpu.kernel.conv.ConvGeometry;
import io.pelton.cpu.kernel.conv.PlanePool;
import io.pelton.cpu.kernel.conv.PlanePools;

/** Pools vectors of neighbours at once. */
public final class LanePools implements PlanePools<float[]> {
  private static final PlanePools<float[]> BY_ELEMENTS = PlanePools.floats();

  @Override
  public PlanePool<float[]> largest(ConvGeometry geometry, double lowest) {
    return geometry.outputPlane() == 0
        ? BY_ELEMENTS.largest(geometry, lowest)
        : new LargestPool(geometry, (float) lowest);
  }

  @Override
  public PlanePool<float[]> sum(ConvGeometry geometry) {
    return geometry.outputPlane() == 0 ? BY_ELEMENTS.sum(geometry) : new SumPool(geometry);
  }

  @Override
  public void divide(float[] y, int k, float[] divisors, int count) {
    BY_ELEMENTS.divide(y, k, divisors, count);
  }
}
