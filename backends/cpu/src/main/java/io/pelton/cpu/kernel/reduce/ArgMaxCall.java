package io.pelton.cpu.kernel.reduce;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Rows;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.Operand;

/** Finds the largest element of runs of elements, one after the other. */
final class ArgMaxCall<A> implements Call {
  /** The index of the largest of {@code count} elements from {@code x[at]} on. */
  @FunctionalInterface
  interface Loop<A> {
    int find(A x, int at, int count);
  }

  private final Rows rows;
  private final Blocks<A> data;
  private final int length;
  private final Operand out;
  private final Loop<A> loop;

  /**
   * @param length elements of one run, which the blocks have to hold
   */
  ArgMaxCall(Rows rows, Blocks<A> data, int length, Operand out, Loop<A> loop) {
    this.rows = rows;
    this.data = data;
    this.length = length;
    this.out = out;
    this.loop = loop;
  }

  @Override
  public void run(int activeRows) {
    int end = rows.elements(activeRows);
    if (end > 0 && length == 0) {
      throw rows.invalid(0, "has no element to choose along an axis of length 0");
    }
    long[] target = out.longs();
    int at = out.base();
    for (int n = 0; n < end; n++) {
      data.read(n * length, length);
      target[at + n] = loop.find(data.array(), data.at(), length);
    }
  }
}
