package io.pelton.cpu.random;

import io.pelton.cpu.block.FloatBlocks;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.cpu.block.Rows;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;

/** Compares draws with probabilities in float. */
final class FloatBernoulliCall implements Call {
  private final Rows rows;
  private final FloatBlocks probabilities;
  private final Operand out;
  private final RunDraws draws;

  FloatBernoulliCall(NodeSpec node, Operand in, Operand out) {
    this.rows = new Rows(node, out);
    this.probabilities = FloatBlocks.of(in, in.layout().dims());
    this.out = out;
    this.draws = new RunDraws(node);
  }

  @Override
  public void run(int activeRows) {
    Draws from = draws.start();
    int end = rows.elements(activeRows);
    byte[] successes = out.bytes();
    for (int at = 0; at < end; at += RawBlocks.SIZE) {
      int count = Math.min(RawBlocks.SIZE, end - at);
      probabilities.read(at, count);
      float[] limits = probabilities.array();
      int first = probabilities.at();
      int to = out.base() + at;
      for (int i = 0; i < count; i++) {
        successes[to + i] = (byte) (from.uniformFloat() < limits[first + i] ? 1 : 0);
      }
    }
  }
}
