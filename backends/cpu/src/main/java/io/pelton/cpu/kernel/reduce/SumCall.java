package io.pelton.cpu.kernel.reduce;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Output;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.cpu.block.Rows;
import io.pelton.engine.kernel.Call;

/** Sums runs of elements, one after the other. */
final class SumCall<A> implements Call {
  private final Rows rows;
  private final Blocks<A> data;
  private final int length;
  private final A partials;
  private final Output<A> out;
  private final Summation<A> summation;

  /**
   * @param length elements of one run
   */
  SumCall(
      Rows rows, Blocks<A> data, int length, A partials, Output<A> out, Summation<A> summation) {
    this.rows = rows;
    this.data = data;
    this.length = length;
    this.partials = partials;
    this.out = out;
    this.summation = summation;
    summation.clear(partials, Summation.PARTIALS);
  }

  @Override
  public void run(int activeRows) {
    int end = rows.elements(activeRows);
    for (int from = 0; from < end; from += RawBlocks.SIZE) {
      int count = Math.min(RawBlocks.SIZE, end - from);
      out.open(from, count);
      for (int n = 0; n < count; n++) {
        accumulate((from + n) * length);
        summation.finish(partials, out.array(), out.at() + n);
      }
      out.commit();
    }
  }

  /** A block is a multiple of 16 elements, so that each starts at partial sum 0. */
  private void accumulate(int start) {
    for (int done = 0; done < length; done += RawBlocks.SIZE) {
      int count = Math.min(RawBlocks.SIZE, length - done);
      data.read(start + done, count);
      summation.accumulate(data.array(), data.at(), count, partials);
    }
  }
}
