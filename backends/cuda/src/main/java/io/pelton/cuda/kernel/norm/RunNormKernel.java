package io.pelton.cuda.kernel.norm;

import io.pelton.cuda.kernel.ElementType;
import io.pelton.cuda.kernel.reduce.View;
import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.graph.NormOp.LayerNorm;
import io.pelton.engine.graph.NormOp.RunNorm;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import java.util.Arrays;

/** LayerNorm and RmsNorm: 16 threads for each run, one for each partial sum. */
final class RunNormKernel implements FixedKernel {
  private static final int LANES = 16;
  private static final int GROUPS = Geometry.BLOCK / LANES;

  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    RunNorm op = (RunNorm) node.op();
    DType dtype = out[0].dtype();
    Layout x = in[0].layout();
    long[] dims = x.dims();
    int axis = node.inference().axis(op.axis(), dims.length);
    int runs = Math.toIntExact(Layout.elements(Arrays.copyOf(dims, axis)));
    int length = Math.toIntExact(Layout.elements(Arrays.copyOfRange(dims, axis, dims.length)));
    if (length == 0) {
      return rows -> {};
    }
    Operand bias = in.length > 2 ? in[2] : null;
    LaunchBuilder launch =
        new LaunchBuilder(node, NormKernels.MODULE, ElementType.function("run_norm", dtype))
            .pointer(in[0])
            .pointer(in[1])
            .pointer(bias)
            .pointer(out[0]);
    put(launch, node, x, axis);
    put(launch, node, in[1].layout().broadcastTo(dims), axis);
    put(launch, node, bias == null ? x : bias.layout().broadcastTo(dims), axis);
    launch.extent(runs).i32(length);
    return NormKernels.epsilon(launch, dtype, op.epsilon())
        .i32(op instanceof LayerNorm ? 1 : 0)
        .over(Geometry.blocks(((long) runs + GROUPS - 1) / GROUPS, Geometry.BLOCK));
  }

  /** {@code RunOperand} of {@code norm.cu}. */
  private static void put(LaunchBuilder launch, NodeSpec node, Layout layout, int axis) {
    long[] dims = layout.dims();
    long[] strides = layout.strides();
    View outer = View.of(node, Arrays.copyOf(dims, axis), Arrays.copyOf(strides, axis));
    View inner =
        View.of(
            node,
            Arrays.copyOfRange(dims, axis, dims.length),
            Arrays.copyOfRange(strides, axis, dims.length));
    View.put(launch, outer, inner);
  }
}
