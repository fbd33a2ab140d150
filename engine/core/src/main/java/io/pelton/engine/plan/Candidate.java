package io.pelton.engine.plan;

import io.pelton.engine.kernel.Alternative;
import io.pelton.engine.kernel.Device;
import java.util.OptionalDouble;

/**
 * One way to run a node.
 *
 * @param device where
 * @param alternative how
 * @param cost of the kernel or the move itself
 * @param movingNanos for the operands that lie elsewhere; empty where a price is not known
 */
record Candidate(Device device, Alternative alternative, Cost cost, OptionalDouble movingNanos) {
  /** Kernel and moves; infinite, not free, where a price is not known. */
  double nanos() {
    return cost.nanos() + movingNanos.orElse(Double.POSITIVE_INFINITY);
  }
}
