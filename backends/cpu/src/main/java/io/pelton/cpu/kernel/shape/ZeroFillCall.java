package io.pelton.cpu.kernel.shape;

import io.pelton.cpu.block.Rows;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Tensor;

/** Writes one zero everywhere. */
final class ZeroFillCall implements Call {
  private final Rows rows;
  private final RegionWriter writer;

  ZeroFillCall(NodeSpec node, Operand[] in, Operand[] out) {
    Layout target = out[0].layout();
    Tensor zero = Tensor.allocate(out[0].dtype());
    this.rows = new Rows(node, out[0]);
    this.writer =
        new RegionWriter(
            Operand.on(new Tensor(zero.storage(), zero.layout().broadcastTo(target.dims()))),
            out[0]);
  }

  @Override
  public void run(int activeRows) {
    writer.write(0, rows.elements(activeRows), 0);
  }
}
