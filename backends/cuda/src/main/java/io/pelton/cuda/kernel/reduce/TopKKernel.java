package io.pelton.cuda.kernel.reduce;

import io.pelton.cuda.kernel.ElementType;
import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.graph.ReduceOp.TopK;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;

/**
 * TopK: by the rank of every element in short runs; in long ones a block finds the last element
 * that is selected, digit by digit, and sorts those before it. Elements keep their bits.
 */
final class TopKKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    TopK op = (TopK) node.op();
    int axis = node.inference().axis(op.axis(), in[0].layout().rank());
    AxisRuns along = AxisRuns.of(node, in[0].layout(), axis, false);
    Runs runs = along.runs();
    int count = Math.toIntExact(out[0].layout().dim(axis));
    if (count == 0) {
      return rows -> {};
    }
    boolean isShort = runs.length() <= Geometry.BLOCK;
    LaunchBuilder launch =
        new LaunchBuilder(node, ReduceKernels.MODULE, isShort ? "top_k_by_rank" : "top_k_by_digits")
            .pointer(in[0])
            .pointer(out[0])
            .pointer(out[1])
            .i32(ElementType.code(in[0].dtype()))
            .i32(op.largest() ? 1 : 0)
            .i32(op.sorted() ? 1 : 0)
            .i32(runs.length())
            .i32(count)
            .i32(along.apart());
    int runsPerBlock = isShort ? Geometry.BLOCK / runs.length() : 1;
    long blocks = ((long) runs.count() + runsPerBlock - 1) / runsPerBlock;
    return runs.put(launch).over(Geometry.blocks(blocks, Geometry.BLOCK));
  }
}
