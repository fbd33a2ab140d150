package io.pelton.cuda.kernel.reduce;

import io.pelton.cuda.kernel.ElementType;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.graph.ReduceOp.Softmax;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;

/** Softmax along an axis, or over an axis and all behind it. */
final class SoftmaxKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    Softmax op = (Softmax) node.op();
    DType dtype = in[0].dtype();
    int axis = node.inference().axis(op.axis(), Math.max(in[0].layout().rank(), 1));
    AxisRuns along = AxisRuns.of(node, in[0].layout(), axis, op.flatten());
    LaunchBuilder launch =
        new LaunchBuilder(node, ReduceKernels.MODULE, ElementType.function("softmax", dtype))
            .pointer(in[0])
            .pointer(out[0]);
    return along
        .runs()
        .put(launch)
        .i32(along.runs().length())
        .i32(along.apart())
        .over(along.runs().groups(Runs.ORDERED_LANES));
  }
}
