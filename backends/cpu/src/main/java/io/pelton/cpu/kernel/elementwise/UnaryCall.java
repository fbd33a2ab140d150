package io.pelton.cpu.kernel.elementwise;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Lane;
import io.pelton.cpu.block.Output;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.cpu.block.Rows;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;

/** Runs a loop over one operand. */
public final class UnaryCall<A, B> implements Call {
  private final Rows rows;
  private final Blocks<A> x;
  private final Output<B> y;
  private final Unary<A, B> loop;

  UnaryCall(Rows rows, Blocks<A> x, Output<B> y, Unary<A, B> loop) {
    this.rows = rows;
    this.x = x;
    this.y = y;
    this.loop = loop;
  }

  /** For an op whose output is computed in the lane of its operand. */
  public static <A> UnaryCall<A, A> of(
      NodeSpec node, Lane<A> lane, Unary<A, A> loop, Operand in, Operand out) {
    return new UnaryCall<>(
        new Rows(node, out), lane.blocks(in, in.layout().dims()), lane.output(out), loop);
  }

  @Override
  public void run(int activeRows) {
    int end = rows.elements(activeRows);
    int size = x.isInPlace() && y.isInPlace() ? RawBlocks.LONG_SIZE : RawBlocks.SIZE;
    for (int from = 0; from < end; from += size) {
      int count = Math.min(size, end - from);
      x.read(from, count);
      y.open(from, count);
      loop.apply(x.array(), x.at(), y.array(), y.at(), count);
      y.commit();
    }
  }
}
