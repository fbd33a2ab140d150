package io.pelton.engine.executable;

import io.pelton.engine.kernel.Device;
import io.pelton.engine.kernel.DeviceRuntime;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.DeviceMemory;
import io.pelton.engine.tensor.DeviceStorage;
import io.pelton.engine.tensor.Storage;
import io.pelton.engine.tensor.Tensor;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** Weights on devices: copied there once, shared by all executables of a graph. Thread-safe. */
final class ResidentWeights implements AutoCloseable {
  private static final class Key {
    private final Object tensor;
    private final DeviceId device;

    private Key(Object tensor, DeviceId device) {
      this.tensor = tensor;
      this.device = device;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key key && tensor == key.tensor && device.equals(key.device);
    }

    @Override
    public int hashCode() {
      return Objects.hash(System.identityHashCode(tensor), device);
    }
  }

  private final Map<Key, DeviceStorage> resident = new HashMap<>();

  /** The tensor, which is contiguous on the host, on the device. */
  synchronized Storage on(Device device, Tensor tensor) {
    return resident.computeIfAbsent(new Key(tensor, device.id()), key -> upload(device, tensor));
  }

  private static DeviceStorage upload(Device device, Tensor tensor) {
    DeviceRuntime runtime = device.runtime().orElseThrow();
    long elements = tensor.layout().elements();
    long bytes = tensor.dtype().carrierSlots(elements) * tensor.dtype().carrier().width();
    DeviceMemory memory = runtime.allocate(bytes);
    DeviceStorage storage = DeviceStorage.wrap(tensor.dtype(), memory, 0, elements);
    runtime.copy(tensor.storage(), tensor.layout().offset(), storage, 0, elements);
    return storage;
  }

  synchronized long bytes() {
    return resident.values().stream().mapToLong(Storage::byteLength).sum();
  }

  @Override
  public synchronized void close() {
    resident.values().forEach(Storage::close);
    resident.clear();
  }
}
