package io.pelton.cuda.kernel.reduce;

import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;

/** Ops that have no result where there is no element. */
final class EmptyRuns {
  private EmptyRuns() {}

  /** Refuses every run in which there is a result to compute. */
  static Call refuse(NodeSpec node, Runs runs, String reason) {
    int perRow = runs.count() / node.rows();
    return rows -> {
      if (rows * perRow > 0) {
        throw node.invalid(node.rows() == 1 ? -1 : 0, reason);
      }
    };
  }
}
