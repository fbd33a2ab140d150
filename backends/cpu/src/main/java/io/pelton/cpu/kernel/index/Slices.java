package io.pelton.cpu.kernel.index;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Lane;
import io.pelton.cpu.block.Positions;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;

/**
 * The slices of an operand along its first axis, which compare by the first element that differs.
 */
abstract class Slices implements IndexSort.Order {
  private final int width;

  /**
   * @param width elements of a slice
   */
  private Slices(int width) {
    this.width = width;
  }

  /**
   * @param view the operand's layout, with the slices' axis in front
   * @param count of slices
   */
  static Slices of(Operand operand, Layout view, int count) {
    int elements = Math.toIntExact(view.elements());
    int width = count == 0 ? 0 : elements / count;
    if (operand.dtype() == DType.STRING) {
      return new Strings(operand, view, width);
    }
    if (operand.dtype() == DType.F64) {
      return new Numbers<>(operand, view, width, Lane.DOUBLES, Slices::compare);
    }
    if (operand.dtype().isFloat()) {
      return new Numbers<>(operand, view, width, Lane.FLOATS, Slices::compare);
    }
    return operand.dtype() == DType.U64
        ? new Numbers<>(operand, view, width, Lane.LONGS, Slices::compareUnsigned)
        : new Numbers<>(operand, view, width, Lane.LONGS, Slices::compare);
  }

  /** Reads the elements of this run. */
  abstract void load();

  abstract int compareElements(int left, int right);

  @Override
  public final int compare(int left, int right) {
    for (int n = 0; n < width; n++) {
      int order = compareElements(left * width + n, right * width + n);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private static int compare(double[] x, int i, int j) {
    double a = x[i];
    double b = x[j];
    if (a == b) {
      return 0;
    }
    return a < b ? -1 : a > b ? 1 : Boolean.compare(Double.isNaN(a), Double.isNaN(b));
  }

  private static int compare(float[] x, int i, int j) {
    float a = x[i];
    float b = x[j];
    if (a == b) {
      return 0;
    }
    return a < b ? -1 : a > b ? 1 : Boolean.compare(Float.isNaN(a), Float.isNaN(b));
  }

  private static int compare(long[] x, int i, int j) {
    return Long.compare(x[i], x[j]);
  }

  private static int compareUnsigned(long[] x, int i, int j) {
    return Long.compareUnsigned(x[i], x[j]);
  }

  @FunctionalInterface
  private interface ElementOrder<A> {
    int compare(A x, int i, int j);
  }

  private static final class Numbers<A> extends Slices {
    private final Blocks<A> blocks;
    private final ElementOrder<A> order;
    private final int elements;
    private final A values;

    Numbers(Operand operand, Layout view, int width, Lane<A> lane, ElementOrder<A> order) {
      super(width);
      this.elements = Math.toIntExact(view.elements());
      this.blocks = lane.blocks(operand, view, RawBlocks.SIZE);
      this.order = order;
      this.values = lane.allocate(elements);
    }

    @Override
    @SuppressWarnings("SuspiciousSystemArraycopy")
    void load() {
      for (int from = 0; from < elements; from += RawBlocks.SIZE) {
        int count = Math.min(RawBlocks.SIZE, elements - from);
        blocks.read(from, count);
        System.arraycopy(blocks.array(), blocks.at(), values, from, count);
      }
    }

    @Override
    int compareElements(int left, int right) {
      return order.compare(values, left, right);
    }
  }

  private static final class Strings extends Slices {
    private final Operand operand;
    private final int[] positions;

    Strings(Operand operand, Layout view, int width) {
      super(width);
      this.operand = operand;
      this.positions = new int[Math.toIntExact(view.elements())];
      Positions walk = Positions.of(view);
      if (positions.length > 0) {
        walk.seek(0);
      }
      for (int n = 0; n < positions.length; n++) {
        positions[n] = walk.next();
      }
    }

    @Override
    void load() {
      // strings are compared where they lie
    }

    @Override
    int compareElements(int left, int right) {
      int offset = (int) operand.offset();
      return operand.strings().compare(offset + positions[left], offset + positions[right]);
    }
  }
}
