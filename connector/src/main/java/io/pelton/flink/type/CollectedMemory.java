package io.pelton.flink.type;

import java.nio.ByteBuffer;
import org.apache.arrow.memory.AllocationManager;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.ReferenceManager;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * Arrow memory that the garbage collector frees. Flink knows no owners of elements: what comes out
 * of a serializer may be dropped, kept or handed on by functions that know nothing of Arrow.
 *
 * <p>It counts against the JVM's limit of direct memory, and so to {@code
 * taskmanager.memory.task.off-heap.size}.
 */
final class CollectedMemory extends AllocationManager {
  private static final long ALIGNMENT = 8;

  private final ByteBuffer memory;
  private final long address;

  private CollectedMemory(BufferAllocator allocator, long size) {
    super(allocator);
    this.memory = ByteBuffer.allocateDirect(Math.toIntExact(size));
    this.address = MemoryUtil.getByteBufferAddress(memory);
  }

  /** An allocator for one batch; nothing but the batch refers to it. */
  static BufferAllocator allocator() {
    return new RootAllocator(
        RootAllocator.configBuilder()
            .allocationManagerFactory(new Factory())
            .roundingPolicy(size -> (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT)
            .build());
  }

  @Override
  public long getSize() {
    return memory.capacity();
  }

  @Override
  protected long memoryAddress() {
    return address;
  }

  @Override
  protected void release0() {
    // the garbage collector does
  }

  private static final class Factory implements AllocationManager.Factory {
    private static final ByteBuffer NOTHING = ByteBuffer.allocateDirect(1);
    private static final ArrowBuf EMPTY =
        new ArrowBuf(ReferenceManager.NO_OP, null, 0, MemoryUtil.getByteBufferAddress(NOTHING));

    @Override
    public AllocationManager create(BufferAllocator allocator, long size) {
      return new CollectedMemory(allocator, size);
    }

    @Override
    public ArrowBuf empty() {
      return EMPTY;
    }
  }
}
