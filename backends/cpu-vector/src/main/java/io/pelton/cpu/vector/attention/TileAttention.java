package io.pelton.cpu.vector.attention;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Output;
import io.pelton.cpu.kernel.attention.AttentionOperands;
import io.pelton.cpu.kernel.attention.AttentionShape;
import io.pelton.cpu.kernel.attention.Scores;
import io.pelton.cpu.kernel.reduce.SoftmaxLoop;
import io.pelton.cpu.kernel.step.Steps;
import io.pelton.cpu.vector.matmul.TileProduct;
import io.pelton.cpu.vector.reduce.VectorSoftmax;
import io.pelton.engine.kernel.Call;

/**
 * Computes the scores of a tile of queries, their softmax and the weighted values, and forgets the
 * scores.
 */
public final class TileAttention implements Call {
  /** Queries of a tile. */
  public static final int QUERIES = TileProduct.ROWS;

  private final AttentionShape shape;
  private final AttentionOperands<float[]> operands;
  private final Output<float[]> out;
  private final Scores<float[]> scores;
  private final Steps<float[]> steps;
  private final SoftmaxLoop<float[]> softmax = new VectorSoftmax();
  private final TileProduct keys;
  private final TileProduct values;
  private final float[] weights;

  /**
   * @param out takes blocks of {@link #QUERIES}
   */
  public TileAttention(
      AttentionShape shape,
      AttentionOperands<float[]> operands,
      Output<float[]> out,
      Scores<float[]> scores,
      Steps<float[]> steps) {
    this.shape = shape;
    this.operands = operands;
    this.out = out;
    this.scores = scores;
    this.steps = steps;
    this.keys = new TileProduct(shape.features(), shape.keys());
    this.values = new TileProduct(shape.keys(), shape.outputs());
    this.weights = new float[QUERIES * shape.keys()];
  }

  @Override
  public void run(int activeRows) {
    int heads = activeRows * shape.batchesPerRow() * shape.heads();
    for (int head = 0; head < heads; head++) {
      if (head % shape.shared() == 0) {
        load(operands.keys(), head / shape.shared(), shape.features(), shape.keys(), keys);
        load(operands.values(), head / shape.shared(), shape.keys(), shape.outputs(), values);
      }
      for (int query = 0; query < shape.queries(); query += QUERIES) {
        attend(head, query, Math.min(QUERIES, shape.queries() - query));
      }
    }
  }

  private static void load(
      Blocks<float[]> blocks, int index, int inner, int columns, TileProduct product) {
    blocks.read(index * inner * columns, inner * columns);
    product.load(blocks.array(), blocks.at());
  }

  private void attend(int head, int query, int count) {
    int first = head * shape.queries() + query;
    Blocks<float[]> q = operands.queries();
    q.read(first * shape.features(), count * shape.features());
    keys.multiply(q.array(), q.at(), count, weights, 0);
    int length = shape.keys();
    for (int r = 0; r < count; r++) {
      scores.finish(weights, r * length, length, first + r, query + r);
      softmax.apply(weights, r * length, length, weights, r * length, 1);
      steps.round(weights, r * length, length);
    }
    out.open(first * shape.outputs(), count * shape.outputs());
    values.multiply(weights, 0, count, out.array(), out.at());
    out.commit();
  }
}
