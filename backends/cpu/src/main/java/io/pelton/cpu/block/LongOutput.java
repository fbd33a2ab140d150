package io.pelton.cpu.block;

import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.ShortBuffer;

/**
 * Writes integers and booleans block by block from {@code long}, whose low bits are kept; F16 and
 * BF16 take bit patterns.
 */
public final class LongOutput implements Output<long[]> {
  private final Operand out;
  private final DType dtype;
  private final boolean isDirect;
  private final int capacity;
  private long[] scratch;
  private boolean isInPlace;
  private int from;
  private int count;

  /** Blocks of up to {@link RawBlocks#SIZE}. */
  public LongOutput(Operand out) {
    this(out, RawBlocks.SIZE);
  }

  /**
   * @param out contiguous on the heap or in native memory
   * @param capacity the longest block that is written
   */
  public LongOutput(Operand out, int capacity) {
    this.out = out;
    this.dtype = out.dtype();
    this.isDirect = dtype == DType.I64 || dtype == DType.U64;
    this.capacity = capacity;
    this.scratch = isDirect ? null : new long[capacity];
  }

  @Override
  public void open(int from, int count) {
    this.from = from;
    this.count = count;
    isInPlace = isDirect && !out.isNative();
    if (!isInPlace && scratch == null) {
      scratch = new long[capacity];
    }
  }

  @Override
  public long[] array() {
    return isInPlace ? out.longs() : scratch;
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

  private void store(int to) {
    switch (dtype) {
      case I64, U64 -> out.memory().longs().put(to, scratch, 0, count);
      case I32, U32 -> {
        IntBuffer target = out.memory().ints();
        for (int i = 0; i < count; i++) {
          target.put(to + i, (int) scratch[i]);
        }
      }
      case I16, U16, F16, BF16 -> {
        ShortBuffer target = out.memory().shorts();
        for (int i = 0; i < count; i++) {
          target.put(to + i, (short) scratch[i]);
        }
      }
      case I8, U8, BOOL -> {
        ByteBuffer target = out.memory().bytes();
        for (int i = 0; i < count; i++) {
          target.put(to + i, (byte) scratch[i]);
        }
      }
      default -> throw new IllegalStateException(dtype + " is not written from long");
    }
  }
}
