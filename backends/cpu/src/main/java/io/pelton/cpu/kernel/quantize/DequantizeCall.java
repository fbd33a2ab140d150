package io.pelton.cpu.kernel.quantize;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Output;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.cpu.block.Rows;
import io.pelton.engine.kernel.Call;

/** Dequantizes element by element. */
final class DequantizeCall<A> implements Call {
  private final Rows rows;
  private final Blocks<long[]> x;
  private final Blocks<A> scale;
  private final Blocks<long[]> zero;
  private final Output<A> out;
  private final QuantizeLoops.Dequantization<A> loop;

  /**
   * @param zero null without one
   */
  DequantizeCall(
      Rows rows,
      Blocks<long[]> x,
      Blocks<A> scale,
      Blocks<long[]> zero,
      Output<A> out,
      QuantizeLoops.Dequantization<A> loop) {
    this.rows = rows;
    this.x = x;
    this.scale = scale;
    this.zero = zero;
    this.out = out;
    this.loop = loop;
  }

  @Override
  public void run(int activeRows) {
    int end = rows.elements(activeRows);
    for (int from = 0; from < end; from += RawBlocks.SIZE) {
      int count = Math.min(RawBlocks.SIZE, end - from);
      x.read(from, count);
      scale.read(from, count);
      if (zero != null) {
        zero.read(from, count);
      }
      out.open(from, count);
      loop.apply(
          x.array(),
          x.at(),
          scale.array(),
          scale.at(),
          zero == null ? null : zero.array(),
          zero == null ? 0 : zero.at(),
          out.array(),
          out.at(),
          count);
      out.commit();
    }
  }
}
