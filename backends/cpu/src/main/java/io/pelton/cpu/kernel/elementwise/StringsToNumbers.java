package io.pelton.cpu.kernel.elementwise;

import io.pelton.cpu.block.Output;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.cpu.block.Rows;
import io.pelton.cpu.block.StringBlocks;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.tensor.DType;

/** Reads numbers from strings and refuses those that are none. */
final class StringsToNumbers<A> implements Call {
  @FunctionalInterface
  interface Reading<A> {
    /**
     * @throws NumberFormatException with the reason
     */
    void read(String text, A y, int k);
  }

  private static final int LONGEST_QUOTE = 80;

  private final Rows rows;
  private final StringBlocks x;
  private final Output<A> y;
  private final Reading<A> reading;
  private final DType dtype;

  StringsToNumbers(Rows rows, StringBlocks x, Output<A> y, Reading<A> reading, DType dtype) {
    this.rows = rows;
    this.x = x;
    this.y = y;
    this.reading = reading;
    this.dtype = dtype;
  }

  @Override
  public void run(int activeRows) {
    int end = rows.elements(activeRows);
    for (int from = 0; from < end; from += RawBlocks.SIZE) {
      int count = Math.min(RawBlocks.SIZE, end - from);
      x.seek(from);
      y.open(from, count);
      for (int n = 0; n < count; n++) {
        read(x.storage().get(x.next()), from + n, y.at() + n);
      }
      y.commit();
    }
  }

  private void read(String text, int element, int at) {
    try {
      reading.read(text, y.array(), at);
    } catch (NumberFormatException e) {
      throw rows.invalid(
          element, "can't cast " + quoted(text) + " to " + dtype + ": " + e.getMessage());
    }
  }

  private static String quoted(String text) {
    return text.length() <= LONGEST_QUOTE
        ? '"' + text + '"'
        : '"' + text.substring(0, LONGEST_QUOTE) + "…\"";
  }
}
