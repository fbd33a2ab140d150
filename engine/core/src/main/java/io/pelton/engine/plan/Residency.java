package io.pelton.engine.plan;

import io.pelton.engine.kernel.Device;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.MemorySpace;
import java.util.List;

/** Knows on which device, and in which memory there, planned values lie. */
final class Residency {
  private final Devices devices;
  private final List<BoundInput> inputs;

  Residency(Devices devices, List<BoundInput> inputs) {
    this.devices = devices;
    this.inputs = inputs;
  }

  Devices devices() {
    return devices;
  }

  Device device(PlannedValue value) {
    return devices.holding(space(value));
  }

  /** Strings and values that are no tensors count as heap. */
  MemorySpace space(PlannedValue value) {
    if (value.dtype() == DType.STRING) {
      return MemorySpace.HEAP;
    }
    if (value.root() instanceof Root.Input input) {
      return inputs.get(input.slot()).space();
    }
    if (value.root() instanceof Root.Constant constant) {
      return constant.tensor().storage().space();
    }
    if (value.root() instanceof Root.Resident resident) {
      return new MemorySpace.Device(resident.device());
    }
    if (value.root() instanceof Root.Output output) {
      return output.space();
    }
    return value.root() instanceof Root.Transient slice ? slice.arena().space() : MemorySpace.HEAP;
  }
}
