package io.pelton.cpu.kernel.matmul;

import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.tensor.Layout;

/**
 * Lengths of a product.
 *
 * @param matrixRows rows of one matrix of the result
 * @param matrixRowsPerRow such rows, over all batches, per row of the node
 */
public record ProductShape(int matrixRows, int inner, int columns, int matrixRowsPerRow) {
  /**
   * @param left [..., rows, inner]
   */
  static ProductShape of(NodeSpec node, long[] batch, Layout left, long columns) {
    long rows = left.dim(left.rank() - 2);
    long all = Layout.elements(batch) * rows;
    return new ProductShape(
        Math.toIntExact(rows),
        Math.toIntExact(left.dim(left.rank() - 1)),
        Math.toIntExact(columns),
        Math.toIntExact(all / node.rows()));
  }
}
