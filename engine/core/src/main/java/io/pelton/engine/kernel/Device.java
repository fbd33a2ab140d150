package io.pelton.engine.kernel;

import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.MemorySpace;
import java.util.Objects;
import java.util.Optional;

/**
 * Where nodes can run: a backend on one piece of hardware, with its memory and its rates. There is
 * nothing to close: the hardware belongs to the process.
 */
public final class Device {
  private final DeviceId id;
  private final Backend backend;
  private final DeviceRuntime runtime;
  private final DeviceModel model;

  private Device(DeviceId id, Backend backend, DeviceRuntime runtime, DeviceModel model) {
    this.id = id;
    this.backend = backend;
    this.runtime = runtime;
    this.model = model;
  }

  /** The host itself: kernels read and write Java arrays. */
  public static Device host(Backend backend) {
    return host(backend, DeviceModel.HOST);
  }

  /** {@link #host(Backend)} with rates that are known better. */
  public static Device host(Backend backend, DeviceModel model) {
    if (!backend.canBeHost()) {
      throw new IllegalArgumentException(
          "kernels of backend " + backend + " can't run on the host; open its devices");
    }
    return new Device(DeviceId.first(backend.name()), backend, null, model);
  }

  /**
   * A device with memory of its own.
   *
   * @param index which of the backend's devices
   */
  public static Device withMemory(
      Backend backend, int index, DeviceRuntime runtime, DeviceModel model) {
    Objects.requireNonNull(runtime, "runtime");
    return new Device(new DeviceId(backend.name(), index), backend, runtime, model);
  }

  public DeviceId id() {
    return id;
  }

  public Backend backend() {
    return backend;
  }

  public DeviceModel model() {
    return model;
  }

  public boolean isHost() {
    return runtime == null;
  }

  /** Where its kernels' outputs lie. */
  public MemorySpace space() {
    return isHost() ? MemorySpace.HEAP : new MemorySpace.Device(id);
  }

  /** Empty for the host. */
  public Optional<DeviceRuntime> runtime() {
    return Optional.ofNullable(runtime);
  }

  @Override
  public String toString() {
    return id.toString();
  }
}
