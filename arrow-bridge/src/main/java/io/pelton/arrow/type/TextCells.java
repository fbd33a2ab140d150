package io.pelton.arrow.type;

import io.pelton.engine.tensor.StringStorage;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;

/** Cells of text or bytes behind 32-bit offsets. Owns their memory, which grows and is kept. */
final class TextCells extends Cells {
  private static final int FIRST_BYTES = 1024;

  private final boolean isText;
  private final BufferAllocator allocator;
  private ArrowBuf content;
  private StringStorage strings;

  TextCells(boolean isText, ByteBuffer validity, ByteBuffer offsets, BufferAllocator allocator) {
    super(validity, offsets);
    this.isText = isText;
    this.allocator = allocator;
    this.content = allocator.buffer(FIRST_BYTES);
    offsets.putInt(0, 0);
  }

  @Override
  public Written text(int row, byte[] utf8, int from, int count) {
    return isText ? put(row, utf8, from, count) : Written.OTHER_KIND;
  }

  @Override
  public Written bytes(int row, byte[] bytes, int from, int count) {
    return isText ? Written.OTHER_KIND : put(row, bytes, from, count);
  }

  private Written put(int row, byte[] bytes, int from, int count) {
    int start = values().getInt(row * 4);
    reserve(start, Math.addExact(start, count));
    content.setBytes(start, bytes, from, count);
    values().putInt(row * 4 + 4, start + count);
    return valid(row);
  }

  @Override
  public StringStorage strings(int rows) {
    if (strings == null || strings.length() != rows) {
      int bytes = (int) Math.min(content.capacity(), Integer.MAX_VALUE);
      strings = StringStorage.wrap(values(), content.nioBuffer(0, bytes), rows, () -> {});
    }
    return strings;
  }

  @Override
  public void nothing(int row) {
    values().putInt(row * 4 + 4, values().getInt(row * 4));
    invalid(row);
  }

  @Override
  public long moreBytes(int rows) {
    return values().getInt(rows * 4);
  }

  @Override
  public void load(
      FieldVector vector, int rows, int nulls, ArrowBuf validityBuffer, ArrowBuf valueBuffer) {
    vector.loadFieldBuffers(
        new ArrowFieldNode(rows, nulls), List.of(validityBuffer, valueBuffer, content));
  }

  @Override
  public boolean isOurs() {
    return isOurs(content);
  }

  private void reserve(int used, int bytes) {
    if (content.capacity() < bytes) {
      ArrowBuf grown = allocator.buffer(Math.max(bytes, 2 * content.capacity()));
      grown.setBytes(0, content, 0, used);
      content.close();
      content = grown;
      strings = null;
    }
  }

  @Override
  public void close() {
    content.close();
  }
}
