package io.pelton.cuda.kernel.norm;

import io.pelton.cuda.kernel.reduce.View;
import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.graph.NormOp.BatchNorm;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import java.util.Arrays;

/** BatchNorm: a thread for each element. */
final class BatchNormKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    DType dtype = out[0].dtype();
    Layout x = in[0].layout();
    long[] dims = x.dims();
    if (x.elements() == 0) {
      return rows -> {};
    }
    LaunchBuilder launch =
        new LaunchBuilder(node, NormKernels.MODULE, NormKernels.function("batch_norm", dtype))
            .pointer(in[0]);
    for (int operand = 1; operand < in.length; operand++) {
      launch.pointer(in[operand]).i64(in[operand].layout().stride(0));
    }
    launch.pointer(out[0]);
    View.of(node, dims, x.strides())
        .put(launch)
        .extent(x.elements())
        .i32(Math.toIntExact(dims[1]))
        .i32(Math.toIntExact(Layout.elements(Arrays.copyOfRange(dims, 2, dims.length))));
    return NormKernels.epsilon(launch, dtype, ((BatchNorm) node.op()).epsilon())
        .over(Geometry.threads(x.elements()));
  }
}
