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
  private final RunOrder<A> order;
  private final RunOrder<A> resultOrder;
  private final Selection<A> selection;

  /**
   * @param count elements that are selected of each run
   * @param data a block is one run
   * @param order by which they are selected
   * @param resultOrder by which they are written
   */
  TopKCall(
      Runs runs,
      int count,
      Blocks<A> data,
      Output<A> values,
      Operand indices,
      RunOrder<A> order,
      RunOrder<A> resultOrder) {
    this.runs = runs;
    this.count = count;
    this.data = data;
    this.values = values;
    this.indices = new LongOutput(indices, 1);
    this.order = order;
    this.resultOrder = resultOrder;
    this.selection = new Selection<>(count);
  }

  @Override
  public void run(int activeRows) {
    int end = count == 0 ? 0 : activeRows * runs.perRow;
    for (int run = 0; run < end; run++) {
      data.read(run * runs.length, runs.length);
      selection.select(order, data.array(), data.at(), runs.length);
      selection.sort(resultOrder, data.array(), data.at());
      write(run / runs.apart * count * runs.apart + run % runs.apart);
    }
  }

  private void write(int first) {
    int into = first;
    for (int i = 0; i < count; i++) {
      int index = selection.index(i);
      values.open(into, 1);
      System.arraycopy(data.array(), data.at() + index, values.array(), values.at(), 1);
      values.commit();
      indices.open(into, 1);
      indices.array()[indices.at()] = index;
      indices.commit();
      into += runs.apart;
    }
  }
}
