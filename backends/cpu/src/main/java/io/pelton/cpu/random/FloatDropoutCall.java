package io.pelton.cpu.random;

import io.pelton.cpu.block.FloatBlocks;
import io.pelton.cpu.block.FloatOutput;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.cpu.block.Rows;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;

/** Dropout of data of up to 32 bits. */
final class FloatDropoutCall implements Call {
  private final Rows rows;
  private final FloatBlocks data;
  private final DropoutMode mode;
  private final FloatOutput out;
  private final Operand mask;
  private final RunDraws draws;

  FloatDropoutCall(NodeSpec node, Operand[] in, Operand[] out) {
    this.rows = new Rows(node, out[0]);
    this.data = FloatBlocks.of(in[0], in[0].layout().dims());
    this.mode = new DropoutMode(node, in);
    this.out = new FloatOutput(out[0]);
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
      float[] source = data.array();
      float[] target = out.array();
      int to = mask.base() + at;
      for (int i = 0; i < count; i++) {
        boolean keeps = ratio == 0 || from.uniformFloat() >= ratio;
        isKept[to + i] = (byte) (keeps ? 1 : 0);
        float value = source[data.at() + i];
        target[out.at() + i] = ratio == 0 ? value : (keeps ? value : 0 * value) / kept;
      }
      out.commit();
    }
  }
}
