package io.pelton.engine.tensor;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * How a tensor's elements lie in its storage: lengths, signed strides and a start offset, all in
 * elements. View operations return a new layout over the same storage and move no bytes. Immutable.
 */
public final class Layout {
  private final long[] dims;
  private final long[] strides;
  private final long offset;
  private final boolean isContiguous;

  private Layout(long[] dims, long[] strides, long offset) {
    this.dims = dims;
    this.strides = strides;
    this.offset = offset;
    this.isContiguous = isContiguous(dims, strides);
  }

  public static Layout of(long[] dims, long[] strides, long offset) {
    if (dims.length != strides.length) {
      throw new IllegalArgumentException(
          dims.length + " lengths but " + strides.length + " strides");
    }
    return new Layout(dims.clone(), strides.clone(), offset);
  }

  /** Row-major without gaps, from element 0. */
  public static Layout contiguous(long... dims) {
    return new Layout(dims.clone(), contiguousStrides(dims), 0);
  }

  private static long[] contiguousStrides(long[] dims) {
    long[] strides = new long[dims.length];
    long step = 1;
    for (int axis = dims.length - 1; axis >= 0; axis--) {
      strides[axis] = step;
      step *= Math.max(dims[axis], 1);
    }
    return strides;
  }

  public int rank() {
    return dims.length;
  }

  public long dim(int axis) {
    return dims[axis];
  }

  public long stride(int axis) {
    return strides[axis];
  }

  public long offset() {
    return offset;
  }

  public long[] dims() {
    return dims.clone();
  }

  public long[] strides() {
    return strides.clone();
  }

  public long elements() {
    return elements(dims);
  }

  /** The number of elements of a shape; 1 for a scalar. */
  public static long elements(long[] dims) {
    long elements = 1;
    for (long dim : dims) {
      elements = Math.multiplyExact(elements, dim);
    }
    return elements;
  }

  /**
   * Row-major without gaps; the offset may be anything, and axes of length 1 may have any stride.
   */
  public boolean isContiguous() {
    return isContiguous;
  }

  private static boolean isContiguous(long[] dims, long[] strides) {
    long step = 1;
    boolean hasGaps = false;
    for (int axis = dims.length - 1; axis >= 0; axis--) {
      hasGaps |= dims[axis] != 1 && strides[axis] != step;
      step *= dims[axis];
    }
    return !hasGaps || step == 0;
  }

  /** True for the same lengths, wherever the elements lie; allocates nothing. */
  public boolean isAsLong(Layout other) {
    return Arrays.equals(dims, other.dims);
  }

  /** The axes in another order: axis {@code i} of the result is axis {@code order[i]} of this. */
  public Layout permute(int... order) {
    long[] newDims = new long[order.length];
    long[] newStrides = new long[order.length];
    for (int axis = 0; axis < order.length; axis++) {
      newDims[axis] = dims[order[axis]];
      newStrides[axis] = strides[order[axis]];
    }
    return new Layout(newDims, newStrides, offset);
  }

  /**
   * {@code length} elements of {@code axis} from {@code start} on, every {@code step}-th; the step
   * may be negative.
   */
  public Layout slice(int axis, long start, long length, long step) {
    long[] newDims = dims.clone();
    long[] newStrides = strides.clone();
    newDims[axis] = length;
    newStrides[axis] = strides[axis] * step;
    return new Layout(
        newDims, newStrides, elements(newDims) == 0 ? offset : offset + start * strides[axis]);
  }

  /** Repeats axes of length 1 and prepends axes, with stride 0, as ONNX broadcasting does. */
  public Layout broadcastTo(long... target) {
    long[] newStrides = new long[target.length];
    int shift = target.length - dims.length;
    for (int axis = 0; axis < dims.length; axis++) {
      if (dims[axis] == target[shift + axis]) {
        newStrides[shift + axis] = strides[axis];
      } else if (dims[axis] != 1) {
        throw new IllegalArgumentException(
            Arrays.toString(dims) + " does not broadcast to " + Arrays.toString(target));
      }
    }
    return new Layout(target.clone(), newStrides, offset);
  }

  /**
   * Other lengths over the same elements in the same order, where strides allow it without a copy.
   *
   * @throws IllegalArgumentException when the number of elements differs
   */
  public Optional<Layout> reshape(long... newDims) {
    if (elements(newDims) != elements()) {
      throw new IllegalArgumentException(
          Arrays.toString(dims)
              + " has another number of elements than "
              + Arrays.toString(newDims));
    }
    if (isContiguous()) {
      return Optional.of(new Layout(newDims.clone(), contiguousStrides(newDims), offset));
    }
    return regroup(newDims);
  }

  /**
   * Matches runs of old axes with runs of new axes of the same product; each old run must be
   * gap-free.
   */
  private Optional<Layout> regroup(long[] newDims) {
    int[] axes = IntStream.range(0, dims.length).filter(axis -> dims[axis] != 1).toArray();
    long[] newStrides = new long[newDims.length];
    int from = 0;
    int to = 0;
    while (from < axes.length) {
      int fromEnd = from + 1;
      int toEnd = to + 1;
      long fromSize = dims[axes[from]];
      long toSize = newDims[to];
      while (fromSize != toSize) {
        if (fromSize < toSize) {
          fromSize *= dims[axes[fromEnd++]];
        } else {
          toSize *= newDims[toEnd++];
        }
      }
      for (int i = fromEnd - 1; i > from; i--) {
        if (strides[axes[i - 1]] != strides[axes[i]] * dims[axes[i]]) {
          return Optional.empty();
        }
      }
      long step = strides[axes[fromEnd - 1]];
      for (int axis = toEnd - 1; axis >= to; axis--) {
        newStrides[axis] = step;
        step *= newDims[axis];
      }
      from = fromEnd;
      to = toEnd;
    }
    return Optional.of(new Layout(newDims.clone(), newStrides, offset));
  }

  /** The storage element of the {@code index}-th element in row-major order. */
  public long position(long index) {
    long at = offset;
    long rest = index;
    for (int axis = dims.length - 1; axis >= 0; axis--) {
      at += rest % dims[axis] * strides[axis];
      rest /= dims[axis];
    }
    return at;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Layout layout
        && offset == layout.offset
        && Arrays.equals(dims, layout.dims)
        && Arrays.equals(strides, layout.strides);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * Arrays.hashCode(dims) + Arrays.hashCode(strides)) + Long.hashCode(offset);
  }

  @Override
  public String toString() {
    return Arrays.toString(dims)
        + (isContiguous() ? "" : " strides " + Arrays.toString(strides))
        + (offset == 0 ? "" : " from " + offset);
  }
}
