package io.pelton.engine.plan.judge;

import io.pelton.engine.plan.judge.Verdict.Measured;
import io.pelton.engine.plan.judge.Verdict.Unknown;
import java.util.Arrays;
import java.util.function.LongSupplier;

/** Takes the median of repeated runs. */
final class Stopwatch {
  /** Fewer say too little. */
  static final int MIN_RUNS = 4;

  static final int MAX_RUNS = 100;

  private final LongSupplier clock;

  Stopwatch(LongSupplier clock) {
    this.clock = clock;
  }

  long now() {
    return clock.getAsLong();
  }

  /**
   * Runs until the deadline, or often enough. Only the later half counts, since the JVM compiles
   * during the first.
   */
  Verdict median(Runnable run, long deadline) {
    long[] nanos = new long[MAX_RUNS];
    int runs = 0;
    for (long start = now(); runs < MAX_RUNS && start - deadline < 0; runs++) {
      run.run();
      long end = now();
      nanos[runs] = end - start;
      start = end;
    }
    if (runs < MIN_RUNS) {
      return new Unknown(
          "its budget allowed " + runs + " runs, of which " + MIN_RUNS + " are needed");
    }
    long[] later = Arrays.copyOfRange(nanos, runs / 2, runs);
    Arrays.sort(later);
    return new Measured(Math.max(1, later[later.length / 2]));
  }
}
