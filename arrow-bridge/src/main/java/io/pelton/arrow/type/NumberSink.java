package io.pelton.arrow.type;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.HeapStorage;

/**
 * Where numbers are packed to: an array of a dtype's carrier that grows and is kept. Floats are
 * rounded once, to nearest even; integers must fit.
 */
public abstract sealed class NumberSink
    permits FloatSink, DoubleSink, HalfSink, LongSink, IntSink, ShortSink, ByteSink {
  private final DType dtype;

  NumberSink(DType dtype) {
    this.dtype = dtype;
  }

  /** Whether numbers can be packed to this dtype. */
  public static boolean supports(DType dtype) {
    return switch (dtype) {
      case F64, F32, F16, BF16, I64, I32, I16, I8, U64, U32, U16, U8, BOOL -> true;
      default -> false;
    };
  }

  public static NumberSink of(DType dtype) {
    return switch (dtype) {
      case F64 -> new DoubleSink();
      case F32 -> new FloatSink();
      case F16, BF16 -> new HalfSink(dtype);
      case I64, U64 -> new LongSink(dtype);
      case I32, U32 -> new IntSink(dtype);
      case I16, U16 -> new ShortSink(dtype);
      case I8, U8, BOOL -> new ByteSink(dtype);
      default -> throw new IllegalArgumentException("numbers are not packed to " + dtype);
    };
  }

  public final DType dtype() {
    return dtype;
  }

  /** Makes room; contents are lost when the array grows. */
  public abstract void reserve(int elements);

  /** Makes room and keeps the contents. */
  abstract void extend(int elements);

  abstract Object array();

  /** The first elements, on the array itself: valid until the next packing. */
  public final HeapStorage storage(int elements) {
    return HeapStorage.wrap(dtype, array(), 0, elements);
  }

  /** Writes {@code count} doubles to every {@code step}-th element from {@code at} on. */
  public abstract void doubles(double[] block, int count, int at, int step);

  /**
   * Writes longs as {@link #doubles} does.
   *
   * @param unsigned whether negative longs mean numbers above {@code Long.MAX_VALUE}
   * @return the index of the first that does not fit, -1 where all do
   */
  public abstract int longs(long[] block, int count, boolean unsigned, int at, int step);

  static int grown(int length, int elements) {
    return Math.max(elements, (int) Math.min(2L * length, Integer.MAX_VALUE - 8L));
  }
}
