package io.pelton.engine.plan;

import io.pelton.engine.plan.judge.Verdict;

/**
 * What one run of a node costs with one kernel.
 *
 * @param estimatedNanos by the device's roofline
 * @param verdict what was measured, or why nothing was
 */
public record Cost(double estimatedNanos, Verdict verdict) {
  /** The measurement, where there is one, else the estimate. */
  public double nanos() {
    return verdict.measuredNanos().orElse(estimatedNanos);
  }
}
