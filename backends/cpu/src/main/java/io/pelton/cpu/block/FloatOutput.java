package io.pelton.cpu.block;

import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;

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
  private short[] halves;
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
      narrow(out.shorts(), out.base() + from);
    }
  }

  private void narrow(short[] target, int to) {
    switch (dtype) {
      case F16 -> HalfLoops.BEST.toF16(scratch, 0, target, to, count);
      case BF16 -> HalfLoops.BEST.toBf16(scratch, 0, target, to, count);
      default -> throw new IllegalStateException(dtype + " is not written from float");
    }
  }

  private void store(int to) {
    if (isDirect) {
      out.memory().floats().put(to, scratch, 0, count);
      return;
    }
    if (halves == null) {
      halves = new short[capacity];
    }
    narrow(halves, 0);
    out.memory().shorts().put(to, halves, 0, count);
  }
}
