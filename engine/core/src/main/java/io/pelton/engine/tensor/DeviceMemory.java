package io.pelton.engine.tensor;

/**
 * One allocation on a device, addressed in bytes. Reference-counted like {@link Storage}; whoever
 * allocated it owns it until {@link #close}. The bytes are reached through the device's runtime
 * only.
 */
public final class DeviceMemory implements AutoCloseable {
  private final DeviceId device;
  private final long address;
  private final long bytes;
  private final Owner owner;

  /**
   * @param address where the device sees the allocation
   * @param release runs once, when the last owner closes
   */
  public DeviceMemory(DeviceId device, long address, long bytes, Runnable release) {
    this.device = device;
    this.address = address;
    this.bytes = bytes;
    this.owner = new Owner(release);
  }

  public DeviceId device() {
    return device;
  }

  /**
   * @throws io.pelton.engine.error.StorageReleased after the last owner closed it
   */
  public long address() {
    owner.check(this);
    return address;
  }

  public long bytes() {
    return bytes;
  }

  /** Adds an owner. */
  public DeviceMemory retain() {
    owner.retain(this);
    return this;
  }

  @Override
  public void close() {
    owner.release(this);
  }

  @Override
  public String toString() {
    return bytes + " bytes on " + device;
  }
}
