package io.pelton.cpu.block;

import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Half;

/**
 * Writes floats of up to 32 bits block by block from {@code float}, rounding once to nearest even
 * where the dtype is narrower.
 */
public final class FloatOutput implements Output<float[]> {
  private final Operand out;
  private final DType dtype;
  private final boolean isDirect;
  private final float[] scratch;
  private int from;
  private int count;

  /** Blocks of up to {@link RawBlocks#SIZE}. */
  public FloatOutput(Operand out) {
    this(out, RawBlocks.SIZE);
  }

  /**
   * @param out contiguous on the heap
   * @param capacity the longest block that is written
   */
  public FloatOutput(Operand out, int capacity) {
    this.out = out;
    this.dtype = out.dtype();
    this.isDirect = dtype == DType.F32;
    this.scratch = isDirect ? null : new float[capacity];
  }

  @Override
  public void open(int from, int count) {
    this.from = from;
    this.count = count;
  }

  @Override
  public float[] array() {
    return isDirect ? out.floats() : scratch;
  }

  @Override
  public int at() {
    return isDirect ? out.base() + from : 0;
  }

  @Override
  public void commit() {
    if (!isDirect) {
      narrow(out.base() + from);
    }
  }

  private void narrow(int to) {
    switch (dtype) {
      case F16 -> {
        short[] target = out.shorts();
        for (int i = 0; i < count; i++) {
          target[to + i] = Half.floatToF16(scratch[i]);
        }
      }
      case BF16 -> {
        short[] target = out.shorts();
        for (int i = 0; i < count; i++) {
          target[to + i] = Half.floatToBf16(scratch[i]);
        }
      }
      default -> throw new IllegalStateException(dtype + " is not written from float");
    }
  }
}
