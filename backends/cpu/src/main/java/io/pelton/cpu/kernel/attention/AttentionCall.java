package io.pelton.cpu.kernel.attention;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Output;
import io.pelton.cpu.kernel.matmul.RowProduct;
import io.pelton.cpu.kernel.reduce.SoftmaxLoop;
import io.pelton.cpu.kernel.step.Steps;
import io.pelton.engine.kernel.Call;

/** Computes one row of scores after the other, and forgets it. */
final class AttentionCall<A> implements Call {
  private final AttentionShape shape;
  private final AttentionOperands<A> operands;
  private final Output<A> out;
  private final Scores<A> scores;
  private final RowProduct<A> product;
  private final SoftmaxLoop<A> softmax;
  private final Steps<A> steps;
  private final A row;

  AttentionCall(
      AttentionShape shape,
      AttentionOperands<A> operands,
      Output<A> out,
      Scores<A> scores,
      RowProduct<A> product,
      SoftmaxLoop<A> softmax,
      Steps<A> steps) {
    this.shape = shape;
    this.operands = operands;
    this.out = out;
    this.scores = scores;
    this.product = product;
    this.softmax = softmax;
    this.steps = steps;
    this.row = steps.lane().allocate(shape.keys());
  }

  @Override
  public void run(int activeRows) {
    int heads = activeRows * shape.batchesPerRow() * shape.heads();
    for (int head = 0; head < heads; head++) {
      if (head % shape.shared() == 0) {
        operands.keys().read(head / shape.shared() * keySize(), keySize());
        operands.values().read(head / shape.shared() * valueSize(), valueSize());
      }
      for (int query = 0; query < shape.queries(); query++) {
        attend(head * shape.queries() + query, query);
      }
    }
  }

  private int keySize() {
    return shape.keys() * shape.features();
  }

  private int valueSize() {
    return shape.keys() * shape.outputs();
  }

  private void attend(int index, int query) {
    Blocks<A> q = operands.queries();
    Blocks<A> k = operands.keys();
    Blocks<A> v = operands.values();
    int count = shape.keys();
    q.read(index * shape.features(), shape.features());
    product.multiply(q.array(), q.at(), k.array(), k.at(), row, 0, shape.features(), count);
    scores.finish(row, 0, 0, count, index, query);
    softmax.apply(row, 0, count, row, 0, 1);
    steps.round(row, 0, count);
    out.open(index * shape.outputs(), shape.outputs());
    product.multiply(row, 0, v.array(), v.at(), out.array(), out.at(), count, shape.outputs());
    out.commit();
  }
}
