package io.pelton.cpu.random;

import io.pelton.cpu.block.DoubleBlocks;
import io.pelton.cpu.block.DoubleOutput;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.cpu.block.Rows;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;

/** Dropout of data of 64 bits. */
final class DoubleDropoutCall implements Call {
  private final Rows rows;
  private final DoubleBlocks data;
  private final DropoutMode mode;
  private final DoubleOutput out;
  private final Operand mask;
  private final RunDraws draws;

  DoubleDropoutCall(NodeSpec node, Operand[] in, Operand[] out) {
    this.rows = new Rows(node, out[0]);
    this.data = DoubleBlocks.of(in[0], in[0].layout().dims());
    this.mode = new DropoutMode(node, in);
    this.out = new DoubleOutput(out[0]);
    this.mask = out[1];
    this.draws = new RunDraws(node);
  }

  @Override
  public void run(int activeRows) {
    float ratio = mode.ratio();
    float kept = 1 - ratio;
    Draws from = draws.start();
    int end = rows.elements(activeRows);
    byte[] isKept = mask.bytes();
    for (int at = 0; at < end; at += RawBlocks.SIZE) {
      int count = Math.min(RawBlocks.SIZE, end - at);
      data.read(at, count);
      out.open(at, count);
      double[] source = data.array();
      double[] target = out.array();
      int to = mask.base() + at;
      for (int i = 0; i < count; i++) {
        boolean keeps = ratio == 0 || from.uniformFloat() >= ratio;
        isKept[to + i] = (byte) (keeps ? 1 : 0);
        double value = source[data.at() + i];
        target[out.at() + i] = ratio == 0 ? value : (keeps ? value : 0 * value) / kept;
      }
      out.commit();
    }
  }
}
