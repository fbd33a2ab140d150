package io.pelton.cuda.kernel.reduce;

import io.pelton.cuda.kernel.ElementType;
import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp.Cumulate;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;

/** A thread for each run, since each sum takes the one before. */
final class CumulateKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    Cumulate op = (Cumulate) node.op();
    DType dtype = in[0].dtype();
    AxisRuns along =
        AxisRuns.of(node, in[0].layout(), op.axis(node.inference()).orElseThrow(), false);
    LaunchBuilder launch =
        new LaunchBuilder(node, ReduceKernels.MODULE, ElementType.function("cumulate", dtype))
            .pointer(in[0])
            .pointer(out[0]);
    return along
        .runs()
        .put(launch)
        .i32(along.runs().length())
        .i32(along.apart())
        .i32(op.kind() == OpKind.CUM_PROD ? 1 : 0)
        .i32(op.isExclusive() ? 1 : 0)
        .i32(op.isReverse() ? 1 : 0)
        .over(Geometry.threads(along.runs().count()));
  }
}
