package io.pelton.cpu.vector.attention;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Output;
import io.pelton.cpu.kernel.attention.AttentionOperands;
import io.pelton.cpu.kernel.attention.AttentionShape;
import io.pelton.cpu.kernel.attention.Scores;
import io.pelton.cpu.kernel.step.Steps;
import io.pelton.cpu.vector.matmul.TileProduct;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.tensor.DType;

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
  private final TileProduct keys;
  private final TileProduct values;
  private final TileSoftmax softmax;
  private final float[] queries;
  private final float[] weights;
  private final boolean isLinear;
  private final float factor;

  /**
   * @param dtype of up to 32 bits
   * @param out takes blocks of {@link #QUERIES}
   */
  public TileAttention(
      DType dtype,
      AttentionShape shape,
      AttentionOperands<float[]> operands,
      Output<float[]> out,
      Scores<float[]> scores) {
    this.shape = shape;
    this.operands = operands;
    this.out = out;
    this.scores = scores;
    this.steps = Steps.floats(dtype);
    this.keys = new TileProduct(shape.features(), shape.keys());
    this.values = new TileProduct(shape.keys(), shape.outputs());
    this.softmax = new TileSoftmax(shape.keys());
    this.queries = TileProduct.tile(shape.features());
    this.weights = TileProduct.tile(shape.keys());
    this.factor = (float) scores.factor();
    this.isLinear = dtype == DType.F32 && scores.isLinear() && factor > 0;
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
    keys.copy(q.array(), q.at(), count, queries);
    keys.toTile(queries, count, weights);
    if (isLinear && !scores.hasMask()) {
      softmax.apply(weights, count, factor);
    } else {
      finish(first, query, count);
      softmax.apply(weights, count, 1);
    }
    round(count);
    out.open(first * shape.outputs(), count * shape.outputs());
    values.toRows(weights, count, out.array(), out.at());
    out.commit();
  }

  private void finish(int first, int query, int count) {
    for (int r = 0; r < count; r++) {
      for (int from = 0; from < shape.keys(); from += TileProduct.DEPTH) {
        int length = Math.min(TileProduct.DEPTH, shape.keys() - from);
        int at = TileProduct.part(from) + r * TileProduct.STRIDE;
        if (isLinear) {
          Blocks<float[]> mask = scores.mask(from, length, first + r, query + r);
          ScoreLoops.scaleAndAdd(weights, at, length, factor, mask.array(), mask.at());
        } else {
          scores.finish(weights, at, from, length, first + r, query + r);
        }
      }
    }
  }

  private void round(int count) {
    for (int from = 0; from < shape.keys(); from += TileProduct.DEPTH) {
      int length = Math.min(TileProduct.DEPTH, shape.keys() - from);
      for (int r = 0; r < count; r++) {
        steps.round(weights, TileProduct.part(from) + r * TileProduct.STRIDE, length);
      }
    }
  }
}
