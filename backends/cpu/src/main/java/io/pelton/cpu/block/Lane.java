package io.pelton.cpu.block;

import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Carrier;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;

/**
 * The array type in which a kernel computes, for the dtypes that are exact in it.
 *
 * @param <A> {@code float[]}, {@code double[]}, {@code long[]}, {@code int[]} or {@code byte[]}
 */
public final class Lane<A> {
  /** F32, F16 and BF16. */
  public static final Lane<float[]> FLOATS =
      new Lane<>(Carrier.FLOATS, FloatBlocks::of, FloatOutput::new, length -> new float[length]);

  /** F64, and all floats that a conversion must not round twice. */
  public static final Lane<double[]> DOUBLES =
      new Lane<>(
          Carrier.DOUBLES, DoubleBlocks::of, DoubleOutput::new, length -> new double[length]);

  /** Integers, booleans, and the bits of half-precision floats. */
  public static final Lane<long[]> LONGS =
      new Lane<>(Carrier.LONGS, LongBlocks::of, LongOutput::new, length -> new long[length]);

  /** I32 and U32 as their bits. */
  public static final Lane<int[]> INTS =
      new Lane<>(Carrier.INTS, CarriedBlocks::new, CarriedOutput::new, length -> new int[length]);

  /** I8, U8 and BOOL as their bits. */
  public static final Lane<byte[]> BYTES =
      new Lane<>(Carrier.BYTES, CarriedBlocks::new, CarriedOutput::new, length -> new byte[length]);

  private interface Reading<A> {
    Blocks<A> of(Operand operand, Layout view, int capacity);
  }

  private interface Writing<A> {
    Output<A> of(Operand out, int capacity);
  }

  private interface Allocation<A> {
    A of(int length);
  }

  private final Carrier carrier;
  private final Reading<A> reading;
  private final Writing<A> writing;
  private final Allocation<A> allocation;

  private Lane(Carrier carrier, Reading<A> reading, Writing<A> writing, Allocation<A> allocation) {
    this.carrier = carrier;
    this.reading = reading;
    this.writing = writing;
    this.allocation = allocation;
  }

  /** The lane in which arithmetic on the dtype is done. */
  public static Lane<?> of(DType dtype) {
    return switch (dtype.kind()) {
      case FLOAT -> dtype == DType.F64 ? DOUBLES : FLOATS;
      case SIGNED, UNSIGNED, BOOL -> LONGS;
      case STRING, COMPLEX -> throw new IllegalArgumentException(dtype + " has no lane");
    };
  }

  /** True when the heap carries elements of the dtype in the lane's own array type. */
  public boolean holds(DType dtype) {
    return dtype.carrier() == carrier;
  }

  /** The operand broadcast to the given lengths, in blocks of up to {@link RawBlocks#SIZE}. */
  public Blocks<A> blocks(Operand operand, long... dims) {
    return blocks(operand, operand.layout().broadcastTo(dims), RawBlocks.SIZE);
  }

  /**
   * @param view lengths and strides in which the operand is seen; its offset is not used
   * @param capacity the longest block that is read
   */
  public Blocks<A> blocks(Operand operand, Layout view, int capacity) {
    return reading.of(operand, view, capacity);
  }

  /** All elements in a new array, beside which no more than a block is held. */
  @SuppressWarnings("SuspiciousSystemArraycopy")
  public A copy(Operand operand, Layout view) {
    int size = Math.toIntExact(view.elements());
    Blocks<A> blocks = blocks(operand, view, Math.min(size, RawBlocks.SIZE));
    A copy = allocate(size);
    for (int from = 0; from < size; from += RawBlocks.SIZE) {
      int count = Math.min(RawBlocks.SIZE, size - from);
      blocks.read(from, count);
      System.arraycopy(blocks.array(), blocks.at(), copy, from, count);
    }
    return copy;
  }

  /** Blocks of up to {@link RawBlocks#SIZE}. */
  public Output<A> output(Operand out) {
    return output(out, RawBlocks.SIZE);
  }

  public Output<A> output(Operand out, int capacity) {
    return writing.of(out, capacity);
  }

  public A allocate(int length) {
    return allocation.of(length);
  }

  /** Bytes of an array of that length. */
  public long bytes(int length) {
    return (long) length * carrier.width();
  }
}
