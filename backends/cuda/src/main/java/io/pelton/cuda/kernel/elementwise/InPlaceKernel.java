package io.pelton.cuda.kernel.elementwise;

import io.pelton.engine.graph.MutationOp.InPlace;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;

/** A function of one operand over the operand itself. */
final class InPlaceKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    return UnaryFunction.of(((InPlace) node.op()).unary(), out[0].dtype()).bind(node, in, out);
  }
}
