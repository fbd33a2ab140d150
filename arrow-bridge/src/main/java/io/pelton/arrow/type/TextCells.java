package io.pelton.arrow.type;

import java.nio.ByteBuffer;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;

/** Cells of text behind 32-bit offsets. Owns the text's buffer, which grows and is kept. */
public final class TextCells extends Cells implements AutoCloseable {
  private static final int FIRST_BYTES = 1024;

  private final ByteBuffer offsets;
  private final BufferAllocator allocator;
  private ArrowBuf text;

  TextCells(ByteBuffer validity, ByteBuffer offsets, BufferAllocator allocator) {
    super(validity);
    this.offsets = offsets;
    this.allocator = allocator;
    this.text = allocator.buffer(FIRST_BYTES);
    offsets.putInt(0, 0);
  }

  /** The buffer of the text; another one after it has grown. */
  public ArrowBuf text() {
    return text;
  }

  /** Bytes of the text of the first rows. */
  public int bytes(int rows) {
    return offsets.getInt(rows * 4);
  }

  @Override
  public Written real(int row, double value) {
    return Written.OTHER_KIND;
  }

  @Override
  public Written integer(int row, long value) {
    return Written.OTHER_KIND;
  }

  @Override
  public Written text(int row, byte[] utf8, int from, int count) {
    int start = offsets.getInt(row * 4);
    reserve(start, Math.addExact(start, count));
    text.setBytes(start, utf8, from, count);
    offsets.putInt(row * 4 + 4, start + count);
    return valid(row);
  }

  @Override
  public void nothing(int row) {
    offsets.putInt(row * 4 + 4, offsets.getInt(row * 4));
    invalid(row);
  }

  private void reserve(int used, int bytes) {
    if (text.capacity() < bytes) {
      ArrowBuf grown = allocator.buffer(Math.max(bytes, 2 * text.capacity()));
      grown.setBytes(0, text, 0, used);
      text.close();
      text = grown;
    }
  }

  @Override
  public void close() {
    text.close();
  }
}
