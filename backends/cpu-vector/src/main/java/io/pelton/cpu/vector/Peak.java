package io.pelton.cpu.vector;

import io.pelton.engine.kernel.Probe;
import java.util.OptionalDouble;

/** The machine's limit for products: fused multiply-adds of vectors that never leave registers. */
public final class Peak {
  /** Enough for the JIT, and for the processor's clock to settle. */
  private static final long NANOS = 2_000_000_000L;

  private static final int STEPS = 20_000;

  private Peak() {}

  /**
   * Multiplications and additions a second on this thread, by the fastest of the rounds of two
   * seconds; empty where vector kernels can't run.
   */
  public static OptionalDouble operationsPerSecond() {
    if (!(VectorProbe.result() instanceof Probe.Usable)) {
      return OptionalDouble.empty();
    }
    double best = 0;
    long begin = System.nanoTime();
    for (int round = 0; System.nanoTime() - begin < NANOS; round++) {
      long start = System.nanoTime();
      float sum = RegisterLoop.run(STEPS, round % 16);
      double seconds = (System.nanoTime() - start) / 1e9;
      if (Float.isNaN(sum)) {
        throw new IllegalStateException("sums of numbers are numbers");
      }
      best = Math.max(best, RegisterLoop.operations(STEPS) / seconds);
    }
    return OptionalDouble.of(best);
  }
}
