package io.pelton.engine.plan.judge;

import io.pelton.engine.plan.judge.Verdict.Measured;
import io.pelton.engine.plan.judge.Verdict.Unknown;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Takes the median of repeated runs. */
final class Stopwatch {
  /** Fewer say too little. */
  static final int MIN_RUNS = 4;

  static final int MAX_RUNS = 100;

  /** Runs after which it is first asked how long warming up is going to take. */
  private static final int FIRST_LOOK = 16;

  /** How much faster a kernel that is not compiled may still become. */
  private static final int HOPE = 8;

  private final LongSupplier clock;

  Stopwatch(LongSupplier clock) {
    this.clock = clock;
  }

  long now() {
    return clock.getAsLong();
  }

  /**
   * Runs so often that the JVM has compiled what is run.
   *
   * @return why that was given up, empty when it was done
   */
  Optional<Unknown> warm(Runnable run, int times, long deadline) {
    long start = now();
    int seen = 0;
    int look = FIRST_LOOK;
    for (int runs = 1; runs <= times; runs++) {
      run.run();
      if (runs == look || runs == times) {
        long end = now();
        long nanos = (end - start) / (runs - seen);
        double left = deadline - end;
        if (left < 0 || (double) nanos * (times - runs) > HOPE * left) {
          return Optional.of(
              new Unknown(
                  "its "
                      + runs
                      + "th run took "
                      + nanos
                      + " ns, too long for "
                      + times
                      + " of them"));
        }
        start = end;
        seen = runs;
        look *= 2;
      }
    }
    return Optional.empty();
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
