package io.pelton.flink.type;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.arrow.memory.AllocationManager;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
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

  /** Small buffers share memory: what the JVM gives directly is costly to get and to free. */
  private static final int CHUNK = 1 << 14;

  private final ByteBuffer memory;
  private final long address;
  private final long size;
  private final Spare spare;

  /**
   * @param memory held here for as long as anything is in it
   * @param spare takes the memory back, where it is released at all; null where it is shared
   */
  private CollectedMemory(
      BufferAllocator allocator, ByteBuffer memory, int at, int size, Spare spare) {
    super(allocator);
    this.memory = memory;
    this.address = MemoryUtil.getByteBufferAddress(memory) + at;
    this.size = size;
    this.spare = spare;
  }

  /** Memory of a batch that was closed, for the next one that fits. */
  static final class Spare {
    /** What a batch may waste of it. */
    private static final int FACTOR = 2;

    private final AtomicReference<ByteBuffer> memory = new AtomicReference<>();

    private ByteBuffer take(int size) {
      ByteBuffer before = memory.getAndSet(null);
      return before != null && before.capacity() >= size && before.capacity() / FACTOR <= size
          ? before
          : ByteBuffer.allocateDirect(size);
    }

    private void give(ByteBuffer free) {
      memory.set(free);
    }
  }

  /** An allocator for one batch; nothing but the batch refers to it. */
  static BufferAllocator allocator(Spare spare) {
    return new RootAllocator(
        RootAllocator.configBuilder()
            .allocationManagerFactory(new Factory(spare))
            .roundingPolicy(size -> (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT)
            .build());
  }

  @Override
  public long getSize() {
    return size;
  }

  @Override
  protected long memoryAddress() {
    return address;
  }

  @Override
  protected void release0() {
    // without a spare, and for batches that nobody closes, the garbage collector does
    if (spare != null) {
      spare.give(memory);
    }
  }

  private static final class Factory implements AllocationManager.Factory {
    private static final ByteBuffer NOTHING = ByteBuffer.allocateDirect(1);
    private static final ArrowBuf EMPTY =
        new ArrowBuf(ReferenceManager.NO_OP, null, 0, MemoryUtil.getByteBufferAddress(NOTHING));

    private final Spare spare;
    private ByteBuffer chunk;
    private int used;

    Factory(Spare spare) {
      this.spare = spare;
    }

    @Override
    public synchronized AllocationManager create(BufferAllocator allocator, long bytes) {
      if (bytes > Integer.MAX_VALUE) {
        throw new OutOfMemoryException("a buffer of " + bytes + " bytes in one serialized batch");
      }
      int size = (int) bytes;
      if (size > CHUNK / 4) {
        return new CollectedMemory(allocator, spare.take(size), 0, size, spare);
      }
      if (chunk == null || size > CHUNK - used) {
        chunk = ByteBuffer.allocateDirect(CHUNK);
        used = 0;
      }
      AllocationManager small = new CollectedMemory(allocator, chunk, used, size, null);
      used += size;
      return small;
    }

    @Override
    public ArrowBuf empty() {
      return EMPTY;
    }
  }
}
