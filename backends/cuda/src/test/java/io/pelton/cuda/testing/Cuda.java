package io.pelton.cuda.testing;

import io.pelton.engine.kernel.Device;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.kernel.Precision;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.tensor.DeviceId;

/** The CPU and a CUDA device beside it; the driver must be there, emulated or real. */
public final class Cuda {
  public static final DeviceId ID = new DeviceId("cuda", 0);

  private Cuda() {}

  public static Devices devices() {
    return Devices.open("cuda", Cuda.class.getClassLoader());
  }

  public static Device device() {
    return devices().get(ID);
  }

  /** Every node on the device or not at all. */
  public static PlanOptions onlyThere() {
    return PlanOptions.pinnedTo(ID).withPrecisionFloor(Precision.REDUCED);
  }

  /** Every node on the device that has a kernel for it there, the others on the host. */
  public static PlanOptions whereItCan() {
    return onlyThere().withFallbackPlacements(devices().host().id());
  }
}
