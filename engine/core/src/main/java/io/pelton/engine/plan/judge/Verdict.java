package io.pelton.engine.plan.judge;

import java.util.OptionalDouble;

/** What a Judge knows of one kernel at one size. */
public sealed interface Verdict {
  /**
   * @param nanos median time of a run, at least 1
   */
  record Measured(long nanos) implements Verdict {
    public Measured {
      if (nanos < 1) {
        throw new IllegalArgumentException("a run takes time, not " + nanos + " ns");
      }
    }
  }

  /**
   * @param reason why there is no measurement
   */
  record Unknown(String reason) implements Verdict {}

  /** The median, where there is one. */
  default OptionalDouble measuredNanos() {
    return this instanceof Measured measured
        ? OptionalDouble.of((double) measured.nanos())
        : OptionalDouble.empty();
  }
}
