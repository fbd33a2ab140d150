package io.pelton.cpu.kernel.reduce;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Output;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.cpu.block.Rows;
import io.pelton.engine.kernel.Call;

/** Finds the largest or smallest element of runs of elements, one after the other. */
final class ExtremeCall<A> implements Call {
  private final Rows rows;
  private final Blocks<A> data;
  private final int length;
  private final A range;
  private final int start;
  private final Output<A> out;
  private final Extreme.OfRun<A> loop;

  /**
   * @param length elements of one run
   * @param range where at {@code start} stands what a run without elements gives
   */
  ExtremeCall(
      Rows rows,
      Blocks<A> data,
      int length,
      A range,
      int start,
      Output<A> out,
      Extreme.OfRun<A> loop) {
    this.rows = rows;
    this.data = data;
    this.length = length;
    this.range = range;
    this.start = start;
    this.out = out;
    this.loop = loop;
  }

  @Override
  public void run(int activeRows) {
    int end = rows.elements(activeRows);
    for (int from = 0; from < end; from += RawBlocks.SIZE) {
      int count = Math.min(RawBlocks.SIZE, end - from);
      out.open(from, count);
      for (int n = 0; n < count; n++) {
        System.arraycopy(range, start, out.array(), out.at() + n, 1);
        fold((from + n) * length, out.at() + n);
      }
      out.commit();
    }
  }

  private void fold(int first, int target) {
    for (int done = 0; done < length; done += RawBlocks.SIZE) {
      int count = Math.min(RawBlocks.SIZE, length - done);
      data.read(first + done, count);
      loop.fold(data.array(), data.at(), count, out.array(), target);
    }
  }
}
