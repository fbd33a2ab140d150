package io.pelton.engine.tensor;

import io.pelton.engine.error.EngineException;

/**
 * One allocation on a device, addressed in bytes. Reference-counted like {@link Storage}; whoever
 * allocated it owns it until {@link #close}. The bytes are reached through the device's runtime
 * only.
 */
public final class DeviceMemory implements AutoCloseable {
  /** What keeps the bytes of allocations, and may lose them all. */
  public interface Keeper {
    /** Never loses anything. */
    Keeper LASTING =
        new Keeper() {
          @Override
          public boolean isLost() {
            return false;
          }

          @Override
          public EngineException loss() {
            throw new IllegalStateException("nothing is lost");
          }
        };

    boolean isLost();

    /** A new exception that says how it was lost, which it is. */
    EngineException loss();
  }

  private final DeviceId device;
  private final long address;
  private final long bytes;
  private final Keeper keeper;
  private final Owner owner;

  /**
   * @param address where the device sees the allocation
   * @param release runs once, when the last owner closes
   */
  public DeviceMemory(DeviceId device, long address, long bytes, Runnable release) {
    this(device, address, bytes, Keeper.LASTING, release);
  }

  /**
   * @param address where the device sees the allocation
   * @param keeper asked whether it still has the bytes
   * @param release runs once, when the last owner closes, also where the bytes are lost
   */
  public DeviceMemory(DeviceId device, long address, long bytes, Keeper keeper, Runnable release) {
    this.device = device;
    this.address = address;
    this.bytes = bytes;
    this.keeper = keeper;
    this.owner = new Owner(release);
  }

  public DeviceId device() {
    return device;
  }

  /**
   * @throws io.pelton.engine.error.StorageReleased after the last owner closed it
   * @throws io.pelton.engine.error.DeviceLost when the device lost the bytes
   */
  public long address() {
    owner.check(this);
    if (keeper.isLost()) {
      throw keeper.loss();
    }
    return address;
  }

  /** True when the device lost the bytes; owners close it nevertheless. */
  public boolean isLost() {
    return keeper.isLost();
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
