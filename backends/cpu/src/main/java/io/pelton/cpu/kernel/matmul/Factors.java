package io.pelton.cpu.kernel.matmul;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Lane;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Tensor;
import java.util.Optional;

/**
 * The operands of products, seen as matrices.
 *
 * @param leftView view of the left operand, [batch..., rows, inner]
 * @param rightView view of the right operand, [batch..., inner, columns], whose batch may broadcast
 * @param batch lengths of the batch axes of the result
 * @param isTransposed the right view turns the operand's last axes around
 */
public record Factors<A>(
    NodeSpec node,
    ProductShape shape,
    Operand leftOperand,
    Layout leftView,
    Operand rightOperand,
    Layout rightView,
    long[] batch,
    boolean isTransposed,
    Lane<A> lane) {
  /**
   * The left rows.
   *
   * @param count how many are read at once, at most
   */
  public Blocks<A> left(int count) {
    return lane.blocks(leftOperand, leftView, count * shape.inner());
  }

  /** The right matrix where it is one constant for all batches; it does not change afterwards. */
  public Optional<Tensor> constantRight() {
    return MatrixViews.isSingle(rightView) ? rightOperand.constant() : Optional.empty();
  }

  /**
   * The rows of the only right matrix, one after the other.
   *
   * @param count how many are read at once, at most
   */
  public Blocks<A> rightRows(int count) {
    return lane.blocks(rightOperand, MatrixViews.single(rightView), count * shape.columns());
  }

  /** The right matrices, row-major. */
  public RightOperand<A> right() {
    return RightOperand.of(node, rightOperand, rightView, batch, isTransposed, lane);
  }
}
