package io.pelton.cpu.property.naive;

import io.pelton.cpu.testing.Numbers;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/**
 * A whole tensor of floats from 16 bits on, of integers below U64 or of booleans, in row-major
 * order. Immutable. Floats are held as {@code double}, which is exact, everything else as {@code
 * long}.
 */
public final class Grid {
  private final DType dtype;
  private final int[] dims;
  private final double[] reals;
  private final long[] integers;

  private Grid(DType dtype, int[] dims, double[] reals, long[] integers) {
    this.dtype = dtype;
    this.dims = dims.clone();
    this.reals = reals;
    this.integers = integers;
  }

  /** Elements by position, each rounded once to the dtype. */
  static Grid ofReals(DType dtype, int[] dims, IntToDoubleFunction element) {
    double[] reals = new double[Index.size(dims)];
    for (int i = 0; i < reals.length; i++) {
      reals[i] = Numbers.round(dtype, element.applyAsDouble(i));
    }
    return new Grid(dtype, dims, reals, null);
  }

  /** Elements by position, of which the low bits are kept. */
  static Grid ofIntegers(DType dtype, int[] dims, IntToLongFunction element) {
    long[] integers = new long[Index.size(dims)];
    for (int i = 0; i < integers.length; i++) {
      integers[i] = wrap(dtype, element.applyAsLong(i));
    }
    return new Grid(dtype, dims, null, integers);
  }

  /**
   * Elements that are other grids' elements: {@code source} says of which grid, {@code at} where.
   */
  static Grid moved(int[] dims, Grid like, IntToGrid source, IntToPosition at) {
    return like.dtype.isFloat()
        ? ofReals(like.dtype, dims, i -> source.apply(i).real(at.apply(i)))
        : ofIntegers(like.dtype, dims, i -> source.apply(i).integer(at.apply(i)));
  }

  Grid moved(int[] newDims, IntToPosition at) {
    return moved(newDims, this, i -> this, at);
  }

  public static Grid of(Tensor tensor) {
    int[] dims = Arrays.stream(tensor.dims()).mapToInt(Math::toIntExact).toArray();
    return tensor.dtype().isFloat()
        ? new Grid(tensor.dtype(), dims, tensor.toDoubles(), null)
        : new Grid(tensor.dtype(), dims, null, tensor.toLongs());
  }

  static long wrap(DType dtype, long value) {
    int unused = 64 - dtype.bits();
    return switch (dtype.kind()) {
      case BOOL -> value;
      case SIGNED -> value << unused >> unused;
      case UNSIGNED -> value << unused >>> unused;
      default -> throw new IllegalArgumentException(dtype + " is no integer");
    };
  }

  public DType dtype() {
    return dtype;
  }

  public int[] dims() {
    return dims.clone();
  }

  public int dim(int axis) {
    return dims[axis];
  }

  public int rank() {
    return dims.length;
  }

  public int size() {
    return Index.size(dims);
  }

  double real(int at) {
    return reals[at];
  }

  public long integer(int at) {
    return integers[at];
  }

  /** The elements of a list of integers. */
  public long[] toIntegers() {
    Rejected.unless(integers != null, dtype + " is no list of integers");
    return integers.clone();
  }

  /** The first difference to another grid, as a sentence; all NaN are alike. */
  public Optional<String> difference(Grid found) {
    if (dtype != found.dtype || !Arrays.equals(dims, found.dims)) {
      return Optional.of("expected " + type() + " but found " + found.type());
    }
    return IntStream.range(0, size())
        .filter(i -> bits(i) != found.bits(i))
        .mapToObj(
            i ->
                "element "
                    + Arrays.toString(Index.coordinates(i, dims))
                    + " of "
                    + type()
                    + ": expected "
                    + element(i)
                    + " but found "
                    + found.element(i))
        .findFirst();
  }

  private long bits(int i) {
    return integers == null ? Double.doubleToLongBits(reals[i]) : integers[i];
  }

  private String element(int i) {
    return integers == null
        ? reals[i] + " (" + Double.toHexString(reals[i]) + ")"
        : Long.toString(integers[i]);
  }

  private String type() {
    return dtype + Arrays.toString(dims);
  }

  /** A tensor of its own with these elements. */
  public Tensor toTensor() {
    return Grids.tensor(this, Arrays.stream(dims).asLongStream().toArray());
  }

  /** Type and, if there are few, elements. */
  @Override
  public String toString() {
    boolean isShort = size() <= 24;
    String elements = integers == null ? Arrays.toString(reals) : Arrays.toString(integers);
    return type() + (isShort ? " " + elements : "");
  }

  /** Where an element is in its source. */
  interface IntToPosition {
    int apply(int position);
  }

  /** In which grid an element is. */
  interface IntToGrid {
    Grid apply(int position);
  }
}
