package io.pelton.cpu.kernel.quantize;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Output;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.cpu.block.Rows;
import io.pelton.engine.kernel.Call;

/** Quantizes element by element. */
final class QuantizeCall<A> implements Call {
  private final Rows rows;
  private final Blocks<A> x;
  private final Blocks<A> scale;
  private final Blocks<long[]> zero;
  private final Output<long[]> out;
  private final QuantizeLoops.Quantization<A> loop;
  private final Range range;

  /**
   * @param zero null without one
   */
  QuantizeCall(
      Rows rows,
      Blocks<A> x,
      Blocks<A> scale,
      Blocks<long[]> zero,
      Output<long[]> out,
      QuantizeLoops.Quantization<A> loop,
      Range range) {
    this.rows = rows;
    this.x = x;
    this.scale = scale;
    this.zero = zero;
    this.out = out;
    this.loop = loop;
    this.range = range;
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
          count,
          range);
      out.commit();
    }
  }
}
