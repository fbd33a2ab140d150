package io.pelton.cuda.kernel.shape;

import io.pelton.cuda.kernel.Calls;
import io.pelton.cuda.kernel.FoldedAxes;
import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import java.util.List;

/**
 * Lists where an operand is not zero: counts by blocks, adds the counts up, and lets each block
 * write behind those before it. The counts lie in the upper halves of indices meanwhile.
 */
final class NonZeroKernel implements FixedKernel {
  /** As in {@code shape.cu}. */
  private static final int CHUNK = 1024;

  private static final int THREADS = 256;

  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    Layout layout = in[0].layout();
    Operand indices = out[0];
    Operand found = out[1];
    if (layout.rank() == 0) {
      return data(new LaunchBuilder(node, Copies.MODULE, "non_zero_of_scalar").pointer(in[0]), in)
          .pointer(found)
          .over(Geometry.blocks(1, 1));
    }
    long elements = layout.elements();
    long chunks = (elements + CHUNK - 1) / CHUNK;
    Geometry blocks = Geometry.blocks(chunks, THREADS);
    FoldedAxes axes = FoldedAxes.of(layout.dims(), layout);
    Call count =
        data(view(node, "non_zero_count", in[0], axes), in)
            .i64(elements)
            .pointer(indices)
            .over(blocks);
    Call scan =
        new LaunchBuilder(node, Copies.MODULE, "non_zero_scan")
            .pointer(indices)
            .i64(chunks)
            .pointer(found)
            .over(Geometry.blocks(1, THREADS));
    long[] strides = new long[layout.rank()];
    Call write =
        data(view(node, "non_zero_write", in[0], axes).view(layout.dims(), strides), in)
            .i64(elements)
            .pointer(indices)
            .over(blocks);
    Call finish =
        new LaunchBuilder(node, Copies.MODULE, "non_zero_finish")
            .pointer(indices)
            .i32(layout.rank())
            .i64(elements)
            .pointer(found)
            .over(Geometry.threads(elements));
    return Calls.inOrder(List.of(count, scan, write, finish));
  }

  private static LaunchBuilder view(NodeSpec node, String function, Operand data, FoldedAxes axes) {
    return new LaunchBuilder(node, Copies.MODULE, function)
        .pointer(data)
        .view(axes.dims(), axes.strides(0));
  }

  /**
   * How wide elements are, and which of their bits tell them from zero: a float's sign does not.
   */
  private static LaunchBuilder data(LaunchBuilder launch, Operand... in) {
    DType dtype = in[0].dtype();
    int bits = dtype.bits() - (dtype.isFloat() ? 1 : 0);
    return launch.i32(dtype.bits() / Byte.SIZE).i64(-1L >>> (Long.SIZE - bits));
  }
}
