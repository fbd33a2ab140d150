package io.pelton.engine.kernel;

/**
 * What a device can do at best, for the planner's estimates.
 *
 * @param flopsPerSecond arithmetic rate of 32-bit floats
 * @param bytesPerSecond bandwidth of the device's own memory
 * @param launchNanos fixed cost of starting one kernel
 */
public record DeviceModel(double flopsPerSecond, double bytesPerSecond, double launchNanos) {
  /** One core of a server that runs plain Java kernels. */
  public static final DeviceModel HOST = new DeviceModel(4e9, 8e9, 20);

  public DeviceModel {
    if (!(flopsPerSecond > 0) || !(bytesPerSecond > 0) || !(launchNanos >= 0)) {
      throw new IllegalArgumentException(
          "rates should be positive and the launch cost not negative, but are "
              + flopsPerSecond
              + " flop/s, "
              + bytesPerSecond
              + " B/s, "
              + launchNanos
              + " ns");
    }
  }
}
