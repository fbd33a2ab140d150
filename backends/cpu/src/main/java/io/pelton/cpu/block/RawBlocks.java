package io.pelton.cpu.block;

import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Carrier;
import io.pelton.engine.tensor.Layout;

/**
 * Reads an operand block by block in the array type that carries its dtype: in place where it lies
 * packed on the heap, through a scratch array otherwise, which the first such read makes. For
 * dtypes with one slot an element. Not thread-safe; later reads allocate nothing.
 */
public final class RawBlocks {
  /** Elements of a usual block; a multiple of 16, and its arrays fit the L1 cache. */
  public static final int SIZE = 1024;

  /** Elements of a block that is neither copied nor read twice; its arrays fit the L2 cache. */
  public static final int LONG_SIZE = 8192;

  private final Operand operand;
  private final Carrier carrier;
  private final boolean isPacked;
  private final Positions positions;
  private final int capacity;
  private Object scratch;
  private boolean isInPlace;
  private int at;

  /**
   * @param view lengths and strides in which the operand is seen; its offset is not used
   * @param capacity the longest block that is read
   */
  public RawBlocks(Operand operand, Layout view, int capacity) {
    this.operand = operand;
    this.carrier = operand.dtype().carrier();
    this.isPacked = view.isContiguous();
    this.positions = Positions.of(view);
    this.capacity = capacity;
  }

  /** Whether blocks of any length can be read where they lie. */
  boolean isInPlace() {
    return isPacked && !operand.isNative();
  }

  /** Makes elements {@code from} to {@code from + count - 1} of the view readable. */
  public void read(int from, int count) {
    isInPlace = isInPlace();
    if (isInPlace) {
      at = operand.base() + from;
    } else {
      if (scratch == null) {
        scratch = carrier.allocate(capacity);
      }
      copy(from, count, scratch, 0);
      at = 0;
    }
  }

  /** Where the block that was read lies, from {@link #at} on. Not to be written. */
  public Object array() {
    return isInPlace ? operand.heap().array() : scratch;
  }

  public int at() {
    return at;
  }

  /** Copies elements of the view to an array of the carrier. */
  public void copy(int from, int count, Object target, int into) {
    if (count == 0) {
      return;
    }
    if (isPacked) {
      fetch(from, 1, target, into, count);
      return;
    }
    positions.seek(from);
    int done = 0;
    while (done < count) {
      int run = Math.min(positions.run(), count - done);
      fetch(positions.position(), positions.step(), target, into + done, run);
      positions.advance(run);
      done += run;
    }
  }

  private void fetch(int position, int step, Object target, int into, int count) {
    switch (carrier) {
      case FLOATS -> Fetch.floats(operand, position, step, (float[]) target, into, count);
      case DOUBLES -> Fetch.doubles(operand, position, step, (double[]) target, into, count);
      case LONGS -> Fetch.longs(operand, position, step, (long[]) target, into, count);
      case INTS -> Fetch.ints(operand, position, step, (int[]) target, into, count);
      case SHORTS -> Fetch.shorts(operand, position, step, (short[]) target, into, count);
      case BYTES -> Fetch.bytes(operand, position, step, (byte[]) target, into, count);
      case STRINGS -> throw new IllegalStateException("strings are not read in blocks");
    }
  }
}
