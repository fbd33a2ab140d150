package io.pelton.cpu.kernel.attention;

import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.tensor.Layout;

/**
 * Lengths of an attention.
 *
 * @param batchesPerRow entries of axis 0 per row of the node
 * @param shared heads of the queries that share keys and values
 */
public record AttentionShape(
    int batchesPerRow, int heads, int shared, int queries, int keys, int features, int outputs) {
  /**
   * @param q [B, H, M, D]
   * @param v [B, G, N, E]
   * @param out [B, H, M, E]
   */
  static AttentionShape of(NodeSpec node, Layout q, Layout v, Layout out) {
    int heads = Math.toIntExact(q.dim(1));
    return new AttentionShape(
        Math.toIntExact(out.dim(0)) / node.rows(),
        heads,
        heads / Math.max(Math.toIntExact(v.dim(1)), 1),
        Math.toIntExact(q.dim(2)),
        Math.toIntExact(v.dim(2)),
        Math.toIntExact(q.dim(3)),
        Math.toIntExact(v.dim(3)));
  }
}
