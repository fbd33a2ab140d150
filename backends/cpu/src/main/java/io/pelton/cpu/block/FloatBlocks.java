package io.pelton.cpu.block;

import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Half;
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
    this.raw = dtype.isFloat() ? new RawBlocks(operand, view, capacity) : null;
    this.integers = dtype.isFloat() ? null : LongBlocks.of(operand, view, capacity);
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
      convertFloats(raw.at(), count);
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

  private void convertFloats(int from, int count) {
    switch (dtype) {
      case F64 -> {
        double[] source = (double[]) raw.array();
        for (int i = 0; i < count; i++) {
          scratch[i] = (float) source[from + i];
        }
      }
      case F16 -> {
        short[] source = (short[]) raw.array();
        for (int i = 0; i < count; i++) {
          scratch[i] = Half.f16ToFloat(source[from + i]);
        }
      }
      case BF16 -> {
        short[] source = (short[]) raw.array();
        for (int i = 0; i < count; i++) {
          scratch[i] = Half.bf16ToFloat(source[from + i]);
        }
      }
      default -> throw new IllegalStateException(dtype + " is not read as float");
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
