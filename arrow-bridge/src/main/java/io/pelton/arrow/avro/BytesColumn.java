package io.pelton.arrow.avro;

import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;

/** Strings or bytes behind offsets of 32 bits. */
final class BytesColumn extends VectorColumn {
  private final GrowingBuffer offsets;
  private final GrowingBuffer values;
  private final boolean text;

  /**
   * @param text whether they have to be UTF-8
   */
  BytesColumn(BufferAllocator allocator, boolean nullable, boolean text) {
    super(allocator, nullable);
    this.offsets = new GrowingBuffer(allocator);
    this.values = new GrowingBuffer(allocator);
    this.text = text;
  }

  private int end() {
    return count() == 0 ? 0 : offsets.memory().getInt(4L * count());
  }

  @Override
  void bytes(AvroInput input, int from, int count) {
    if (text && !Utf8Check.isValid(input.array(), from, count)) {
      throw input.invalid("a string of " + count + " bytes that are not UTF-8");
    }
    int start = end();
    values.reserve(start, (long) start + count).setBytes(start, input.array(), from, count);
    end(start + count);
    present();
  }

  private void end(int end) {
    long at = 4L * count();
    ArrowBuf memory = offsets.reserve(count() == 0 ? 0 : at + 4, at + 8);
    if (count() == 0) {
      memory.setInt(0, 0);
    }
    memory.setInt(at + 4, end);
  }

  @Override
  void blank() {
    end(end());
  }

  @Override
  void give(List<ArrowBuf> buffers) {
    int end = end();
    if (count() == 0) {
      offsets.reserve(0, 4).setInt(0, 0);
    }
    buffers.add(offsets.give(4L * count() + 4));
    buffers.add(values.give(end));
  }

  @Override
  public void close() {
    super.close();
    offsets.close();
    values.close();
  }
}
