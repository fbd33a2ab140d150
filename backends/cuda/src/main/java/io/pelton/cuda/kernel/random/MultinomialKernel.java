package io.pelton.cuda.kernel.random;

import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.cuda.memory.Refusal;
import io.pelton.engine.graph.RandomOp.Multinomial;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import java.util.List;

/** Picks classes by running sums of their probabilities. */
final class MultinomialKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    long elements = out[0].layout().elements();
    Refusal refusal =
        new Refusal(
            node.name(),
            node.op().label(),
            1,
            Refusal.Shown.NOT_AT_ALL,
            "no class has a finite logarithm of its probability",
            List.of(""));
    LaunchBuilder launch =
        DrawnLaunch.of(node, "multinomial", in[0].dtype())
            .pointer(in[0])
            .pointer(out[0])
            .i32(out[0].dtype() == DType.I64 ? 1 : 0)
            .i64(in[0].layout().dim(1))
            .i64(((Multinomial) node.op()).samples());
    return DrawnLaunch.source(launch, node)
        .extent(elements)
        .watch(refusal)
        .over(Geometry.threads(elements));
  }
}
