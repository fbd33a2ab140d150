package io.pelton.cpu.kernel.matmul;

import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.Operand;
import java.util.function.IntFunction;

/**
 * A way to multiply matrices. Every element is the sum over k in order, one fused multiply-add a
 * step, starting from 0; so all ways give the same bits.
 *
 * @param <A> array type of the lane
 */
@FunctionalInterface
public interface Multiplication<A> {
  /**
   * @param epilogue what follows up to so many rows of the result at once
   */
  Call bind(Factors<A> factors, Operand out, IntFunction<Epilogue<A>> epilogue);

  /** Row by row. */
  static <A> Multiplication<A> byRows(RowProduct<A> product) {
    return (factors, out, epilogue) ->
        new ProductCall<>(
            factors.shape(),
            factors.left(1),
            factors.right(),
            factors.lane().output(out, factors.shape().columns()),
            product,
            epilogue.apply(1));
  }
}
