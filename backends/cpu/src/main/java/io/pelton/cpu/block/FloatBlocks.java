package io.pelton.cpu.block;

import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;

/**
 * Reads numbers and booleans block by block as {@code float}; wider numbers are rounded once, to
 * nearest even.
 */
public final class FloatBlocks implements Blocks<float[]> {
  private final DType dtype;
  private final RawBlocks raw;
  private final LongBlocks integers;
  private final float[] scratch;

  private FloatBlocks(Operand operand, Layout view, int capacity) {
    this.dtype = operand.dtype();
    boolean isWide = dtype == DType.I64 || dtype == DType.U64;
    this.raw = isWide ? null : new RawBlocks(operand, view, capacity);
    this.integers = isWide ? LongBlocks.of(operand, view, capacity) : null;
    this.scratch = dtype == DType.F32 ? null : new float[capacity];
  }

  /** The operand broadcast to the given lengths, in blocks of up to {@link RawBlocks#SIZE}. */
  public static FloatBlocks of(Operand operand, long... dims) {
    return of(operand, operand.layout().broadcastTo(dims), RawBlocks.SIZE);
  }

  /**
   * @param view lengths and strides in which the operand is seen; its offset is not used
   * @param capacity the longest block that is read
   */
  public static FloatBlocks of(Operand operand, Layout view, int capacity) {
    return new FloatBlocks(operand, view, capacity);
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
      convert(raw.at(), count);
    }
  }

  @Override
  public boolean isInPlace() {
    return scratch == null && raw.isInPlace();
  }

  @Override
  public float[] array() {
    return scratch == null ? (float[]) raw.array() : scratch;
  }

  @Override
  public int at() {
    return scratch == null ? raw.at() : 0;
  }

  private void convert(int from, int count) {
    switch (dtype) {
      case F64 -> {
        double[] source = (double[]) raw.array();
        for (int i = 0; i < count; i++) {
          scratch[i] = (float) source[from + i];
        }
      }
      case F16 -> HalfLoops.BEST.fromF16((short[]) raw.array(), from, scratch, 0, count);
      case BF16 -> HalfLoops.BEST.fromBf16((short[]) raw.array(), from, scratch, 0, count);
      case I32 -> {
        int[] source = (int[]) raw.array();
        for (int i = 0; i < count; i++) {
          scratch[i] = source[from + i];
        }
      }
      case U32 -> {
        int[] source = (int[]) raw.array();
        for (int i = 0; i < count; i++) {
          scratch[i] = source[from + i] & 0xffffffffL;
        }
      }
      case I16 -> shorts((short[]) raw.array(), from, count, -1);
      case U16 -> shorts((short[]) raw.array(), from, count, 0xffff);
      case I8 -> bytes((byte[]) raw.array(), from, count, -1);
      case U8, BOOL -> bytes((byte[]) raw.array(), from, count, 0xff);
      default -> throw new IllegalStateException(dtype + " is not read as float");
    }
  }

  private void shorts(short[] source, int from, int count, int mask) {
    for (int i = 0; i < count; i++) {
      scratch[i] = source[from + i] & mask;
    }
  }

  private void bytes(byte[] source, int from, int count, int mask) {
    for (int i = 0; i < count; i++) {
      scratch[i] = source[from + i] & mask;
    }
  }

  private void convertIntegers(int count) {
    long[] source = integers.array();
    int from = integers.at();
    if (dtype == DType.U64) {
      for (int i = 0; i < count; i++) {
        scratch[i] = Integers.unsignedToFloat(source[from + i]);
      }
    } else {
      for (int i = 0; i < count; i++) {
        scratch[i] = source[from + i];
      }
    }
  }
}
