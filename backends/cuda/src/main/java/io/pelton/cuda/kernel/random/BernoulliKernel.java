package io.pelton.cuda.kernel.random;

import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;

/** Compares draws with probabilities. */
final class BernoulliKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    long elements = out[0].layout().elements();
    LaunchBuilder launch =
        DrawnLaunch.of(node, "bernoulli", in[0].dtype()).pointer(in[0]).pointer(out[0]);
    return DrawnLaunch.source(launch, node).extent(elements).over(Geometry.threads(elements));
  }
}
