package io.pelton.cuda.kernel.random;

import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.cuda.memory.Refusal;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import java.util.List;

/** Drops elements at a ratio, and in a mode, that the kernel reads. */
final class DropoutKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    long elements = out[0].layout().elements();
    Refusal refusal =
        new Refusal(
            node.name(),
            node.op().label(),
            0,
            Refusal.Shown.FLOAT,
            "the ratio should be from 0 to before 1 but is ",
            List.of(""));
    LaunchBuilder launch =
        DrawnLaunch.of(node, "dropout", in[0].dtype())
            .pointer(in[0])
            .pointer(in[1])
            .pointer(in[2])
            .pointer(out[0])
            .pointer(out[1]);
    return DrawnLaunch.source(launch, node)
        .extent(elements)
        .watch(refusal)
        .over(Geometry.threads(Math.max(elements, 1)));
  }
}
