package io.pelton.cpu.kernel.quantize;

import io.pelton.cpu.block.LongBlocks;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.Optional;

/**
 * The operands of {@code (A - a) * (B - b)}, I8 or U8, seen as matrices.
 *
 * @param leftZero null where A has no zero point; likewise for B
 * @param leftView [batch..., matrixRows, inner]
 * @param rightView [..., inner, columns], whose batch may broadcast
 * @param batch lengths of the batch axes of the result
 */
public record IntegerFactors(
    NodeSpec node,
    Operand left,
    Operand leftZero,
    Operand right,
    Operand rightZero,
    Layout leftView,
    Layout rightView,
    long[] batch) {
  /**
   * @param result dims of the product
   */
  static IntegerFactors of(
      NodeSpec node, Operand a, Operand leftZero, Operand b, Operand rightZero, long[] result) {
    Layout rows = Matrices.left(a.layout());
    Layout matrix = Matrices.right(b.layout());
    int vectors = (a.layout().rank() == 1 ? 1 : 0) + (b.layout().rank() == 1 ? 1 : 0);
    long[] batch = Arrays.copyOf(result, result.length - 2 + vectors);
    Layout all = rows.broadcastTo(Matrices.append(batch, Matrices.last(rows, 2)));
    return new IntegerFactors(node, a, leftZero, b, rightZero, all, matrix, batch);
  }

  /** Rows of one matrix of the result. */
  public int matrixRows() {
    return Math.toIntExact(leftView.dim(leftView.rank() - 2));
  }

  /** Rows of all matrices of the result. */
  public int rows() {
    return Math.toIntExact(Layout.elements(batch)) * matrixRows();
  }

  public int inner() {
    return Math.toIntExact(leftView.dim(leftView.rank() - 1));
  }

  public int columns() {
    return Math.toIntExact(rightView.dim(rightView.rank() - 1));
  }

  /** True when each batch has a right matrix of its own, else there is one for all. */
  public boolean isBatched() {
    return rightView.elements() != inner() * (long) columns();
  }

  /** The right matrix where it is one constant; it does not change afterwards. */
  public Optional<Tensor> constantRight() {
    return isBatched() ? Optional.empty() : right.constant();
  }

  /**
   * Bytes of the left rows.
   *
   * @param count how many are read at once, at most
   */
  public RawBlocks leftRows(int count) {
    return new RawBlocks(left, leftView, count * inner());
  }

  /** Bytes of the right matrices, row-major; all elements of one make a block. */
  public RawBlocks rightMatrices() {
    Layout view = rightView;
    if (isBatched()) {
      view = view.broadcastTo(Matrices.append(batch, Matrices.last(view, 2)));
    }
    return new RawBlocks(right, view, inner() * columns());
  }

  /** What makes an {@code int} of a byte of the left operand. */
  public int leftMask() {
    return ByteRows.mask(left.dtype());
  }

  public int rightMask() {
    return ByteRows.mask(right.dtype());
  }

  public boolean isRightUnsigned() {
    return right.dtype() == DType.U8;
  }

  /** The zero point of every left row; null where there is none. */
  public LongBlocks leftZeros() {
    if (leftZero == null) {
      return null;
    }
    long[] dims = Matrices.append(batch, matrixRows(), 1);
    return LongBlocks.of(leftZero, column(leftZero.layout()).broadcastTo(dims), 1);
  }

  /** One zero point for each row stands upright; a single one may be anything. */
  private static Layout column(Layout zero) {
    return zero.rank() == 1 && zero.dim(0) != 1
        ? Layout.of(new long[] {zero.dim(0), 1}, new long[] {zero.stride(0), 0}, 0)
        : zero;
  }

  /** The zero point of every column, batch by batch; null where there is none. */
  public LongBlocks rightZeros() {
    return rightZero == null
        ? null
        : LongBlocks.of(
            rightZero,
            rightZero.layout().broadcastTo(Matrices.append(batch, 1, columns())),
            columns());
  }
}
