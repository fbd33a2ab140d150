package io.pelton.arrow.avro;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.util.AutoCloseables;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;

/** A column that becomes a vector: counts its values and says which of them are there. */
abstract class VectorColumn extends BatchColumn {
  private final boolean nullable;
  private final GrowingBuffer validity;
  private int count;
  private int nulls;

  VectorColumn(BufferAllocator allocator, boolean nullable) {
    this.nullable = nullable;
    this.validity = new GrowingBuffer(allocator);
  }

  final int count() {
    return count;
  }

  /** Ends the value that was just written. */
  final void present() {
    mark(true);
  }

  private void mark(boolean present) {
    int at = count >> 3;
    int bit = 1 << (count & 7);
    ArrowBuf bits = validity.reserve(at, at + 1L);
    int before = (count & 7) == 0 ? 0 : bits.getByte(at) & (bit - 1);
    bits.setByte(at, present ? before | bit : before);
    nulls += present ? 0 : 1;
    count++;
  }

  @Override
  final void nothing() {
    blank();
    mark(!nullable);
  }

  /** Writes what lies in the place of a null. */
  abstract void blank();

  @Override
  void truncate(int rows) {
    for (int row = rows; row < count; row++) {
      boolean isNull = (validity.memory().getByte(row >> 3) & (1 << (row & 7))) == 0;
      nulls -= isNull ? 1 : 0;
    }
    count = Math.min(count, rows);
  }

  @Override
  void moveTo(FieldVector vector) {
    List<ArrowBuf> buffers = new ArrayList<>();
    try {
      buffers.add(validity.give((count + 7L) / 8));
      give(buffers);
      vector.loadFieldBuffers(new ArrowFieldNode(count, nulls), buffers);
    } finally {
      AutoCloseables.closeNoChecked(() -> buffers.forEach(ArrowBuf::close));
    }
    count = 0;
    nulls = 0;
  }

  @Override
  long bytes() {
    return (count + 7L) / 8 + valueBytes();
  }

  /** Bytes of what comes beside the validity. */
  abstract long valueBytes();

  /** Adds the buffers that come after the validity. */
  abstract void give(List<ArrowBuf> buffers);

  @Override
  public void close() {
    validity.close();
  }
}
