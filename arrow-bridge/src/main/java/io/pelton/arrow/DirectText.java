package io.pelton.arrow;

import io.pelton.arrow.type.Cells;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.StringStorage;
import io.pelton.engine.tensor.Tensor;
import java.util.function.IntFunction;

/** A column of text in a builder's memory. */
final class DirectText extends DirectInput {
  private final int column;
  private final IntFunction<Layout> layout;
  private Tensor latest;

  /**
   * @param layout of some rows
   */
  DirectText(int column, IntFunction<Layout> layout) {
    this.column = column;
    this.layout = layout;
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // other strings may look the same
  Tensor bind(BatchMemory memory, int rows) {
    Cells cells = memory.cells(column);
    if (cells.mayHoldNulls()) {
      return null;
    }
    StringStorage strings = cells.strings(rows);
    if (latest == null || latest.storage() != strings) {
      latest = new Tensor(strings, layout.apply(rows));
    }
    return latest;
  }
}
