package io.pelton.cpu.kernel.conv;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.Numbers;
import io.pelton.engine.graph.Window;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Tensor;

/** A convolution as its definition reads, element by element. */
public final class NaiveConv {
  /** Receives the positions of a pair of factors in the order in which they are summed. */
  private interface Pairs {
    void next(int x, int w);
  }

  /** The product of an element of x and one of the given kernel. */
  public interface Product {
    long of(long x, long w, int kernel);
  }

  private final Window window;
  private final int group;
  private final Tensor x;
  private final Tensor w;

  public NaiveConv(Window window, int group, Tensor x, Tensor w) {
    this.window = window;
    this.group = group;
    this.x = x;
    this.w = w;
  }

  public Object[] floats(DType dtype) {
    double[] left = x.toDoubles();
    double[] right = w.toDoubles();
    Object[] out = new Object[Cpu.count(dims())];
    for (int i = 0; i < out.length; i++) {
      double[] doubles = {0};
      float[] floats = {0};
      walk(
          i,
          (a, b) -> {
            doubles[0] = Math.fma(right[b], left[a], doubles[0]);
            floats[0] = Math.fma((float) right[b], (float) left[a], floats[0]);
          });
      out[i] = Numbers.round(dtype, dtype == DType.F64 ? doubles[0] : floats[0]) + 0;
    }
    return out;
  }

  /** Sums of integers that fit 32 bits. */
  public Object[] integers(Product product) {
    long[] left = x.toLongs();
    long[] right = w.toLongs();
    int perKernel = Cpu.count(w.dims()) / Math.max((int) w.dims()[0], 1);
    Object[] out = new Object[Cpu.count(dims())];
    for (int i = 0; i < out.length; i++) {
      long[] sum = {0};
      walk(i, (a, b) -> sum[0] += product.of(left[a], right[b], b / perKernel));
      out[i] = sum[0];
    }
    return out;
  }

  private long[] dims() {
    long[] dims = x.dims();
    dims[1] = w.dims()[0];
    for (int axis = 2; axis < dims.length; axis++) {
      long reach = (w.dims()[axis] - 1) * window.dilations().get(axis - 2) + 1;
      long room =
          dims[axis] + window.padsBegin().get(axis - 2) + window.padsEnd().get(axis - 2) - reach;
      dims[axis] = room / window.strides().get(axis - 2) + 1;
    }
    return dims;
  }

  private void walk(int element, Pairs pairs) {
    long[] at = index(dims(), element);
    long perGroup = w.dims()[0] / group;
    long[] kernel = w.dims();
    kernel[0] = 1;
    for (int i = 0; i < Cpu.count(kernel); i++) {
      long[] in = index(kernel, i);
      long[] source = at.clone();
      source[1] = at[1] / perGroup * kernel[1] + in[1];
      boolean isInside = true;
      for (int axis = 2; axis < at.length; axis++) {
        source[axis] =
            at[axis] * window.strides().get(axis - 2)
                - window.padsBegin().get(axis - 2)
                + in[axis] * window.dilations().get(axis - 2);
        isInside &= source[axis] >= 0 && source[axis] < x.dims()[axis];
      }
      if (isInside) {
        in[0] = at[1];
        pairs.next(flat(x.dims(), source), flat(w.dims(), in));
      }
    }
  }

  private static long[] index(long[] dims, int element) {
    long[] index = new long[dims.length];
    int rest = element;
    for (int axis = dims.length - 1; axis >= 0; axis--) {
      index[axis] = rest % dims[axis];
      rest = (int) (rest / dims[axis]);
    }
    return index;
  }

  private static int flat(long[] dims, long[] index) {
    Layout layout = Layout.contiguous(dims);
    long position = 0;
    for (int axis = 0; axis < dims.length; axis++) {
      position += index[axis] * layout.stride(axis);
    }
    return (int) position;
  }
}
