package io.pelton.cpu.kernel.attention;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.kernel.step.Steps;
import io.pelton.engine.graph.AttentionOp.Attention;

/** What is done to a row of scores before its softmax. */
public final class Scores<A> {
  private final Attention op;
  private final Steps<A> steps;
  private final Blocks<A> mask;
  private final A future;

  /**
   * @param mask a block is what is added to one row; null without one
   * @param keys length of a row
   */
  Scores(Attention op, Steps<A> steps, Blocks<A> mask, int keys) {
    this.op = op;
    this.steps = steps;
    this.mask = mask;
    this.future = steps.lane().allocate(op.causal() ? keys : 0);
    if (op.causal()) {
      steps.fill(future, 0, keys, Double.NEGATIVE_INFINITY);
    }
  }

  /**
   * @param at where the row starts
   * @param index of the row, over all heads
   * @param query of the row, in its head
   */
  public void finish(A row, int at, int count, int index, int query) {
    steps.round(row, at, count);
    switch (op.scaling()) {
      case NONE -> {}
      case MULTIPLY -> steps.multiply(row, at, count, op.scale());
      case DIVIDE -> steps.divide(row, at, count, op.scale());
    }
    if (mask != null) {
      mask.read(index * count, count);
      steps.add(row, at, mask.array(), mask.at(), count);
    }
    if (op.causal() && query + 1 < count) {
      steps.add(row, at + query + 1, future, query + 1, count - query - 1);
    }
  }
}
