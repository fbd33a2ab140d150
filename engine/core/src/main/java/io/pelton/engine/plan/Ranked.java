package io.pelton.engine.plan;

import io.pelton.engine.kernel.Alternative;

/**
 * A kernel among those that a node may take on a device.
 *
 * @param staticNanos estimate for a fixed number of rows, packing included: what decides wherever
 *     results could differ, so that neither the batch nor a measurement changes them
 * @param cost at the plan's upper bound of rows
 */
public record Ranked(Alternative alternative, double staticNanos, Cost cost) {
  /** This, with the reason for which it was taken. */
  Ranked because(String choice) {
    return new Ranked(
        alternative, staticNanos, new Cost(cost.estimatedNanos(), cost.verdict(), choice));
  }
}
