package io.pelton.cpu.kernel.quantize;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Output;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.cpu.block.Rows;
import io.pelton.engine.kernel.Call;

/**
 * Runs a loop over data with its scale and zero point, to quantize it or back.
 *
 * @param <X> carries the data
 * @param <S> carries the scale
 * @param <Y> carries the output
 */
final class ScaleCall<X, S, Y> implements Call {
  /** Computes {@code count} elements of y; {@code zero} is null without a zero point. */
  @FunctionalInterface
  interface Loop<X, S, Y> {
    void apply(X x, int i, S scale, int j, long[] zero, int z, Y y, int k, int count);
  }

  private final Rows rows;
  private final Blocks<X> x;
  private final Blocks<S> scale;
  private final Blocks<long[]> zero;
  private final Output<Y> out;
  private final Loop<X, S, Y> loop;

  /**
   * @param zero null without one
   */
  ScaleCall(
      Rows rows,
      Blocks<X> x,
      Blocks<S> scale,
      Blocks<long[]> zero,
      Output<Y> out,
      Loop<X, S, Y> loop) {
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
