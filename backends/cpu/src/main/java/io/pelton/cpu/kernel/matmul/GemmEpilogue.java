package io.pelton.cpu.kernel.matmul;

/**
 * What Gemm does to rows of the product.
 *
 * @param <A> {@code float[]}, {@code double[]} or {@code long[]}
 */
final class GemmEpilogue<A> implements Epilogue<A> {
  private final float alpha;
  private final float beta;
  private final Summand<A> addend;
  private final Scaling<A> scaling;

  /**
   * @param addend C; null without one
   */
  GemmEpilogue(float alpha, float beta, Summand<A> addend, Scaling<A> scaling) {
    this.alpha = alpha;
    this.beta = beta;
    this.addend = beta == 0 ? null : addend;
    this.scaling = scaling;
  }

  @Override
  public void apply(int row, int rows, A y, int k, int columns) {
    if (addend != null) {
      addend.read(row, rows, columns);
      int pace = addend.isSameForAll() ? 0 : columns;
      A c = addend.blocks().array();
      scaling.apply(y, k, c, addend.blocks().at(), pace, rows, columns, alpha, beta);
    } else if (alpha != 1) {
      scaling.apply(y, k, null, 0, 0, rows, columns, alpha, beta);
    }
  }
}
