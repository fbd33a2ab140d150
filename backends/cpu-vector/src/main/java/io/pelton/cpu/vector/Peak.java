package io.pelton.cpu.vector;

import io.pelton.engine.kernel.Probe;
import java.util.OptionalDouble;

/** The machine's limit for products: fused multiply-adds of vectors that never leave registers. */
public final class Peak {
  private static final int ROUNDS = 40;
  private static final int STEPS = 200_000;

  private Peak() {}

  /**
   * Multiplications and additions a second on this thread, by the fastest of some rounds, which
   * take less than a second in all; empty where vector kernels can't run.
   */
  public static OptionalDouble operationsPerSecond() {
    if (!(VectorProbe.result() instanceof Probe.Usable)) {
      return OptionalDouble.empty();
    }
    double best = 0;
    for (int round = 0; round < ROUNDS; round++) {
      long start = System.nanoTime();
      float sum = RegisterLoop.run(STEPS, round);
      double seconds = (System.nanoTime() - start) / 1e9;
      if (Float.isNaN(sum)) {
        throw new IllegalStateException("sums of numbers are numbers");
      }
      best = Math.max(best, RegisterLoop.operations(STEPS) / seconds);
    }
    return OptionalDouble.of(best);
  }
}
