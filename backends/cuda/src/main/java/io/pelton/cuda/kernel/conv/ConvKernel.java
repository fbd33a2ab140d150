package io.pelton.cuda.kernel.conv;

import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.graph.ConvOp.Conv;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;

/** Conv: chooses the function by lengths, all of which sum in one order. */
final class ConvKernel implements FixedKernel {
  /** Kernels of a group below which tiles would be mostly empty. */
  private static final int FEW_KERNELS = 16;

  private static final int TILE = 64;
  private static final int LARGE_TILE = 128;
  private static final int THREADS = 256;

  /** Blocks that keep a device busy. */
  private static final long MANY_BLOCKS = 128;

  private static final int MAX_SIDE = 65535;

  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    Conv op = (Conv) node.op();
    long[] x = in[0].layout().dims();
    long[] w = in[1].layout().dims();
    long[] y = out[0].layout().dims();
    SpatialWindow window =
        SpatialWindow.of(
            op.window(),
            SpatialWindow.spatial(x),
            SpatialWindow.spatial(w),
            SpatialWindow.spatial(y));
    Operand bias = in.length > 2 ? in[2] : null;
    int kernels = Math.toIntExact(w[0]) / op.group();
    Geometry geometry;
    String function;
    if (kernels < FEW_KERNELS) {
      function = "conv_direct";
      geometry = Geometry.threads(out[0].layout().elements());
    } else {
      long columns = Math.multiplyExact((int) x[0], window.outputPlane());
      DType dtype = in[0].dtype();
      boolean isLarge = dtype == DType.F32 && isLarge(kernels, columns, op.group());
      function = isLarge ? "conv_large" : "conv";
      function += window.isPointwise() ? "_pointwise" : window.isPadded() ? "_padded" : "";
      geometry = tiles(isLarge ? LARGE_TILE : TILE, kernels, columns, op.group());
    }
    int channels = Math.toIntExact(w[1]);
    Fields fields = window.writeTo(new Fields());
    fields.add(op.group(), channels, kernels, channels * window.kernelSize());
    fields.add(ActivationCodes.of(op.activation()), bias == null ? 0 : 1).divisor(window.outputPlane());
    fields.divisor(window.kernelSize()).divisor(kernels * op.group()).divisor(kernels);
    long[] slots = fields.slots();
    return new LaunchBuilder(node, "conv", Functions.of(function, in[0].dtype()))
        .pointer(in[0])
        .pointer(in[1])
        .pointer(bias)
        .pointer(out[0])
        .struct(slots.length, slots)
        .extent(kernels < FEW_KERNELS ? out[0].layout().elements() : x[0])
        .over(geometry);
  }

  private static boolean isLarge(int kernels, long columns, int groups) {
    long blocks = tiles(kernels, LARGE_TILE) * tiles(columns, LARGE_TILE) * groups;
    return kernels > TILE && blocks >= MANY_BLOCKS;
  }

  private static Geometry tiles(int side, int kernels, long columns, int groups) {
    return Geometry.grid(
        tiles(columns, side),
        Math.min(tiles(kernels, side), MAX_SIDE),
        Math.min(groups, MAX_SIDE),
        THREADS);
  }

  private static long tiles(long length, int side) {
    return (length + side - 1) / side;
  }
}
