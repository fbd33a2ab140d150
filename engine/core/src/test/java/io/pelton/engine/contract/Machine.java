package io.pelton.engine.contract;

import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.kernel.Device;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.tensor.DeviceId;

/**
 * What a suite runs on.
 *
 * @param device that nodes are pinned to
 * @param planning pins them, and says what becomes of those that the device has no kernel for
 * @param checkReleased throws when memory is held after everything was closed
 */
public record Machine(
    Devices devices, DeviceId device, PlanOptions planning, Runnable checkReleased) {
  /** Every node on the device, or not at all. */
  public Machine(Devices devices, DeviceId device, Runnable checkReleased) {
    this(devices, device, PlanOptions.pinnedTo(device), checkReleased);
  }

  /** The host alone. */
  public static Machine host(Backend backend) {
    Devices devices = Devices.of(backend);
    return new Machine(devices, devices.host().id(), () -> {});
  }

  public CompileOptions options() {
    return CompileOptions.on(devices).withPlanning(planning());
  }

  /** The device that nodes are pinned to. */
  public Device pinned() {
    return devices.get(device);
  }
}
