package io.pelton.cpu.kernel.embedding;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Output;
import io.pelton.cpu.block.Rows;
import io.pelton.cpu.kernel.step.Steps;
import io.pelton.engine.kernel.Call;
import java.util.List;

/** Adds runs up, one output run at a time. */
final class EmbeddingSumCall<A> implements Call {
  private final Rows rows;
  private final int columns;
  private final List<Summand<A>> summands;
  private final Output<A> out;
  private final Steps<A> steps;

  EmbeddingSumCall(
      Rows rows, int columns, List<Summand<A>> summands, Output<A> out, Steps<A> steps) {
    this.rows = rows;
    this.columns = columns;
    this.summands = summands;
    this.out = out;
    this.steps = steps;
  }

  @Override
  public void run(int activeRows) {
    int end = columns == 0 ? 0 : rows.elements(activeRows) / columns;
    for (int index = 0; index < end; index++) {
      out.open(index * columns, columns);
      A sum = out.array();
      int at = out.at();
      Blocks<A> first = summands.get(0).read(index);
      System.arraycopy(first.array(), first.at(), sum, at, columns);
      for (int i = 1; i < summands.size(); i++) {
        Blocks<A> summand = summands.get(i).read(index);
        steps.add(sum, at, summand.array(), summand.at(), columns);
      }
      out.commit();
    }
  }
}
