package io.pelton.cuda.kernel.index;

import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.cuda.memory.Refusal;
import io.pelton.engine.graph.IndexOp.BindLength;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import java.util.List;

/** Hands a number on, where it can be a length. */
final class BindLengthKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    long most = ((BindLength) node.op()).most();
    String range = " is outside of [0, " + most + "]";
    return new LaunchBuilder(node, IndexKernels.MODULE, "bind_length")
        .pointer(in[0])
        .pointer(out[0])
        .i64(most)
        .watch(Refusal.of(node, 0, "length ", List.of(range)))
        .over(Geometry.blocks(1, 1));
  }
}
