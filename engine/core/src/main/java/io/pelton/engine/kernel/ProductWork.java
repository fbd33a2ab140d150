package io.pelton.engine.kernel;

import io.pelton.engine.graph.LinalgOp.Gemm;

/** Operations of matrix products and of what is made of them; one multiply-add counts two. */
final class ProductWork {
  private ProductWork() {}

  /** Twice the inner length for each element, and two more where a third operand is added. */
  static long product(NodeExtents node) {
    long[] left = node.dims(0);
    boolean isTransposed = node.op() instanceof Gemm gemm && gemm.transposeA();
    long inner = left[isTransposed ? 0 : left.length - 1];
    long products = Work.product(2, inner, node.outputElements(0));
    return node.reads(2) ? Work.sum(products, Work.product(2, node.outputElements(0))) : products;
  }

  /** Twice the inner length for each element, and one more where a bias is added. */
  static long grouped(NodeExtents node) {
    long products = Work.product(2, node.dims(1)[1], node.outputElements(0));
    return node.reads(3) ? Work.sum(products, node.outputElements(0)) : products;
  }

  /** Of the experts, no more than there are choices. */
  static long groupedBytes(NodeExtents node) {
    long experts = Math.max(1, node.dims(1)[0]);
    long chosen = Math.min(experts, node.elements(2));
    long weights = Work.product(chosen, Work.sum(node.bytes(1), node.bytes(3)) / experts);
    return Work.sum(node.bytes(0), weights, node.bytes(2));
  }

  /**
   * Twice the elements of one kernel for each element.
   *
   * @param weights the operand [M, C / group, kernel...]
   */
  static long convolution(NodeExtents node, int weights) {
    long kernels = Math.max(1, node.dims(weights)[0]);
    return Work.product(2, node.elements(weights) / kernels, node.outputElements(0));
  }

  /** Every element of x meets the kernels of its channel, w [C, M / group, kernel...]. */
  static long spreading(NodeExtents node) {
    long channels = Math.max(1, node.dims(1)[0]);
    return Work.product(2, node.elements(1) / channels, node.elements(0));
  }

  /** Both products, and a softmax of the scores, for q [B, H, M, D] and v [B, G, N, E]. */
  static long attention(NodeExtents node) {
    long[] q = node.dims(0);
    long[] v = node.dims(2);
    long scores = Work.product(q[0], q[1], q[2], v[2]);
    return Work.product(scores, Work.sum(2 * q[3], 2 * v[3], WorkEstimate.POLYNOMIAL + 4));
  }

  /** Weights meet every step of every sequence. */
  static long recurrent(NodeExtents node) {
    long[] x = node.dims(0);
    return Work.product(2, Work.product(x[0], x[1]), Work.sum(node.elements(1), node.elements(2)));
  }
}
