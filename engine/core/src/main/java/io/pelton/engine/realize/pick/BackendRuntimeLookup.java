package io.pelton.engine.realize.pick;

import io.pelton.engine.tensor.DeviceId;

/** Reads live telemetry. Asked while a pass runs, from its compiler thread; must not block. */
@FunctionalInterface
public interface BackendRuntimeLookup {
  /** What is known of the device now; {@link DeviceTelemetry#UNKNOWN} where nothing is. */
  DeviceTelemetry telemetry(DeviceId device);
}
