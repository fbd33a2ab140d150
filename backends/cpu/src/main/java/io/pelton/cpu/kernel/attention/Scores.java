package io.pelton.cpu.kernel.attention;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.kernel.step.Steps;
import io.pelton.engine.graph.AttentionOp.Attention;
import io.pelton.engine.graph.AttentionOp.Scaling;

/** What is done to rows of scores before their softmax, a part of a row at a time. */
public final class Scores<A> {
  private final Attention op;
  private final Steps<A> steps;
  private final Blocks<A> mask;
  private final boolean isAlike;
  private final int keys;
  private final A future;

  /**
   * @param mask a block is what is added to one row; null without one
   * @param isAlike all queries of a head have the same mask
   * @param keys length of a row
   */
  Scores(Attention op, Steps<A> steps, Blocks<A> mask, boolean isAlike, int keys) {
    this.op = op;
    this.steps = steps;
    this.mask = mask;
    this.isAlike = isAlike;
    this.keys = keys;
    this.future = steps.lane().allocate(op.causal() ? keys : 0);
    if (op.causal()) {
      steps.fill(future, 0, keys, Double.NEGATIVE_INFINITY);
    }
  }

  /** True when no more is done than to multiply by {@link #factor} and to add the mask. */
  public boolean isLinear() {
    return op.scaling() != Scaling.DIVIDE && !op.causal();
  }

  public double factor() {
    return op.scaling() == Scaling.MULTIPLY ? op.scale() : 1;
  }

  public boolean hasMask() {
    return mask != null;
  }

  /**
   * What is added to a part of a row. Queries of a head are asked for in order.
   *
   * @param from the first key of the part
   * @param index of the row, over all heads
   * @param query of the row, in its head
   */
  public Blocks<A> mask(int from, int count, int index, int query) {
    if (!isAlike || query == 0 || count < keys) {
      mask.read(index * keys + from, count);
    }
    return mask;
  }

  /**
   * @param at where the part starts
   * @param from the first key of the part
   * @param index of the row, over all heads
   * @param query of the row, in its head
   */
  public void finish(A row, int at, int from, int count, int index, int query) {
    steps.round(row, at, count);
    switch (op.scaling()) {
      case NONE -> {}
      case MULTIPLY -> steps.multiply(row, at, count, op.scale());
      case DIVIDE -> steps.divide(row, at, count, op.scale());
    }
    if (mask != null) {
      Blocks<A> summand = mask(from, count, index, query);
      steps.add(row, at, summand.array(), summand.at(), count);
    }
    int first = Math.max(from, query + 1);
    int last = from + count;
    if (op.causal() && first < last) {
      steps.add(row, at + first - from, future, first, last - first);
    }
  }
}
