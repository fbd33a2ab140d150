package io.pelton.cpu.kernel.shape;

import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;

/** Copies to other memory; where the output is the operand there is nothing to do. */
final class MoveCall implements Call {
  private final Operand in;
  private final Operand out;
  private final Call copy;

  MoveCall(NodeSpec node, Operand[] in, Operand[] out) {
    this.in = in[0];
    this.out = out[0];
    this.copy = new CopyCall(node, in, out);
  }

  @Override
  public void run(int activeRows) {
    if (!isInPlace()) {
      copy.run(activeRows);
    }
  }

  private boolean isInPlace() {
    return in.dtype() == DType.STRING
        ? in.storage() == out.storage()
        : in.heap().array() == out.heap().array() && in.base() == out.base();
  }
}
