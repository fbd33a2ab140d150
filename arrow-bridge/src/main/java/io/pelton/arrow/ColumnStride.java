package io.pelton.arrow;

import io.pelton.engine.tensor.DType;
import java.util.Optional;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.ReferenceManager;

/**
 * Columns of equal width that lie at equal distances in one allocation, so that together they are a
 * matrix.
 *
 * @param references of the allocation
 * @param address of the lowest column
 * @param first elements from there to the first column
 * @param elements from one column to the next, negative where they descend
 * @param columns how many
 * @param width bytes of an element
 */
record ColumnStride(
    ReferenceManager references, long address, long first, long elements, int columns, int width) {

  static Optional<ColumnStride> of(ColumnReader[] columns, DType dtype) {
    int width = dtype.bits() / 8;
    ArrowBuf data = columns[0].vector().getDataBuffer();
    ReferenceManager references = data.getReferenceManager();
    long start = data.memoryAddress();
    if (columns.length == 1) {
      return Optional.of(
          new ColumnStride(references, start + (long) columns[0].first() * width, 0, 1, 1, width));
    }
    long distance = columns[1].vector().getDataBuffer().memoryAddress() - start;
    for (int i = 1; i < columns.length; i++) {
      ArrowBuf next = columns[i].vector().getDataBuffer();
      if (next.getReferenceManager() != references
          || next.memoryAddress() - start != i * distance) {
        return Optional.empty();
      }
    }
    long span = Math.abs(distance) * columns.length;
    if (distance % width != 0 || span > Integer.MAX_VALUE) {
      return Optional.empty();
    }
    long below = distance < 0 ? -distance * (columns.length - 1) : 0;
    return Optional.of(
        new ColumnStride(
            references, start - below, below / width, distance / width, columns.length, width));
  }

  /** The memory from the lowest to the highest of the columns' first rows. Not retained. */
  ArrowBuf window(int rows) {
    long elements = Math.abs(this.elements) * (columns - 1) + rows;
    return new ArrowBuf(references, null, elements * width, address);
  }
}
