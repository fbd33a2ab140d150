package io.pelton.arrow.type;

import java.nio.ByteBuffer;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;

/** Cells of lists of one length: their elements one after the other, of null lists, too. */
final class FixedListCells extends Cells {
  private final int length;
  private final boolean nullable;
  private final CellLayout layout;
  private final int capacity;
  private final Cells elements;

  /**
   * @param capacity elements that there is room for
   */
  FixedListCells(
      int length,
      boolean nullable,
      CellLayout layout,
      int capacity,
      Cells elements,
      ByteBuffer validity,
      ByteBuffer values) {
    super(validity, values);
    this.length = length;
    this.nullable = nullable;
    this.layout = layout;
    this.capacity = capacity;
    this.elements = elements;
  }

  @Override
  public Written list(int row, int count, Elements source) {
    if (count != length) {
      return Written.OTHER_LENGTH;
    }
    for (int i = 0; i < count; i++) {
      Written written = source.write(i, elements, row * length + i);
      if (written != Written.DONE) {
        return written;
      }
      if (!nullable && elements.isNothing(row * length + i)) {
        return Written.NULL_ELEMENT;
      }
    }
    return valid(row);
  }

  @Override
  public Written floats(int row, float[] floats, int from, int count) {
    return count == length && elements.reals(row * length, floats, from, count)
        ? valid(row)
        : super.floats(row, floats, from, count);
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
    for (int i = 0; i < length; i++) {
      elements.nothing(row * length + i);
    }
    invalid(row);
  }

  @Override
  public long moreBytes(int rows) {
    return elements.moreBytes(rows * length);
  }

  @Override
  public void load(
      FieldVector vector, int rows, int nulls, ArrowBuf validityBuffer, ArrowBuf valueBuffer) {
    vector.loadFieldBuffers(new ArrowFieldNode(rows, nulls), List.of(validityBuffer));
    int count = rows * length;
    ArrowBuf values = valueBuffer.slice(0, layout.valueBytes(capacity));
    ArrowBuf bits =
        valueBuffer.slice(layout.validityAt(capacity), CellLayout.validityBytes(capacity));
    int elementNulls = elements.mayHoldNulls() ? BitVectorHelper.getNullCount(bits, count) : 0;
    elements.load(vector.getChildrenFromFields().get(0), count, elementNulls, bits, values);
  }

  @Override
  public boolean isOurs() {
    return elements.isOurs();
  }

  @Override
  public void close() {
    elements.close();
  }
}
