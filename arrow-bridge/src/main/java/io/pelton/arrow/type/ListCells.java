package io.pelton.arrow.type;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;

/** Cells of lists behind 32-bit offsets. Owns the elements' memory, which grows and is kept. */
final class ListCells extends Cells {
  private static final int FIRST_CAPACITY = 64;

  private final boolean nullable;
  private final CellLayout layout;
  private final BufferAllocator allocator;
  private int capacity = FIRST_CAPACITY;
  private ArrowBuf memory;
  private final Cells elements;

  ListCells(
      boolean nullable,
      CellLayout layout,
      ByteBuffer validity,
      ByteBuffer offsets,
      BufferAllocator allocator) {
    super(validity, offsets);
    this.nullable = nullable;
    this.layout = layout;
    this.allocator = allocator;
    this.memory = allocator.buffer(layout.bytes(capacity));
    try {
      this.elements = layout.cells(bits(), content(), capacity, allocator);
    } catch (RuntimeException failure) {
      memory.close();
      throw failure;
    }
    offsets.putInt(0, 0);
  }

  private ByteBuffer content() {
    return bytes(0, layout.valueBytes(capacity));
  }

  private ByteBuffer bits() {
    return bytes(layout.validityAt(capacity), CellLayout.validityBytes(capacity));
  }

  private ByteBuffer bytes(long at, long length) {
    return memory.nioBuffer(at, Math.toIntExact(length)).order(ByteOrder.LITTLE_ENDIAN);
  }

  @Override
  public Written list(int row, int count, Elements source) {
    int start = values().getInt(row * 4);
    reserve(start, Math.addExact(start, count));
    for (int i = 0; i < count; i++) {
      Written written = source.write(i, elements, start + i);
      if (written != Written.DONE) {
        return written;
      }
      if (!nullable && elements.isNothing(start + i)) {
        return Written.NULL_ELEMENT;
      }
    }
    values().putInt(row * 4 + 4, start + count);
    return valid(row);
  }

  private void reserve(int used, int count) {
    if (count <= capacity) {
      return;
    }
    int larger = Math.max(count, (int) Math.min(2L * capacity, Integer.MAX_VALUE - 8L));
    ArrowBuf grown = allocator.buffer(layout.bytes(larger));
    grown.setBytes(0, memory, 0, layout.valueBytes(used));
    grown.setOne(layout.validityAt(larger), CellLayout.validityBytes(larger));
    grown.setBytes(
        layout.validityAt(larger),
        memory,
        layout.validityAt(capacity),
        CellLayout.validityBytes(used));
    memory.close();
    memory = grown;
    capacity = larger;
    elements.move(bits(), content());
  }

  @Override
  public Written floats(int row, float[] floats, int from, int count) {
    int start = values().getInt(row * 4);
    reserve(start, Math.addExact(start, count));
    if (!elements.reals(start, floats, from, count)) {
      return super.floats(row, floats, from, count);
    }
    values().putInt(row * 4 + 4, start + count);
    return valid(row);
  }

  @Override
  public void clear() {
    super.clear();
    elements.clear();
  }

  @Override
  public boolean mayHoldNulls() {
    return super.mayHoldNulls() || elements.mayHoldNulls();
  }

  @Override
  public void nothing(int row) {
    values().putInt(row * 4 + 4, values().getInt(row * 4));
    invalid(row);
  }

  @Override
  public long moreBytes(int rows) {
    int count = values().getInt(rows * 4);
    return layout.valueBytes(count) + CellLayout.validityBytes(count) + elements.moreBytes(count);
  }

  @Override
  public void load(
      FieldVector vector, int rows, int nulls, ArrowBuf validityBuffer, ArrowBuf valueBuffer) {
    vector.loadFieldBuffers(new ArrowFieldNode(rows, nulls), List.of(validityBuffer, valueBuffer));
    int count = values().getInt(rows * 4);
    ArrowBuf content = memory.slice(0, layout.valueBytes(capacity));
    ArrowBuf bits = memory.slice(layout.validityAt(capacity), CellLayout.validityBytes(capacity));
    elements.load(
        vector.getChildrenFromFields().get(0),
        count,
        BitVectorHelper.getNullCount(bits, count),
        bits,
        content);
  }

  @Override
  public boolean isOurs() {
    return isOurs(memory) && elements.isOurs();
  }

  @Override
  public void close() {
    elements.close();
    memory.close();
  }
}
