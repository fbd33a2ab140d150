package io.pelton.cuda.kernel.image;

import io.pelton.cuda.kernel.conv.Fields;
import io.pelton.cuda.kernel.conv.Functions;
import io.pelton.cuda.kernel.conv.SpatialWindow;
import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.graph.SampleOp.DeformConv;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;

/** DeformConv. */
final class DeformConvKernel implements FixedKernel {
  private static final int KERNELS_PER_THREAD = 8;

  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    DeformConv op = (DeformConv) node.op();
    long[] x = in[0].layout().dims();
    long[] w = in[1].layout().dims();
    SpatialWindow window =
        SpatialWindow.of(
            op.window(),
            SpatialWindow.spatial(x),
            SpatialWindow.spatial(w),
            SpatialWindow.spatial(out[0].layout().dims()));
    int channels = Math.toIntExact(w[1]);
    int kernels = Math.toIntExact(w[0]) / op.group();
    int chunks = (kernels + KERNELS_PER_THREAD - 1) / KERNELS_PER_THREAD;
    Operand bias = optional(in, DeformConv.BIAS);
    Operand mask = optional(in, DeformConv.MASK);
    Fields fields = window.writeTo(new Fields());
    fields.add(op.group(), channels, kernels, chunks, op.offsetGroup());
    fields.add(bias == null ? 0 : 1, mask == null ? 0 : 1, 0);
    fields.divisor(window.outputPlane()).divisor(chunks).divisor(op.group());
    fields.divisor(channels * op.group() / op.offsetGroup());
    long[] slots = fields.slots();
    int perImage = Math.multiplyExact(op.group() * chunks, window.outputPlane());
    long threads = Math.multiplyExact((int) x[0], perImage);
    return new LaunchBuilder(node, "deform", Functions.of("deform_conv", in[0].dtype()))
        .pointer(in[0])
        .pointer(in[1])
        .pointer(in[DeformConv.OFFSETS])
        .pointer(bias)
        .pointer(mask)
        .pointer(out[0])
        .struct(slots.length, slots)
        .extent(threads)
        .over(Geometry.threads(threads));
  }

  private static Operand optional(Operand[] in, int operand) {
    return operand < in.length ? in[operand] : null;
  }
}
