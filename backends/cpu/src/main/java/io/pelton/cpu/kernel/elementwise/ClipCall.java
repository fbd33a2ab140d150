package io.pelton.cpu.kernel.elementwise;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Output;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.cpu.block.Rows;
import io.pelton.engine.kernel.Call;

/** {@code min(max(x, low), high)}: where low is above high, high wins. */
final class ClipCall<A> implements Call {
  private final Rows rows;
  private final Blocks<A> x;
  private final Blocks<A> low;
  private final Blocks<A> high;
  private final A bounds;
  private final Output<A> y;
  private final Clipping<A> loop;

  /**
   * @param low null where there is no bound, as with {@code high}
   * @param bounds two elements that hold nothing back, of the call's own
   */
  ClipCall(
      Rows rows,
      Blocks<A> x,
      Blocks<A> low,
      Blocks<A> high,
      A bounds,
      Output<A> y,
      Clipping<A> loop) {
    this.rows = rows;
    this.x = x;
    this.low = low;
    this.high = high;
    this.bounds = bounds;
    this.y = y;
    this.loop = loop;
  }

  @Override
  public void run(int activeRows) {
    readBound(low, 0);
    readBound(high, 1);
    int end = rows.elements(activeRows);
    for (int from = 0; from < end; from += RawBlocks.SIZE) {
      int count = Math.min(RawBlocks.SIZE, end - from);
      x.read(from, count);
      y.open(from, count);
      loop.apply(x.array(), x.at(), bounds, y.array(), y.at(), count);
      y.commit();
    }
  }

  private void readBound(Blocks<A> bound, int slot) {
    if (bound != null) {
      bound.read(0, 1);
      System.arraycopy(bound.array(), bound.at(), bounds, slot, 1);
    }
  }
}
