package io.pelton.cpu.block;

import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;

/**
 * Reads integers and booleans block by block as {@code long}: signed ones extended by their sign,
 * unsigned ones by zeros, U64 as its bits. F16 and BF16 read as their bit patterns, for kernels
 * that only move elements.
 */
public final class LongBlocks implements Blocks<long[]> {
  private final RawBlocks raw;
  private final DType dtype;
  private final long[] scratch;

  private LongBlocks(Operand operand, Layout view, int capacity) {
    this.raw = new RawBlocks(operand, view, capacity);
    this.dtype = operand.dtype();
    this.scratch = isDirect(dtype) ? null : new long[capacity];
  }

  /** The operand broadcast to the given lengths, in blocks of up to {@link RawBlocks#SIZE}. */
  public static LongBlocks of(Operand operand, long... dims) {
    return of(operand, operand.layout().broadcastTo(dims), RawBlocks.SIZE);
  }

  /**
   * @param view lengths and strides in which the operand is seen; its offset is not used
   * @param capacity the longest block that is read
   */
  public static LongBlocks of(Operand operand, Layout view, int capacity) {
    return new LongBlocks(operand, view, capacity);
  }

  @Override
  public void read(int from, int count) {
    raw.read(from, count);
    if (scratch != null) {
      widen(raw.array(), raw.at(), count);
    }
  }

  @Override
  public long[] array() {
    return scratch == null ? (long[]) raw.array() : scratch;
  }

  @Override
  public int at() {
    return scratch == null ? raw.at() : 0;
  }

  private static boolean isDirect(DType dtype) {
    return dtype == DType.I64 || dtype == DType.U64;
  }

  private void widen(Object source, int from, int count) {
    switch (dtype) {
      case I32 -> ints((int[]) source, from, count, -1L);
      case U32 -> ints((int[]) source, from, count, 0xffffffffL);
      case I16, F16, BF16 -> shorts((short[]) source, from, count, -1L);
      case U16 -> shorts((short[]) source, from, count, 0xffffL);
      case I8 -> bytes((byte[]) source, from, count, -1L);
      case U8, BOOL -> bytes((byte[]) source, from, count, 0xffL);
      default -> throw new IllegalStateException(dtype + " is not read as long");
    }
  }

  private void ints(int[] source, int from, int count, long mask) {
    for (int i = 0; i < count; i++) {
      scratch[i] = source[from + i] & mask;
    }
  }

  private void shorts(short[] source, int from, int count, long mask) {
    for (int i = 0; i < count; i++) {
      scratch[i] = source[from + i] & mask;
    }
  }

  private void bytes(byte[] source, int from, int count, long mask) {
    for (int i = 0; i < count; i++) {
      scratch[i] = source[from + i] & mask;
    }
  }
}
