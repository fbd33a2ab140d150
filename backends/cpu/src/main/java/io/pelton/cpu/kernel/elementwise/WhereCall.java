package io.pelton.cpu.kernel.elementwise;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Output;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.cpu.block.Rows;
import io.pelton.engine.kernel.Call;

/** Takes elements of {@code x} where the condition holds, else of {@code y}. */
final class WhereCall<A> implements Call {
  private final Rows rows;
  private final Blocks<byte[]> condition;
  private final Blocks<A> x;
  private final Blocks<A> y;
  private final Output<A> z;
  private final Selection<A> loop;

  WhereCall(
      Rows rows,
      Blocks<byte[]> condition,
      Blocks<A> x,
      Blocks<A> y,
      Output<A> z,
      Selection<A> loop) {
    this.rows = rows;
    this.condition = condition;
    this.x = x;
    this.y = y;
    this.z = z;
    this.loop = loop;
  }

  @Override
  public void run(int activeRows) {
    int end = rows.elements(activeRows);
    for (int from = 0; from < end; from += RawBlocks.SIZE) {
      int count = Math.min(RawBlocks.SIZE, end - from);
      condition.read(from, count);
      x.read(from, count);
      y.read(from, count);
      z.open(from, count);
      loop.apply(
          condition.array(),
          condition.at(),
          x.array(),
          x.at(),
          y.array(),
          y.at(),
          z.array(),
          z.at(),
          count);
      z.commit();
    }
  }
}
