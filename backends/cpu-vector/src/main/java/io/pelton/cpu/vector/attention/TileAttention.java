package io.pelton.cpu.vector.attention;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Output;
import io.pelton.cpu.kernel.attention.AttentionOperands;
import io.pelton.cpu.kernel.attention.AttentionShape;
import io.pelton.cpu.kernel.attention.Scores;
import io.pelton.cpu.kernel.step.Steps;
import io.pelton.cpu.vector.matmul.TileProduct;
import io.pelton.engine.graph.AttentionOp.Attention;
import io.pelton.engine.graph.AttentionOp.Scaling;
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
  private final float factor;
  private final boolean isDivided;

  /** Scores are only multiplied before their softmax, which does that too. */
  private final boolean isScaledOnly;

  /** Scores are scaled, and a mask is added, in F32. */
  private final boolean isMasked;

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
    Attention op = scores.op();
    boolean isSimple = dtype == DType.F32 && !op.causal();
    this.factor = op.scaling() == Scaling.NONE ? 1 : (float) op.scale();
    this.isDivided = op.scaling() == Scaling.DIVIDE;
    this.isScaledOnly = isSimple && !scores.hasMask() && !isDivided && factor > 0;
    this.isMasked = isSimple && scores.hasMask();
  }

  @Override
  public void run(int activeRows) {
    int heads = activeRows * shape.batchesPerRow() * shape.heads();
    for (int head = 0; head < heads; head++) {
      if (head % shape.shared() == 0) {
        load(head / shape.shared());
      }
      for (int query = 0; query < shape.queries(); query += QUERIES) {
        attend(head, query, Math.min(QUERIES, shape.queries() - query));
      }
    }
  }

  private void load(int head) {
    int size = shape.features() * shape.keys();
    Blocks<float[]> k =
        operands.areKeysTransposed() ? operands.keys() : operands.untransposedKeys();
    k.read(head * size, size);
    if (operands.areKeysTransposed()) {
      keys.load(k.array(), k.at());
    } else {
      keys.loadColumns(k.array(), k.at());
    }
    Blocks<float[]> v = operands.values();
    v.read(head * shape.keys() * shape.outputs(), shape.keys() * shape.outputs());
    values.load(v.array(), v.at());
  }

  private void attend(int head, int query, int count) {
    int first = head * shape.queries() + query;
    Blocks<float[]> q = operands.queries();
    q.read(first * shape.features(), count * shape.features());
    keys.copy(q.array(), q.at(), count, queries);
    keys.toTile(queries, count, weights);
    if (isScaledOnly) {
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
        if (isMasked) {
          Blocks<float[]> mask = scores.mask(from, length, first + r, query + r);
          add(mask.array(), mask.at(), at, length);
        } else {
          scores.finish(weights, at, from, length, first + r, query + r);
        }
      }
    }
  }

  private void add(float[] mask, int m, int at, int length) {
    if (isDivided) {
      ScoreLoops.divideAndAdd(weights, at, length, factor, mask, m);
    } else {
      ScoreLoops.multiplyAndAdd(weights, at, length, factor, mask, m);
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
