package io.pelton.cpu.random;

import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.RandomOp.Normal;
import io.pelton.engine.graph.RandomOp.Uniform;

/**
 * What draws are made into.
 *
 * @param offset where a draw of 0 comes to lie
 * @param reach the standard deviation, or where a uniform draw of 1 would lie
 */
record Distribution(boolean isNormal, double offset, double reach) {
  /**
   * @param op a {@link Normal} or {@link Uniform}
   */
  static Distribution of(Op op) {
    return op instanceof Normal normal
        ? new Distribution(true, normal.mean(), normal.scale())
        : new Distribution(false, ((Uniform) op).low(), ((Uniform) op).high());
  }
}
