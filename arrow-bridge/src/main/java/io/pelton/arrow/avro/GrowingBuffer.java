package io.pelton.arrow.avro;

import io.pelton.arrow.AllocationLimitExceeded;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;

/** Arrow memory that grows as it is written. */
final class GrowingBuffer implements AutoCloseable {
  /** Offsets have 32 bits. */
  static final long MOST = Integer.MAX_VALUE;

  private static final long FIRST = 256;

  private final BufferAllocator allocator;
  private ArrowBuf memory;
  private long hint = FIRST;

  GrowingBuffer(BufferAllocator allocator) {
    this.allocator = allocator;
    this.memory = allocator.getEmpty();
  }

  /** The memory, with room up to {@code bytes}; what was written before {@code used} is kept. */
  ArrowBuf reserve(long used, long bytes) {
    if (bytes > memory.capacity()) {
      grow(used, bytes);
    }
    return memory;
  }

  private void grow(long used, long bytes) {
    if (bytes > MOST) {
      throw new AllocationLimitExceeded(
          "a column of a batch", bytes, used, MOST, "nothing, as offsets have 32 bits,");
    }
    ArrowBuf grown = allocator.buffer(Math.max(bytes, Math.max(hint, 2 * memory.capacity())));
    grown.setBytes(0, memory, 0, used);
    memory.close();
    memory = grown;
  }

  ArrowBuf memory() {
    return memory;
  }

  /** Gives the memory away; the next takes as much at once. */
  ArrowBuf give(long used) {
    ArrowBuf given = memory.writerIndex(used);
    hint = Math.max(FIRST, used);
    memory = allocator.getEmpty();
    return given;
  }

  @Override
  public void close() {
    memory.close();
    memory = allocator.getEmpty();
  }
}
