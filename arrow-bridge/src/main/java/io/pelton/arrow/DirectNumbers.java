package io.pelton.arrow;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.NativeStorage;
import io.pelton.engine.tensor.Tensor;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;

/** Columns of numbers at one stride, or a column of lists of one length, in a builder's memory. */
final class DirectNumbers extends DirectInput {
  private final int[] columns;
  private final boolean takesNulls;
  private final DType dtype;
  private final long start;
  private final IntUnaryOperator elements;
  private final IntFunction<Layout> layout;
  private BatchMemory memory;
  private int rows;
  private Tensor tensor;

  /**
   * @param takesNulls whether what lies at a null is what the input takes for it
   * @param start bytes from the beginning of the memory to the lowest column
   * @param elements from the first that some rows take to the last
   * @param layout of some rows
   */
  DirectNumbers(
      int[] columns,
      boolean takesNulls,
      DType dtype,
      long start,
      IntUnaryOperator elements,
      IntFunction<Layout> layout) {
    this.columns = columns;
    this.takesNulls = takesNulls;
    this.dtype = dtype;
    this.start = start;
    this.elements = elements;
    this.layout = layout;
  }

  /** The layout of some rows of columns. */
  interface Strided {
    /**
     * @param stride elements from one column to the next
     * @param first elements from the lowest column to the first
     */
    Layout layout(int rows, long stride, long first);
  }

  /** Columns of the input's dtype; empty where they don't lie at one stride. */
  static Optional<DirectInput> of(
      ColumnPlan plan, ColumnReader[] readers, DType dtype, boolean takesNulls, Strided strided) {
    int[] columns = new int[readers.length];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = readers[i].position();
      if (columns[i] < 0) {
        return Optional.empty();
      }
    }
    int width = dtype.bits() / 8;
    long start = plan.valuesAt(columns[0]);
    long distance = columns.length == 1 ? width : plan.valuesAt(columns[1]) - start;
    for (int i = 1; i < columns.length; i++) {
      if (plan.valuesAt(columns[i]) - start != i * distance) {
        return Optional.empty();
      }
    }
    long span = Math.abs(distance) * (columns.length - 1);
    if (distance % width != 0 || span > Integer.MAX_VALUE / 2) {
      return Optional.empty();
    }
    long below = distance < 0 ? span : 0;
    return Optional.of(
        new DirectNumbers(
            columns,
            takesNulls,
            dtype,
            start - below,
            rows -> (int) (span / width) + rows,
            rows -> strided.layout(rows, distance / width, below / width)));
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // it is about one memory
  Tensor bind(BatchMemory current, int count) {
    if (!takesNulls && holdsNulls(current)) {
      return null;
    }
    if (current != memory || count != rows) {
      long bytes = (long) elements.applyAsInt(count) * (dtype.bits() / 8);
      NativeStorage storage = NativeStorage.wrap(dtype, current.bytes(start, bytes), () -> {});
      tensor = new Tensor(storage, layout.apply(count));
      memory = current;
      rows = count;
    }
    return tensor;
  }

  private boolean holdsNulls(BatchMemory current) {
    for (int column : columns) {
      if (current.cells(column).mayHoldNulls()) {
        return true;
      }
    }
    return false;
  }
}
