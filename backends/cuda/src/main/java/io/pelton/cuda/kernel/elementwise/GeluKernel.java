package io.pelton.cuda.kernel.elementwise;

import io.pelton.engine.graph.ElementwiseOp.Gelu;
import io.pelton.engine.graph.ElementwiseOp.Gelu.Approximation;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;

/** Gelu of floats, by the steps that it decomposes to. */
final class GeluKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    boolean isByTanh = ((Gelu) node.op()).approximation() == Approximation.TANH;
    DType dtype = out[0].dtype();
    return new Mapping(node, "gelu", out[0])
        .of(in[0])
        .with(launch -> launch.i32(isByTanh ? 1 : 0))
        .call("gelu", Elements.suffix(dtype), dtype == DType.F64 ? 1 : 4);
  }
}
