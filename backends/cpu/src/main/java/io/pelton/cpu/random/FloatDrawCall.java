package io.pelton.cpu.random;

import io.pelton.cpu.block.FloatOutput;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.cpu.block.Rows;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;

/** Draws floats of up to 32 bits, scaled and moved in float. */
final class FloatDrawCall implements Call {
  private final Rows rows;
  private final FloatOutput out;
  private final RunDraws draws;
  private final Distribution distribution;
  private final float scale;
  private final float offset;

  FloatDrawCall(NodeSpec node, Operand out) {
    this.rows = new Rows(node, out);
    this.out = new FloatOutput(out);
    this.draws = new RunDraws(node);
    this.distribution = Distribution.of(node.op());
    this.offset = (float) distribution.offset();
    this.scale =
        distribution.isNormal()
            ? (float) distribution.reach()
            : (float) distribution.reach() - offset;
  }

  @Override
  public void run(int activeRows) {
    Draws from = draws.start();
    int end = rows.elements(activeRows);
    for (int at = 0; at < end; at += RawBlocks.SIZE) {
      int count = Math.min(RawBlocks.SIZE, end - at);
      out.open(at, count);
      fill(from, out.array(), out.at(), count);
      out.commit();
    }
  }

  private void fill(Draws from, float[] into, int start, int count) {
    if (distribution.isNormal()) {
      for (int i = start; i < start + count; i++) {
        into[i] = from.normalFloat() * scale + offset;
      }
    } else {
      for (int i = start; i < start + count; i++) {
        into[i] = from.uniformFloat() * scale + offset;
      }
    }
  }
}
