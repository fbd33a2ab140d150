package io.pelton.cpu.kernel.reduce;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.LongOutput;
import io.pelton.cpu.block.Output;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.Operand;

/** Selects the first elements of runs, one run after the other. */
final class TopKCall<A> implements Call {
  /**
   * Where runs lie.
   *
   * @param perRow of a row of the node
   * @param length elements of one
   * @param apart elements of the outputs from one element of a run to the next
   */
  record Runs(int perRow, int length, int apart) {}

  private final Runs runs;
  private final int count;
  private final Blocks<A> data;
  private final Output<A> values;
  private final Output<long[]> indices;
  private final Selection<A> selection;

  /**
   * @param count elements that are selected of each run
   * @param data a block is one run
   * @param values a block is what is selected of one run
   */
  TopKCall(
      Runs runs,
      int count,
      Blocks<A> data,
      Output<A> values,
      Operand indices,
      Selection<A> selection) {
    this.runs = runs;
    this.count = count;
    this.data = data;
    this.values = values;
    this.indices = new LongOutput(indices, count);
    this.selection = selection;
  }

  @Override
  public void run(int activeRows) {
    int end = count == 0 ? 0 : activeRows * runs.perRow;
    for (int run = 0; run < end; run++) {
      data.read(run * runs.length, runs.length);
      selection.select(data.array(), data.at(), runs.length);
      if (runs.apart == 1) {
        write(run * count, count, 0);
      } else {
        writeApart(run / runs.apart * count * runs.apart + run % runs.apart);
      }
    }
  }

  private void writeApart(int first) {
    for (int place = 0; place < count; place++) {
      write(first + place * runs.apart, 1, place);
    }
  }

  /** Writes some that lie side by side. */
  @SuppressWarnings("SuspiciousSystemArraycopy")
  private void write(int into, int some, int place) {
    values.open(into, some);
    indices.open(into, some);
    for (int i = 0; i < some; i++) {
      int index = selection.index(place + i);
      System.arraycopy(data.array(), data.at() + index, values.array(), values.at() + i, 1);
      indices.array()[indices.at() + i] = index;
    }
    values.commit();
    indices.commit();
  }
}
