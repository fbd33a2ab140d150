package io.pelton.cuda.kernel.reduce;

import io.pelton.cuda.kernel.ElementType;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp.Reduce;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import java.util.List;

/** Sums, means, products and extremes: a group of threads for each result. */
final class ReduceKernel implements FixedKernel {
  /** In the order of {@code Reduction} in {@code reduce.cu}. */
  static final List<OpKind> REDUCTIONS =
      List.of(
          OpKind.REDUCE_SUM,
          OpKind.REDUCE_MEAN,
          OpKind.REDUCE_PROD,
          OpKind.REDUCE_MAX,
          OpKind.REDUCE_MIN);

  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    Reduce op = (Reduce) node.op();
    DType dtype = in[0].dtype();
    Runs runs = Runs.of(node, in[0].layout(), op.reducedAxes(node.inference()).orElseThrow());
    if (runs.length() == 0 && op.kind() == OpKind.REDUCE_MEAN && dtype.isInteger()) {
      return EmptyRuns.refuse(node, runs, "has no mean of 0 integers");
    }
    int lanes = hasOrder(op.kind(), dtype) ? Runs.ORDERED_LANES : runs.lanes();
    LaunchBuilder launch =
        new LaunchBuilder(node, ReduceKernels.MODULE, ElementType.function("reduce", dtype))
            .pointer(in[0])
            .pointer(out[0]);
    return runs.put(launch)
        .i32(runs.length())
        .i32(REDUCTIONS.indexOf(op.kind()))
        .i32(lanes)
        .i32(runs.isAcross() ? 1 : 0)
        .over(runs.groups(lanes));
  }

  /** Integers wrap, so that any order gives the same sums and products of them. */
  private static boolean hasOrder(OpKind kind, DType dtype) {
    return dtype.isFloat() && kind != OpKind.REDUCE_MAX && kind != OpKind.REDUCE_MIN;
  }
}
