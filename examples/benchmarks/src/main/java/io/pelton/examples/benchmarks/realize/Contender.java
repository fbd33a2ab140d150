package io.pelton.examples.benchmarks.realize;

import com.sun.management.ThreadMXBean;
import io.pelton.engine.tensor.Tensor;
import io.pelton.examples.benchmarks.Results;
import java.lang.management.ManagementFactory;

/** One way to run the graph, with the times that its rounds took. */
final class Contender {
  /** Runs the graph once. */
  interface Pass {
    /**
     * @param inputs by slot
     * @return the output, valid until the next pass
     */
    Tensor run(Tensor[] inputs);
  }

  private final Pass pass;
  private final int passes;
  private final double[] nanos;

  /**
   * @param passes of one round
   * @param rounds that are measured
   */
  Contender(Pass pass, int passes, int rounds) {
    this.pass = pass;
    this.passes = passes;
    this.nanos = new double[rounds];
  }

  float[] result(Tensor[] inputs) {
    return pass.run(inputs).toFloats();
  }

  /**
   * A round.
   *
   * @param batches inputs by slot, taken in turn
   */
  void run(Tensor[][] batches) {
    for (int i = 0; i < passes; i++) {
      pass.run(batches[i % batches.length]);
    }
  }

  void measure(int round, Tensor[][] batches) {
    long start = System.nanoTime();
    run(batches);
    nanos[round] = (double) (System.nanoTime() - start) / passes;
  }

  /** The median round's time of a pass. */
  double nanos() {
    return Results.median(nanos);
  }

  /** The median over the rounds of the peer's time over this one's. */
  double ratioTo(Contender peer) {
    double[] ratios = new double[nanos.length];
    for (int round = 0; round < ratios.length; round++) {
      ratios[round] = peer.nanos[round] / nanos[round];
    }
    return Results.median(ratios);
  }

  /** Bytes that a pass allocates on this thread. */
  double allocated(Tensor[][] batches) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    run(batches);
    return (double) (threads.getCurrentThreadAllocatedBytes() - before) / passes;
  }
}
