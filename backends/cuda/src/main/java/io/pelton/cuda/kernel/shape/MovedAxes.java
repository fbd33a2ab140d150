package io.pelton.cuda.kernel.shape;

import io.pelton.cuda.kernel.FoldedAxes;
import io.pelton.engine.tensor.DType;
import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * The axes of a move in units of up to 16 bytes: as many elements as lie side by side on all sides
 * wherever a unit starts. Kernels are made for units of 1, 2, 4, 8 and 16 bytes.
 */
public final class MovedAxes {
  private static final int WIDEST = 16;

  private final int width;
  private final long perUnit;
  private final long[] dims;
  private final long[][] strides;

  private MovedAxes(int elementWidth, long perUnit, long[] dims, long[][] strides) {
    this.width = Math.toIntExact(elementWidth * perUnit);
    this.perUnit = perUnit;
    this.dims = dims.clone();
    this.strides = Arrays.stream(strides).map(this::units).toArray(long[][]::new);
    if (dims.length > 0) {
      int last = dims.length - 1;
      this.dims[last] /= perUnit;
      for (int side = 0; side < strides.length; side++) {
        this.strides[side][last] = strides[side][last];
      }
    }
  }

  private long[] units(long... elements) {
    return Arrays.stream(elements).map(this::units).toArray();
  }

  /**
   * @param sides how many layouts were folded
   * @param whole numbers of elements that have to be whole units, such as those of a row
   */
  static MovedAxes of(DType dtype, FoldedAxes axes, int sides, long... whole) {
    long[][] strides = new long[sides][];
    for (int side = 0; side < sides; side++) {
      strides[side] = axes.strides(side);
    }
    return of(dtype, axes.dims(), strides, whole);
  }

  /**
   * @param strides of each side, in elements
   * @param whole numbers of elements that have to be whole units
   */
  public static MovedAxes of(DType dtype, long[] dims, long[][] strides, long... whole) {
    int elementWidth = dtype.bits() / Byte.SIZE;
    long perUnit = WIDEST / elementWidth;
    while (perUnit > 1 && !fits(perUnit, dims, strides, whole)) {
      perUnit /= 2;
    }
    return new MovedAxes(elementWidth, perUnit, dims, strides);
  }

  /** Of elements that share bytes, whose units are elements. */
  static MovedAxes ofElements(long[] dims, long[][] strides) {
    return new MovedAxes(0, 1, dims, strides);
  }

  private static boolean fits(long perUnit, long[] dims, long[][] strides, long... whole) {
    int last = dims.length - 1;
    if (last < 0 || dims[last] % perUnit != 0) {
      return false;
    }
    for (long[] side : strides) {
      LongStream others = Arrays.stream(side, 0, last);
      if (side[last] != 1 || others.anyMatch(stride -> stride % perUnit != 0)) {
        return false;
      }
    }
    return Arrays.stream(whole).allMatch(count -> count % perUnit == 0);
  }

  /** Bytes of a unit: what a kernel's name ends with. */
  public int width() {
    return width;
  }

  int rank() {
    return dims.length;
  }

  /** Lengths, the last one in units. */
  long[] dims() {
    return dims;
  }

  /** Of one side, in units. */
  long[] strides(int side) {
    return strides[side];
  }

  /** So many elements, in units. */
  public long units(long elements) {
    return elements / perUnit;
  }
}
