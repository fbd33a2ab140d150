package io.pelton.cpu.kernel.shape;

import io.pelton.cpu.block.Rows;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;

/** Packs an operand. */
final class CopyCall implements Call {
  private final Rows rows;
  private final Mover mover;
  private final Operand out;

  CopyCall(NodeSpec node, Operand[] in, Operand[] out) {
    this.rows = new Rows(node, out[0]);
    this.mover = Mover.of(in[0], out[0]);
    this.out = out[0];
  }

  @Override
  public void run(int activeRows) {
    Mover.begin(out);
    int count = rows.elements(activeRows);
    if (count > 0) {
      mover.move(0, count, 0);
    }
  }
}
