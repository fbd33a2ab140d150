package io.pelton.cpu.block;

import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;

/**
 * Writes integers and booleans block by block from {@code long}, whose low bits are kept; F16 and
 * BF16 take bit patterns.
 */
public final class LongOutput implements Output<long[]> {
  private final Operand out;
  private final DType dtype;
  private final boolean isDirect;
  private final long[] scratch;
  private int from;
  private int count;

  /** Blocks of up to {@link RawBlocks#SIZE}. */
  public LongOutput(Operand out) {
    this(out, RawBlocks.SIZE);
  }

  /**
   * @param out contiguous on the heap
   * @param capacity the longest block that is written
   */
  public LongOutput(Operand out, int capacity) {
    this.out = out;
    this.dtype = out.dtype();
    this.isDirect = dtype == DType.I64 || dtype == DType.U64;
    this.scratch = isDirect ? null : new long[capacity];
  }

  @Override
  public void open(int from, int count) {
    this.from = from;
    this.count = count;
  }

  @Override
  public long[] array() {
    return isDirect ? out.longs() : scratch;
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
      case I32, U32 -> {
        int[] target = out.ints();
        for (int i = 0; i < count; i++) {
          target[to + i] = (int) scratch[i];
        }
      }
      case I16, U16, F16, BF16 -> {
        short[] target = out.shorts();
        for (int i = 0; i < count; i++) {
          target[to + i] = (short) scratch[i];
        }
      }
      case I8, U8, BOOL -> {
        byte[] target = out.bytes();
        for (int i = 0; i < count; i++) {
          target[to + i] = (byte) scratch[i];
        }
      }
      default -> throw new IllegalStateException(dtype + " is not written from long");
    }
  }
}
