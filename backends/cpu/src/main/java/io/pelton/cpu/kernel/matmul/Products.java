package io.pelton.cpu.kernel.matmul;

import io.pelton.cpu.block.Lane;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * Binds products of one lane.
 *
 * @param <A> array type of the lane
 */
record Products<A>(Lane<A> lane, Multiplication<A> multiplication) {
  /** The product of the first two operands by the rules of NumPy's {@code matmul}. */
  Call matMul(NodeSpec node, Operand[] in, Operand out, IntFunction<Epilogue<A>> epilogue) {
    Layout left = MatrixViews.left(in[0].layout());
    Layout right = MatrixViews.right(in[1].layout());
    long[] result = out.layout().dims();
    int vectors = (in[0].layout().rank() == 1 ? 1 : 0) + (in[1].layout().rank() == 1 ? 1 : 0);
    long[] batch = Arrays.copyOf(result, result.length - 2 + vectors);
    return call(node, in, out, left, right, batch, false, epilogue);
  }

  Call call(
      NodeSpec node,
      Operand[] in,
      Operand out,
      Layout left,
      Layout right,
      long[] batch,
      boolean isTransposed,
      IntFunction<Epilogue<A>> epilogue) {
    ProductShape shape = ProductShape.of(node, batch, left, right.dim(right.rank() - 1));
    Layout lefts = left.broadcastTo(MatrixViews.append(batch, shape.matrixRows(), shape.inner()));
    return multiplication.bind(
        new Factors<>(node, shape, in[0], lefts, in[1], right, batch, isTransposed, lane),
        out,
        epilogue);
  }

  /**
   * An operand that broadcasts to the result; null where absent.
   *
   * @param rows that are read at once, at most
   */
  Summand<A> summand(Operand[] in, int operand, Operand out, int rows, int columns) {
    return operand < in.length && in[operand] != null
        ? Summand.of(in[operand], out, lane, rows, columns)
        : null;
  }
}
