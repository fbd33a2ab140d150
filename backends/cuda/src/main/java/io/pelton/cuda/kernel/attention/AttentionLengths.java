package io.pelton.cuda.kernel.attention;

import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;

/**
 * Lengths of an attention.
 *
 * @param shared heads of the queries that share keys and values
 */
record AttentionLengths(
    long batch, long heads, long shared, long queries, long keys, long features, long outputs) {
  /**
   * @param in q [B, H, M, D], k [B, G, N, D], v [B, G, N, E]
   * @param out [B, H, M, E]
   */
  static AttentionLengths of(Operand[] in, Operand out) {
    Layout q = in[0].layout();
    Layout v = in[2].layout();
    long heads = q.dim(1);
    return new AttentionLengths(
        out.layout().dim(0),
        heads,
        heads / Math.max(v.dim(1), 1),
        q.dim(2),
        v.dim(2),
        q.dim(3),
        v.dim(3));
  }

  /** Strides of an operand whose axis 0 broadcasts. */
  long[] strides(Operand operand) {
    long[] dims = operand.layout().dims();
    dims[0] = batch;
    return operand.layout().broadcastTo(dims).strides();
  }

  /** Strides of a mask over all scores. */
  long[] maskStrides(Operand mask) {
    return mask == null
        ? new long[4]
        : mask.layout().broadcastTo(batch, heads, queries, keys).strides();
  }
}
