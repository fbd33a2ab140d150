package io.pelton.cpu.kernel.reduce;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Output;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;

/**
 * Softmax of runs of elements. A slab is what one index of the axes before the run covers: as many
 * runs as the axes behind it have elements, interleaved.
 */
final class SoftmaxCall<A> implements Call {
  /** Of runs that are read at once; their elements, and the results, fit the L1 cache. */
  private static final int ELEMENTS = 4 * RawBlocks.SIZE;

  private static final int MOST_RUNS = 16;

  private final int slabsPerRow;
  private final int runs;
  private final int length;
  private final Blocks<A> data;
  private final Output<A> out;
  private final SoftmaxLoop<A> loop;

  /**
   * @param runs of one slab
   * @param length elements of one run
   * @param data run by run, {@link #runsAtOnce} where a slab is one
   * @param out slab by slab, likewise
   */
  SoftmaxCall(
      NodeSpec node,
      int slabs,
      int runs,
      int length,
      Blocks<A> data,
      Output<A> out,
      SoftmaxLoop<A> loop) {
    this.slabsPerRow = slabs / node.rows();
    this.runs = runs;
    this.length = length;
    this.data = data;
    this.out = out;
    this.loop = loop;
  }

  @Override
  public void run(int activeRows) {
    int slabs = activeRows * slabsPerRow;
    if (runs == 1) {
      runSideBySide(slabs);
      return;
    }
    int slabLength = runs * length;
    for (int slab = 0; slab < slabs; slab++) {
      out.open(slab * slabLength, slabLength);
      for (int run = 0; run < runs; run++) {
        data.read((slab * runs + run) * length, length);
        loop.apply(data.array(), data.at(), length, out.array(), out.at() + run, runs);
      }
      out.commit();
    }
  }

  private void runSideBySide(int slabs) {
    int most = runsAtOnce(length);
    for (int slab = 0; slab < slabs; slab += most) {
      int count = Math.min(most, slabs - slab);
      out.open(slab * length, count * length);
      data.read(slab * length, count * length);
      loop.applyToAll(data.array(), data.at(), count, length, out.array(), out.at());
      out.commit();
    }
  }

  /** How many runs of that length are read and written at once when they lie side by side. */
  static int runsAtOnce(int length) {
    return Math.max(1, Math.min(MOST_RUNS, ELEMENTS / Math.max(1, length)));
  }
}
