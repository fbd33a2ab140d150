package io.pelton.engine.plan;

import io.pelton.engine.kernel.Alternative;
import io.pelton.engine.kernel.Device;

/**
 * One way to run a node.
 *
 * @param device where
 * @param alternative how
 * @param cost of the kernel or the move itself, at the upper bound of the rows
 * @param rank what decides between devices: kernel and moves for a fixed number of rows, so that
 *     neither the batch nor a measurement moves a node; infinite, not free, where a move has no
 *     price
 */
record Candidate(Device device, Alternative alternative, Cost cost, double rank) {
  /** What nothing competes with. */
  static Candidate only(Device device, Alternative alternative, Cost cost) {
    return new Candidate(device, alternative, cost, 0);
  }
}
