package io.pelton.cpu.kernel.expert;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Output;
import io.pelton.cpu.kernel.matmul.RowProduct;
import io.pelton.cpu.kernel.step.Steps;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.ExpertLayer;

/** Multiplies expert by expert, so that a matrix is in the cache for all its tokens. */
final class GroupedCall<A> implements Call {
  /**
   * @param inner K
   * @param columns N
   * @param choicesPerRow choices that share a row of x
   */
  record Lengths(int experts, int inner, int columns, int choicesPerRow) {}

  private final Lengths lengths;
  private final Choices choices;
  private final Blocks<A> x;
  private final Blocks<A> weights;
  private final Blocks<A> bias;
  private final Output<A> out;
  private final RowProduct<A> product;
  private final Steps<A> steps;
  private final ExpertLayer layer;
  private final boolean notesRouting;

  /**
   * @param x a block is one row
   * @param weights a block is one matrix
   * @param bias a block is one row; null without
   */
  GroupedCall(
      Lengths lengths,
      Choices choices,
      Blocks<A> x,
      Blocks<A> weights,
      Blocks<A> bias,
      Output<A> out,
      RowProduct<A> product,
      Steps<A> steps,
      ExpertLayer layer,
      boolean notesRouting) {
    this.lengths = lengths;
    this.choices = choices;
    this.x = x;
    this.weights = weights;
    this.bias = bias;
    this.out = out;
    this.product = product;
    this.steps = steps;
    this.layer = layer;
    this.notesRouting = notesRouting;
  }

  @Override
  public void run(int activeRows) {
    choices.read(activeRows);
    if (notesRouting && layer.isNoting()) {
      choices.note(activeRows, layer);
    }
    int size = lengths.inner * lengths.columns;
    for (int expert = 0; expert < lengths.experts; expert++) {
      int from = choices.start(expert);
      int end = choices.end(expert);
      if (from < end) {
        layer.count(expert, end - from);
        weights.read(expert * size, size);
        if (bias != null) {
          bias.read(expert * lengths.columns, lengths.columns);
        }
        multiply(from, end);
      }
    }
  }

  private void multiply(int from, int end) {
    int columns = lengths.columns;
    for (int place = from; place < end; place++) {
      int choice = choices.at(place);
      x.read(choice / lengths.choicesPerRow * lengths.inner, lengths.inner);
      out.open(choice * columns, columns);
      product.multiply(
          x.array(),
          x.at(),
          weights.array(),
          weights.at(),
          out.array(),
          out.at(),
          lengths.inner,
          columns);
      if (bias != null) {
        steps.round(out.array(), out.at(), columns);
        steps.add(out.array(), out.at(), bias.array(), bias.at(), columns);
      }
      out.commit();
    }
  }
}
