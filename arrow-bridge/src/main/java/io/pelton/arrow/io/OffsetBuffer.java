package io.pelton.arrow.io;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;

/**
 * The offsets of texts or lists.
 *
 * @param count of texts or lists, each of which ends where the next begins
 * @param width bytes of an offset, 4 or 8
 */
record OffsetBuffer(ArrowBuf buffer, int count, int width) {
  /** Where the first text or list begins. */
  long first() {
    return count == 0 ? 0 : at(0);
  }

  /** Where the last one ends. */
  long last() {
    return count == 0 ? 0 : at(count);
  }

  long at(int index) {
    return width == Integer.BYTES
        ? buffer.getInt((long) index * width)
        : buffer.getLong((long) index * width);
  }

  /** The offsets as they lie, where the first is 0, else as copies. The caller releases them. */
  ArrowBuf fromZero(BufferAllocator allocator) {
    long bytes = (count + 1L) * width;
    if (count > 0 && first() == 0) {
      buffer.getReferenceManager().retain();
      return buffer.slice(0, bytes).writerIndex(bytes);
    }
    ArrowBuf copy = allocator.buffer(bytes);
    long first = first();
    for (int i = 0; i <= count; i++) {
      long offset = count == 0 ? 0 : at(i) - first;
      if (width == Integer.BYTES) {
        copy.setInt((long) i * width, (int) offset);
      } else {
        copy.setLong((long) i * width, offset);
      }
    }
    return copy.writerIndex(bytes);
  }
}
