package io.pelton.cpu.kernel.reduce;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Output;
import io.pelton.engine.graph.ReduceOp.Cumulate;
import io.pelton.engine.kernel.Call;

/** Sums or products of all elements of a run up to each, run after run. */
final class CumulateCall<A> implements Call {
  /**
   * Combines {@code count} elements from {@code x[i]} on, each {@code stepX} from the one before,
   * to {@code y[k]} and so on. The element itself counts where {@code lag} is 0, and not where it
   * is 1.
   */
  @FunctionalInterface
  interface Loop<A> {
    void apply(A x, int i, int stepX, A y, int k, int stepY, int count, int lag);
  }

  /**
   * Where runs lie.
   *
   * @param slabsPerRow what one index of the axes before the run covers, per row of the node
   * @param perSlab runs of one slab, interleaved in the output
   * @param length elements of one
   */
  record Runs(int slabsPerRow, int perSlab, int length) {}

  private final Runs runs;
  private final int lag;
  private final boolean isReverse;
  private final Blocks<A> data;
  private final Output<A> out;
  private final Loop<A> loop;

  /**
   * @param data run by run
   * @param out slab by slab
   */
  CumulateCall(Runs runs, Cumulate op, Blocks<A> data, Output<A> out, Loop<A> loop) {
    this.runs = runs;
    this.lag = op.isExclusive() ? 1 : 0;
    this.isReverse = op.isReverse();
    this.data = data;
    this.out = out;
    this.loop = loop;
  }

  @Override
  public void run(int activeRows) {
    int size = runs.perSlab * runs.length;
    int slabs = size == 0 ? 0 : activeRows * runs.slabsPerRow;
    int first = isReverse ? runs.length - 1 : 0;
    int step = isReverse ? -1 : 1;
    for (int slab = 0; slab < slabs; slab++) {
      out.open(slab * size, size);
      for (int run = 0; run < runs.perSlab; run++) {
        data.read((slab * runs.perSlab + run) * runs.length, runs.length);
        loop.apply(
            data.array(),
            data.at() + first,
            step,
            out.array(),
            out.at() + run + first * runs.perSlab,
            step * runs.perSlab,
            runs.length,
            lag);
      }
      out.commit();
    }
  }
}
