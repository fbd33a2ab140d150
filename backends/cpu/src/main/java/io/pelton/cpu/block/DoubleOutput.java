package io.pelton.cpu.block;

import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Half;
import java.nio.FloatBuffer;
import java.nio.ShortBuffer;

/**
 * Writes floats block by block from {@code double}, rounding once to nearest even where the dtype
 * is narrower.
 */
public final class DoubleOutput implements Output<double[]> {
  private final Operand out;
  private final DType dtype;
  private final boolean isDirect;
  private final int capacity;
  private double[] scratch;
  private boolean isInPlace;
  private int from;
  private int count;

  /** Blocks of up to {@link RawBlocks#SIZE}. */
  public DoubleOutput(Operand out) {
    this(out, RawBlocks.SIZE);
  }

  /**
   * @param out contiguous on the heap or in native memory
   * @param capacity the longest block that is written
   */
  public DoubleOutput(Operand out, int capacity) {
    this.out = out;
    this.dtype = out.dtype();
    this.isDirect = dtype == DType.F64;
    this.capacity = capacity;
    this.scratch = isDirect ? null : new double[capacity];
  }

  @Override
  public void open(int from, int count) {
    this.from = from;
    this.count = count;
    isInPlace = isDirect && !out.isNative();
    if (!isInPlace && scratch == null) {
      scratch = new double[capacity];
    }
  }

  @Override
  public double[] array() {
    return isInPlace ? out.doubles() : scratch;
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
      case F32 -> {
        float[] target = out.floats();
        for (int i = 0; i < count; i++) {
          target[to + i] = (float) scratch[i];
        }
      }
      case F16 -> {
        short[] target = out.shorts();
        for (int i = 0; i < count; i++) {
          target[to + i] = Half.doubleToF16(scratch[i]);
        }
      }
      case BF16 -> {
        short[] target = out.shorts();
        for (int i = 0; i < count; i++) {
          target[to + i] = Half.doubleToBf16(scratch[i]);
        }
      }
      default -> throw new IllegalStateException(dtype + " is not written from double");
    }
  }

  private void store(int to) {
    switch (dtype) {
      case F64 -> out.memory().doubles().put(to, scratch, 0, count);
      case F32 -> {
        FloatBuffer target = out.memory().floats();
        for (int i = 0; i < count; i++) {
          target.put(to + i, (float) scratch[i]);
        }
      }
      case F16 -> {
        ShortBuffer target = out.memory().shorts();
        for (int i = 0; i < count; i++) {
          target.put(to + i, Half.doubleToF16(scratch[i]));
        }
      }
      case BF16 -> {
        ShortBuffer target = out.memory().shorts();
        for (int i = 0; i < count; i++) {
          target.put(to + i, Half.doubleToBf16(scratch[i]));
        }
      }
      default -> throw new IllegalStateException(dtype + " is not written from double");
    }
  }
}
