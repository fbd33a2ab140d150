package io.pelton.cpu.kernel.pipeline;

import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.StringStorage;
import io.pelton.engine.tensor.Tensor;

/** A few rows of an operand, as the operand of a part. Moving it allocates nothing. */
abstract sealed class Window {
  private final Operand part;

  private Window(Operand part) {
    this.part = part;
  }

  /**
   * @param rows the layout of the window
   */
  static Window input(Operand whole, Layout rows) {
    return new Moving(whole, Operand.of(whole.dtype(), rows));
  }

  /**
   * @param whole contiguous on the heap, or growable strings
   * @param rows lengths may be grouped in another way than in the whole
   */
  static Window output(Operand whole, Layout rows) {
    return whole.dtype() == DType.STRING
        ? new Appending(whole, Operand.on(Tensor.allocate(DType.STRING, rows.dims())))
        : new Moving(whole, Operand.of(whole.dtype(), rows));
  }

  final Operand part() {
    return part;
  }

  /** To be called once a run, before the first rows. */
  abstract void start();

  /** Goes to the rows from {@code row} on. */
  abstract void open(int row);

  /** Ends with what the part did. */
  abstract void close();

  /** Numbers, where they lie. */
  private static final class Moving extends Window {
    private final Operand whole;
    private final long step;

    Moving(Operand whole, Operand part) {
      super(part);
      this.whole = whole;
      this.step = whole.layout().stride(0);
    }

    @Override
    void start() {}

    @Override
    void open(int row) {
      part().point(whole.storage(), whole.offset() + row * step);
    }

    @Override
    void close() {}
  }

  /** Strings, which only come one after the other. */
  private static final class Appending extends Window {
    private final Operand whole;

    Appending(Operand whole, Operand part) {
      super(part);
      this.whole = whole;
    }

    @Override
    void start() {
      whole.strings().clear();
    }

    @Override
    void open(int row) {}

    @Override
    void close() {
      StringStorage strings = part().strings();
      int count = (int) strings.length();
      for (int i = 0; i < count; i++) {
        whole.strings().append(strings, i);
      }
    }
  }
}
