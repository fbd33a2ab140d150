package io.pelton.examples.benchmarks.streaming;

import java.io.Serializable;
import java.time.Duration;

/**
 * What a job does when.
 *
 * @param warmUp at full speed, not measured
 * @param rounds that are measured one after the other
 * @param round how long each takes
 * @param rate records offered a second from then on; 0 for as many as go through
 */
public record Schedule(Duration warmUp, int rounds, Duration round, double rate)
    implements Serializable {
  boolean isPaced() {
    return rate > 0;
  }

  /** Nanoseconds from one record to the next, where paced. */
  double interval() {
    return 1e9 / rate;
  }
}
