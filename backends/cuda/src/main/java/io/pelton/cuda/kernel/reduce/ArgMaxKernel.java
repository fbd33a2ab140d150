package io.pelton.cuda.kernel.reduce;

import io.pelton.cuda.kernel.ElementType;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.graph.ReduceOp.ArgMax;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;

/** Of equal elements the first, or the last on request. */
final class ArgMaxKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    ArgMax op = (ArgMax) node.op();
    int rank = in[0].layout().rank();
    boolean[] folded = new boolean[rank];
    folded[node.inference().axis(op.axis(), rank)] = true;
    Runs runs = Runs.of(node, in[0].layout(), folded);
    if (runs.length() == 0) {
      return EmptyRuns.refuse(node, runs, "has no element to choose along an axis of length 0");
    }
    int lanes = runs.lanes();
    LaunchBuilder launch =
        new LaunchBuilder(node, ReduceKernels.MODULE, "arg_max").pointer(in[0]).pointer(out[0]);
    return runs.put(launch)
        .i32(ElementType.code(in[0].dtype()))
        .i32(runs.length())
        .i32(op.selectLast() ? 1 : 0)
        .i32(lanes)
        .i32(runs.isAcross() ? 1 : 0)
        .over(runs.groups(lanes));
  }
}
