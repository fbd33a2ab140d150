package io.pelton.engine.executable;

import io.pelton.engine.bind.HostElements;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.StringStorage;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;

/**
 * Memory for one input at a bucket's upper bound, which is used again by every run. Beyond what a
 * run copies in lie zeros, or empty strings.
 */
final class PaddedInput {
  private final int[] axes;
  private final int upper;
  private Tensor padded;
  private int filled;

  /**
   * @param axes that are padded, in order
   * @param upper their length
   */
  PaddedInput(int[] axes, int upper) {
    this.axes = axes;
    this.upper = upper;
  }

  /**
   * Copies a tensor in.
   *
   * @param source contiguous on the heap, {@code length} long at the padded axes
   * @return valid until the next call
   */
  Tensor fill(Tensor source, int length) {
    long[] dims = source.dims();
    for (int axis : axes) {
      dims[axis] = upper;
    }
    if (padded == null || !Arrays.equals(padded.dims(), dims)) {
      padded = Tensor.allocate(source.dtype(), dims);
      filled = 0;
    }
    if (source.dtype() == DType.STRING) {
      append(source);
      return padded;
    }
    clear(length);
    copy(source);
    return padded;
  }

  /** Writes zeros where the last run left elements and this one leaves none. */
  private void clear(int length) {
    if (length < filled) {
      long perIndex = axes[0] == 0 && axes.length == 1 ? padded.layout().elements() / upper : 0;
      DType dtype = padded.dtype();
      int from = (int) (length * perIndex * dtype.bits() / (8L * dtype.carrier().width()));
      long end = perIndex == 0 ? padded.layout().elements() : filled * perIndex;
      zero(((HeapStorage) padded.storage()).array(), from, (int) dtype.carrierSlots(end));
    }
    filled = length;
  }

  private static void zero(Object array, int from, int to) {
    if (array instanceof float[] floats) {
      Arrays.fill(floats, from, to, 0);
    } else if (array instanceof double[] doubles) {
      Arrays.fill(doubles, from, to, 0);
    } else if (array instanceof long[] longs) {
      Arrays.fill(longs, from, to, 0);
    } else if (array instanceof int[] ints) {
      Arrays.fill(ints, from, to, 0);
    } else if (array instanceof short[] shorts) {
      Arrays.fill(shorts, from, to, (short) 0);
    } else {
      Arrays.fill((byte[]) array, from, to, (byte) 0);
    }
  }

  /** Runs of elements that are neighbours on both sides. */
  private void copy(Tensor source) {
    long[] dims = source.dims();
    int innermost = axes[axes.length - 1];
    int run = Math.toIntExact(Layout.elements(Arrays.copyOfRange(dims, innermost, dims.length)));
    long[] outer = Arrays.copyOf(dims, innermost);
    long[] strides = Arrays.copyOf(padded.layout().strides(), innermost);
    Layout starts = Layout.of(outer, strides, 0);
    long count = run == 0 ? 0 : Layout.elements(outer);
    for (long i = 0; i < count; i++) {
      HostElements.copy(
          source.storage(),
          source.layout().offset() + i * run,
          padded.storage(),
          starts.position(i),
          run);
    }
  }

  private void append(Tensor source) {
    StringStorage strings = (StringStorage) padded.storage();
    StringStorage given = (StringStorage) source.storage();
    strings.clear();
    long[] bounds = source.dims();
    Layout layout = source.layout();
    long[] index = new long[bounds.length];
    for (long i = padded.layout().elements(); i > 0; i--) {
      long at = position(index, bounds, layout);
      if (at < 0) {
        strings.append("");
      } else {
        strings.append(given, Math.toIntExact(at));
      }
      advance(index);
    }
  }

  /** -1 beyond the bounds. */
  private static long position(long[] index, long[] bounds, Layout layout) {
    long at = layout.offset();
    for (int axis = 0; axis < index.length; axis++) {
      if (index[axis] >= bounds[axis]) {
        return -1;
      }
      at += index[axis] * layout.stride(axis);
    }
    return at;
  }

  private void advance(long[] index) {
    int axis = index.length - 1;
    while (axis >= 0 && ++index[axis] == padded.layout().dim(axis)) {
      index[axis--] = 0;
    }
  }

  /** Bytes held. */
  long bytes() {
    if (padded == null) {
      return 0;
    }
    return padded.storage() instanceof StringStorage strings
        ? strings.capacityBytes()
        : padded.storage().byteLength();
  }
}
