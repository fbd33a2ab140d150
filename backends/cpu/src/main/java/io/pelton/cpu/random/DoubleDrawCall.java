package io.pelton.cpu.random;

import io.pelton.cpu.block.DoubleOutput;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.cpu.block.Rows;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;

/** Draws doubles, scaled and moved in double. */
final class DoubleDrawCall implements Call {
  private final Rows rows;
  private final DoubleOutput out;
  private final RunDraws draws;
  private final Distribution distribution;
  private final double scale;
  private final double offset;

  DoubleDrawCall(NodeSpec node, Operand out) {
    this.rows = new Rows(node, out);
    this.out = new DoubleOutput(out);
    this.draws = new RunDraws(node);
    this.distribution = Distribution.of(node.op());
    this.offset = distribution.offset();
    this.scale = distribution.isNormal() ? distribution.reach() : distribution.reach() - offset;
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

  private void fill(Draws from, double[] into, int start, int count) {
    if (distribution.isNormal()) {
      for (int i = start; i < start + count; i++) {
        into[i] = from.normalDouble() * scale + offset;
      }
    } else {
      for (int i = start; i < start + count; i++) {
        into[i] = from.uniformDouble() * scale + offset;
      }
    }
  }
}
