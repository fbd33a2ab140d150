package io.pelton.cpu.kernel.reduce;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.LongOutput;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.cpu.block.Rows;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.Operand;

/** Finds the largest element of runs of elements, one after the other. */
final class ArgMaxCall<A> implements Call {
  private final Rows rows;
  private final Blocks<A> data;
  private final int length;
  private final LongOutput out;
  private final Largest<A> loop;

  /**
   * @param length elements of one run, which the blocks have to hold
   */
  ArgMaxCall(Rows rows, Blocks<A> data, int length, Operand out, Largest<A> loop) {
    this.rows = rows;
    this.data = data;
    this.length = length;
    this.out = new LongOutput(out);
    this.loop = loop;
  }

  @Override
  public void run(int activeRows) {
    int end = rows.elements(activeRows);
    if (end > 0 && length == 0) {
      throw rows.invalid(0, "has no element to choose along an axis of length 0");
    }
    for (int from = 0; from < end; from += RawBlocks.SIZE) {
      int count = Math.min(RawBlocks.SIZE, end - from);
      out.open(from, count);
      long[] target = out.array();
      int at = out.at();
      for (int n = 0; n < count; n++) {
        data.read((from + n) * length, length);
        target[at + n] = loop.find(data.array(), data.at(), length);
      }
      out.commit();
    }
  }
}
