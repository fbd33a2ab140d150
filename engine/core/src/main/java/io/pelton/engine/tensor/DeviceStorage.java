package io.pelton.engine.tensor;

/**
 * A slice of a device's memory. Its owners are the memory's: retaining or closing one retains or
 * closes the whole allocation.
 */
public final class DeviceStorage implements Storage {
  private final DType dtype;
  private final DeviceMemory memory;
  private final long byteOffset;
  private final long length;

  private DeviceStorage(DType dtype, DeviceMemory memory, long byteOffset, long length) {
    this.dtype = dtype;
    this.memory = memory;
    this.byteOffset = byteOffset;
    this.length = length;
  }

  /**
   * Wraps part of an allocation.
   *
   * @param byteOffset from the allocation's start
   * @param length elements
   */
  public static DeviceStorage wrap(DType dtype, DeviceMemory memory, long byteOffset, long length) {
    if (dtype == DType.STRING) {
      throw new IllegalArgumentException("strings live on the host");
    }
    DeviceStorage storage = new DeviceStorage(dtype, memory, byteOffset, length);
    if (byteOffset < 0 || length < 0 || byteOffset + storage.byteLength() > memory.bytes()) {
      throw new IllegalArgumentException(
          length + " elements of " + dtype + " from byte " + byteOffset + " exceed " + memory);
    }
    return storage;
  }

  @Override
  public DType dtype() {
    return dtype;
  }

  @Override
  public MemorySpace space() {
    return new MemorySpace.Device(memory.device());
  }

  @Override
  public long length() {
    return length;
  }

  @Override
  public long byteLength() {
    return dtype.carrierSlots(length) * dtype.carrier().width();
  }

  public DeviceMemory memory() {
    return memory;
  }

  /** Bytes from the start of {@link #memory}. */
  public long byteOffset() {
    return byteOffset;
  }

  /** Where the device sees the first element. */
  public long address() {
    return memory.address() + byteOffset;
  }

  @Override
  public DeviceStorage retain() {
    memory.retain();
    return this;
  }

  @Override
  public void close() {
    memory.close();
  }

  @Override
  public String toString() {
    return memory.device() + " " + dtype + "[" + length + "]";
  }
}
