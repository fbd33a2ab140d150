package io.pelton.cpu.kernel.matmul;

import io.pelton.cpu.block.ArrayBlocks;
import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Lane;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.MemorySpace;
import io.pelton.engine.tensor.Tensor;

/**
 * The matrices that rows are multiplied with, row-major. A constant that does not lie like that is
 * packed once and shared; what changes between runs is read, in place where it does.
 *
 * @param blocks all elements of one matrix make a block
 * @param isBatched one matrix per batch, else one for all
 */
public record RightOperand<A>(Blocks<A> blocks, boolean isBatched) {
  /**
   * @param view [..., inner, columns]
   * @param batch lengths of the batch axes of the result
   */
  static <A> RightOperand<A> of(
      NodeSpec node,
      Operand operand,
      Layout view,
      long[] batch,
      boolean isTransposed,
      Lane<A> lane) {
    long[] matrix = MatrixViews.matrix(view);
    int size = Math.toIntExact(Layout.elements(matrix));
    if (!MatrixViews.isSingle(view)) {
      Layout batches = view.broadcastTo(MatrixViews.append(batch, matrix));
      return new RightOperand<>(lane.blocks(operand, batches, size), true);
    }
    Layout single = MatrixViews.single(view);
    boolean isPacked = single.isContiguous() && lane.holds(operand.dtype());
    return operand
        .constant()
        .filter(tensor -> !isPacked || !tensor.storage().space().equals(MemorySpace.HEAP))
        .map(tensor -> packed(node, tensor, operand, single, isTransposed, lane))
        .orElseGet(() -> new RightOperand<>(lane.blocks(operand, single, size), false));
  }

  @SuppressWarnings("unchecked")
  private static <A> RightOperand<A> packed(
      NodeSpec node,
      Tensor tensor,
      Operand operand,
      Layout view,
      boolean isTransposed,
      Lane<A> lane) {
    PackedMatrix matrix =
        isTransposed
            ? node.prepared(
                    tensor,
                    PackedTranspose.class,
                    () -> new PackedTranspose(PackedMatrix.of(operand, view, lane)))
                .matrix()
            : node.prepared(tensor, PackedMatrix.class, () -> PackedMatrix.of(operand, view, lane));
    return new RightOperand<>(new ArrayBlocks<>((A) matrix.array()), false);
  }
}
