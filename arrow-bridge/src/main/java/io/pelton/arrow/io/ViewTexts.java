package io.pelton.arrow.io;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BaseVariableWidthViewVector;

/**
 * The texts that the views of a vector point to: of each buffer, the part from the first byte that
 * is used to the last. A slice of a vector has all of its buffers, however few it uses.
 */
final class ViewTexts {
  private static final int VIEW = 16;
  private static final int INLINE = 12;
  private static final int BUFFER = 8;
  private static final int OFFSET = 12;

  private final BaseVariableWidthViewVector vector;
  private final ArrowBuf views;
  private final List<ArrowBuf> texts;
  private final long[] starts;
  private final long[] ends;

  /**
   * @param views of the vector
   * @param texts its other buffers but the validity
   */
  ViewTexts(BaseVariableWidthViewVector vector, ArrowBuf views, List<ArrowBuf> texts) {
    this.vector = vector;
    this.views = views;
    this.texts = texts;
    this.starts = new long[texts.size()];
    this.ends = new long[texts.size()];
    Arrays.fill(starts, Long.MAX_VALUE);
    for (int row = 0; row < vector.getValueCount(); row++) {
      if (isElsewhere(row)) {
        int text = views.getInt(at(row) + BUFFER);
        long start = views.getInt(at(row) + OFFSET);
        starts[text] = Math.min(starts[text], start);
        ends[text] = Math.max(ends[text], start + views.getInt(at(row)));
      }
    }
  }

  private static long at(int row) {
    return (long) row * VIEW;
  }

  private boolean isElsewhere(int row) {
    return !vector.isNull(row) && views.getInt(at(row)) > INLINE;
  }

  /** Whether more than half of the bytes are used by no view. */
  boolean areWasteful() {
    long all = 0;
    long used = 0;
    for (int text = 0; text < starts.length; text++) {
      all += texts.get(text).writerIndex();
      used += Math.max(0, ends[text] - starts[text]);
    }
    return used < all / 2;
  }

  /** Views of the parts that are used; the caller releases them. */
  ArrowBuf views(BufferAllocator allocator) {
    long bytes = at(vector.getValueCount());
    ArrowBuf moved = allocator.buffer(bytes);
    moved.setBytes(0, views, 0, bytes);
    for (int row = 0; row < vector.getValueCount(); row++) {
      if (isElsewhere(row)) {
        int text = views.getInt(at(row) + BUFFER);
        moved.setInt(at(row) + OFFSET, (int) (views.getInt(at(row) + OFFSET) - starts[text]));
      }
    }
    return moved.writerIndex(bytes);
  }

  /** The parts that are used, which stay the vector's; empty where none is. */
  List<ArrowBuf> parts() {
    List<ArrowBuf> parts = new ArrayList<>();
    for (int text = 0; text < starts.length; text++) {
      parts.add(
          ends[text] == 0
              ? texts.get(text).slice(0, 0)
              : texts.get(text).slice(starts[text], ends[text] - starts[text]));
    }
    return parts;
  }
}
