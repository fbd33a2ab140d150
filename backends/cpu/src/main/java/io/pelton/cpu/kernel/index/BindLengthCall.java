package io.pelton.cpu.kernel.index;

import io.pelton.cpu.block.LongBlocks;
import io.pelton.engine.graph.IndexOp.BindLength;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;

/** Hands a number on, where it can be a length. */
final class BindLengthCall implements Call {
  private final NodeSpec node;
  private final long most;
  private final LongBlocks number;
  private final Operand out;

  BindLengthCall(NodeSpec node, Operand[] in, Operand[] out) {
    this.node = node;
    this.most = ((BindLength) node.op()).most();
    this.number = LongBlocks.of(in[0], in[0].layout(), 1);
    this.out = out[0];
  }

  @Override
  public void run(int activeRows) {
    number.read(0, 1);
    long length = number.array()[number.at()];
    if (length < 0 || length > most) {
      throw node.invalid(-1, "length " + length + " is outside of [0, " + most + "]");
    }
    out.longs()[out.base()] = length;
  }
}
