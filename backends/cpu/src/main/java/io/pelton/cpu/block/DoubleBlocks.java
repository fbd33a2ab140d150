package io.pelton.cpu.block;

import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;

/**
 * Reads numbers and booleans block by block as {@code double}; 64-bit integers are rounded once, to
 * nearest even, all others are exact.
 */
public final class DoubleBlocks implements Blocks<double[]> {
  private final DType dtype;
  private final RawBlocks raw;
  private final LongBlocks integers;
  private final double[] scratch;
  private final float[] halves;

  private DoubleBlocks(Operand operand, Layout view, int capacity) {
    this.dtype = operand.dtype();
    this.raw = dtype.isFloat() ? new RawBlocks(operand, view, capacity) : null;
    this.integers = dtype.isFloat() ? null : LongBlocks.of(operand, view, capacity);
    this.scratch = dtype == DType.F64 ? null : new double[capacity];
    this.halves = dtype == DType.F16 || dtype == DType.BF16 ? new float[capacity] : null;
  }

  /** The operand broadcast to the given lengths, in blocks of up to {@link RawBlocks#SIZE}. */
  public static DoubleBlocks of(Operand operand, long... dims) {
    return of(operand, operand.layout().broadcastTo(dims), RawBlocks.SIZE);
  }

  /**
   * @param view lengths and strides in which the operand is seen; its offset is not used
   * @param capacity the longest block that is read
   */
  public static DoubleBlocks of(Operand operand, Layout view, int capacity) {
    return new DoubleBlocks(operand, view, capacity);
  }

  @Override
  public void read(int from, int count) {
    if (integers != null) {
      integers.read(from, count);
      convertIntegers(count);
      return;
    }
    raw.read(from, count);
    if (scratch != null) {
      convertFloats(raw.at(), count);
    }
  }

  @Override
  public double[] array() {
    return scratch == null ? (double[]) raw.array() : scratch;
  }

  @Override
  public int at() {
    return scratch == null ? raw.at() : 0;
  }

  private void convertFloats(int from, int count) {
    switch (dtype) {
      case F32 -> {
        float[] source = (float[]) raw.array();
        for (int i = 0; i < count; i++) {
          scratch[i] = source[from + i];
        }
      }
      case F16 -> {
        HalfLoops.BEST.fromF16((short[]) raw.array(), from, halves, 0, count);
        widenHalves(count);
      }
      case BF16 -> {
        HalfLoops.BEST.fromBf16((short[]) raw.array(), from, halves, 0, count);
        widenHalves(count);
      }
      default -> throw new IllegalStateException(dtype + " is not read as double");
    }
  }

  private void widenHalves(int count) {
    for (int i = 0; i < count; i++) {
      scratch[i] = halves[i];
    }
  }

  private void convertIntegers(int count) {
    long[] source = integers.array();
    int from = integers.at();
    if (dtype == DType.U64) {
      for (int i = 0; i < count; i++) {
        scratch[i] = Integers.unsignedToDouble(source[from + i]);
      }
    } else {
      for (int i = 0; i < count; i++) {
        scratch[i] = source[from + i];
      }
    }
  }
}
