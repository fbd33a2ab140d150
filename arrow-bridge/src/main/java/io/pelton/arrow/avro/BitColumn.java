package io.pelton.arrow.avro;

import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;

/** Truth values. */
final class BitColumn extends VectorColumn {
  private final GrowingBuffer values;

  BitColumn(BufferAllocator allocator, boolean nullable) {
    super(allocator, nullable);
    this.values = new GrowingBuffer(allocator);
  }

  @Override
  void truth(boolean value) {
    write(value);
    present();
  }

  private void write(boolean value) {
    int at = count() >> 3;
    int bit = 1 << (count() & 7);
    ArrowBuf bits = values.reserve(at, at + 1L);
    int before = (count() & 7) == 0 ? 0 : bits.getByte(at) & (bit - 1);
    bits.setByte(at, value ? before | bit : before);
  }

  @Override
  void blank() {
    write(false);
  }

  @Override
  void give(List<ArrowBuf> buffers) {
    buffers.add(values.give((count() + 7L) / 8));
  }

  @Override
  public void close() {
    super.close();
    values.close();
  }
}
