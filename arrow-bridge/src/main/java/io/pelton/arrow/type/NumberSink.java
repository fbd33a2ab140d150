package io.pelton.arrow.type;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.HeapStorage;
import java.nio.ByteBuffer;

/**
 * Where numbers are packed to, row by row: an array of a dtype's carrier that grows and is kept.
 * Floats are rounded once, to nearest even; integers must fit.
 *
 * <p>Columns come one after the other, a block of rows at a time, and small enough a block that it
 * stays in the nearest cache until {@link #end} has laid its rows out. One column goes to its place
 * at once.
 */
public abstract sealed class NumberSink
    permits FloatSink, DoubleSink, HalfSink, LongSink, IntSink, ShortSink, ByteSink {
  /** Elements of a block of all columns: 16 KB of floats. */
  private static final int STAGED = 4096;

  private static final int FEWEST_ROWS = 16;

  private final DType dtype;
  private int columns = 1;
  private int block = NumberType.BLOCK;

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

  /** Begins anew, with room for this many rows. */
  public final void begin(int rows, int width) {
    columns = width;
    block =
        width == 1
            ? NumberType.BLOCK
            : Math.max(FEWEST_ROWS, Math.min(NumberType.BLOCK, STAGED / width));
    reserve(Math.multiplyExact(rows, width), width == 1 ? 0 : Math.multiplyExact(block, width));
  }

  /**
   * Takes columns of this very dtype to lay them out from where they are, where this sink can; what
   * is written after that goes to the rows themselves.
   *
   * @param first the element of each column that row 0 begins with
   */
  public boolean takes(ByteBuffer[] values, int[] first) {
    return false;
  }

  /** Lays out some rows of the columns that were taken. */
  public void layOut(int from, int count) {
    throw new IllegalStateException(dtype + " is packed block by block");
  }

  /** Rows of a block; the last may have fewer. */
  public final int blockRows() {
    return block;
  }

  /** Where the elements of a column begin that belong to the block from row {@code from} on. */
  public final int at(int column, int from) {
    return columns == 1 ? from : column * block;
  }

  /** Ends a block: all columns have been written. */
  public final void end(int from, int count) {
    if (columns > 1) {
      interleave(block, columns, count, from * columns);
    }
  }

  /** Makes room; contents are lost when it grows. */
  abstract void reserve(int elements, int staged);

  abstract void interleave(int stride, int width, int count, int at);

  /** Makes room and keeps the contents. */
  abstract void extend(int elements);

  abstract Object array();

  /** The first elements, on the array itself: valid until the next packing. */
  public final HeapStorage storage(int elements) {
    return HeapStorage.wrap(dtype, array(), 0, elements);
  }

  /** Writes doubles from {@code at} on. */
  public abstract void doubles(double[] block, int count, int at);

  /** Writes values of this very dtype, from the {@code from}-th on, as {@link #doubles} does. */
  public abstract void copy(ByteBuffer values, int from, int count, int at);

  /**
   * Writes longs as {@link #doubles} does.
   *
   * @param unsigned whether negative longs mean numbers above {@code Long.MAX_VALUE}
   * @return the index of the first that does not fit, -1 where all do
   */
  public abstract int longs(long[] block, int count, boolean unsigned, int at);

  static int grown(int length, int elements) {
    return Math.max(elements, (int) Math.min(2L * length, Integer.MAX_VALUE - 8L));
  }
}
