package io.pelton.cuda.kernel.shape;

import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;

/** Copies to other memory; where the output is the operand there is nothing to do. */
final class MoveKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    Operand from = in[0];
    Operand to = out[0];
    Call copy = Copies.pack(node, from, to);
    return rows -> {
      boolean isThere =
          from.device().address() == to.device().address() && from.offset() == to.offset();
      if (!isThere) {
        copy.run(rows);
      }
    };
  }
}
