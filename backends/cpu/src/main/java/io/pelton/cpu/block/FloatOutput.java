package io.pelton.cpu.block;

import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Half;
import java.nio.ShortBuffer;

/**
 * Writes floats of up to 32 bits block by block from {@code float}, rounding once to nearest even
 * where the dtype is narrower.
 */
public final class FloatOutput implements Output<float[]> {
  private final Operand out;
  private final DType dtype;
  private final boolean isDirect;
  private final int capacity;
  private float[] scratch;
  private boolean isInPlace;
  private int from;
  private int count;

  /** Blocks of up to {@link RawBlocks#SIZE}. */
  public FloatOutput(Operand out) {
    this(out, RawBlocks.SIZE);
  }

  /**
   * @param out contiguous on the heap or in native memory
   * @param capacity the longest block that is written
   */
  public FloatOutput(Operand out, int capacity) {
    this.out = out;
    this.dtype = out.dtype();
    this.isDirect = dtype == DType.F32;
    this.capacity = capacity;
    this.scratch = isDirect ? null : new float[capacity];
  }

  @Override
  public void open(int from, int count) {
    this.from = from;
    this.count = count;
    isInPlace = isInPlace();
    if (!isInPlace && scratch == null) {
      scratch = new float[capacity];
    }
  }

  @Override
  public boolean isInPlace() {
    return isDirect && !out.isNative();
  }

  @Override
  public float[] array() {
    return isInPlace ? out.floats() : scratch;
  }

  @Override
  public int at() {
    return isInPlace ? out.base() + from : 0;
  }

  @Override
  public void commit() {
    if (isInPlace) {
      return;
    }
    if (out.isNative()) {
      store((int) out.offset() + from);
    } else {
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

  private void store(int to) {
    switch (dtype) {
      case F32 -> out.memory().floats().put(to, scratch, 0, count);
      case F16 -> {
        ShortBuffer target = out.memory().shorts();
        for (int i = 0; i < count; i++) {
          target.put(to + i, Half.floatToF16(scratch[i]));
        }
      }
      case BF16 -> {
        ShortBuffer target = out.memory().shorts();
        for (int i = 0; i < count; i++) {
          target.put(to + i, Half.floatToBf16(scratch[i]));
        }
      }
      default -> throw new IllegalStateException(dtype + " is not written from float");
    }
  }
}
