package io.pelton.engine.plan.judge;

import io.pelton.engine.kernel.Device;
import io.pelton.engine.kernel.DeviceRuntime;
import io.pelton.engine.tensor.DeviceMemory;
import io.pelton.engine.tensor.DeviceStorage;
import io.pelton.engine.tensor.Storage;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/** Puts host tensors where a device's kernels read them, and frees that memory again. */
final class DeviceTensors implements AutoCloseable {
  private final Device device;
  private final List<DeviceMemory> allocated = new ArrayList<>();

  DeviceTensors(Device device) {
    this.device = device;
  }

  /** The tensor itself on the host, else a copy of its storage, seen in the same layout. */
  Tensor on(Tensor tensor) {
    return device.runtime().map(runtime -> copy(tensor, runtime)).orElse(tensor);
  }

  private Tensor copy(Tensor tensor, DeviceRuntime runtime) {
    Storage from = tensor.storage();
    DeviceMemory memory = runtime.allocate(from.byteLength());
    allocated.add(memory);
    DeviceStorage to = DeviceStorage.wrap(from.dtype(), memory, 0, from.length());
    runtime.copy(from, 0, to, 0, from.length());
    return new Tensor(to, tensor.layout());
  }

  @Override
  public void close() {
    allocated.forEach(DeviceMemory::close);
    allocated.clear();
  }
}
