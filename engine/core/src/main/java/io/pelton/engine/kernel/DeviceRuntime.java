package io.pelton.engine.kernel;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceMemory;
import io.pelton.engine.tensor.DeviceStorage;
import io.pelton.engine.tensor.Storage;

/** Memory and copies of one device whose memory the host can't read. Thread-safe. */
public interface DeviceRuntime {
  /**
   * Allocates memory that the caller owns; contents are undefined.
   *
   * @throws io.pelton.engine.error.EngineException when the device has no more
   */
  DeviceMemory allocate(long bytes);

  /** {@link #allocate(long)} for that many elements. */
  default DeviceStorage allocate(DType dtype, long elements) {
    long bytes = dtype.carrierSlots(elements) * dtype.carrier().width();
    return DeviceStorage.wrap(dtype, allocate(bytes), 0, elements);
  }

  /**
   * Copies elements between host and device or within the device, and returns when the target may
   * be read. At least one side lies on this device; the other may lie on it, on the heap or in
   * native memory.
   *
   * @param from read from element {@code fromElement}
   * @param to of the same dtype, written from element {@code toElement}
   * @param elements contiguous on both sides
   */
  void copy(Storage from, long fromElement, Storage to, long toElement, long elements);

  /** Bytes that this process holds on the device, of all graphs; 0 where that is not known. */
  default long bytesAllocated() {
    return 0;
  }

  /** Bytes of the host's memory that are pinned for copies; 0 where that is not known. */
  default long bytesPinned() {
    return 0;
  }

  /** A queue of its own for one executable. By default, all that is enqueued is done at once. */
  default DeviceQueue newQueue() {
    return new DirectQueue(this);
  }
}
