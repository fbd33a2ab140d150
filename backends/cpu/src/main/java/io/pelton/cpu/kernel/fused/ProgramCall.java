package io.pelton.cpu.kernel.fused;

import io.pelton.cpu.block.Output;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.engine.kernel.Call;
import java.util.List;

/** Runs a program block by block. */
final class ProgramCall<A> implements Call {
  private final int elementsPerRow;
  private final Source<?>[] sources;
  private final Step[] steps;
  private final Output<A> out;
  private final Slot<A> result;

  /**
   * @param elementsPerRow of the output
   * @param result where the last step writes
   */
  ProgramCall(
      int elementsPerRow,
      List<Source<?>> sources,
      List<Step> steps,
      Output<A> out,
      Slot<A> result) {
    this.elementsPerRow = elementsPerRow;
    this.sources = sources.toArray(Source<?>[]::new);
    this.steps = steps.toArray(Step[]::new);
    this.out = out;
    this.result = result;
  }

  @Override
  public void run(int activeRows) {
    int end = activeRows * elementsPerRow;
    if (end == 0) {
      return;
    }
    for (Source<?> source : sources) {
      source.begin(Math.min(RawBlocks.SIZE, end));
    }
    for (int from = 0; from < end; from += RawBlocks.SIZE) {
      int count = Math.min(RawBlocks.SIZE, end - from);
      for (Source<?> source : sources) {
        source.read(from, count);
      }
      out.open(from, count);
      result.array = out.array();
      result.at = out.at();
      for (Step step : steps) {
        step.run(count);
      }
      out.commit();
    }
  }
}
