package io.pelton.cpu.kernel.text;

import io.pelton.cpu.block.StringBlocks;
import io.pelton.engine.graph.TextOp.StringSplitCounts;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;

/** Counts the parts of strings. */
final class SplitCountsCall implements Call {
  private final Splitter splitter;
  private final StringBlocks x;
  private final int elements;
  private final Operand counts;
  private final Operand largest;

  SplitCountsCall(NodeSpec node, Operand[] in, Operand[] out) {
    this.splitter = new Splitter(((StringSplitCounts) node.op()).splitting());
    this.x = StringBlocks.of(in[0], in[0].layout().dims());
    this.elements = Math.toIntExact(in[0].layout().elements());
    this.counts = out[0];
    this.largest = out[1];
  }

  @Override
  public void run(int activeRows) {
    long most = 0;
    if (elements > 0) {
      x.seek(0);
    }
    for (int n = 0; n < elements; n++) {
      splitter.start(x.storage(), x.next());
      long parts = 0;
      while (splitter.next()) {
        parts++;
      }
      counts.longs()[counts.base() + n] = parts;
      most = Math.max(most, parts);
    }
    largest.longs()[largest.base()] = most;
  }
}
