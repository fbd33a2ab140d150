package io.pelton.arrow.type;

import io.pelton.engine.tensor.NativeStorage;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.ForeignAllocation;
import org.apache.arrow.memory.util.MemoryUtil;

/** An engine storage's memory as Arrow's, for as long as anyone in Arrow holds it. */
public final class StorageAllocation extends ForeignAllocation {
  private final NativeStorage storage;

  private StorageAllocation(NativeStorage storage, long from, long bytes) {
    super(bytes, MemoryUtil.getByteBufferAddress(storage.bytes()) + from);
    this.storage = storage;
  }

  /** Bytes of a storage, which is retained until the buffer is released. */
  public static ArrowBuf wrap(
      BufferAllocator allocator, NativeStorage storage, long from, long bytes) {
    StorageAllocation allocation = new StorageAllocation(storage, from, bytes);
    storage.retain();
    try {
      return allocator.wrapForeignAllocation(allocation);
    } catch (RuntimeException failure) {
      storage.close();
      throw failure;
    }
  }

  @Override
  protected void release0() {
    storage.close();
  }
}
