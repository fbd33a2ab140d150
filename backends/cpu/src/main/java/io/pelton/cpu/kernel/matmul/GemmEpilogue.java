package io.pelton.cpu.kernel.matmul;

import io.pelton.cpu.block.Blocks;

/**
 * What Gemm does to a row of the product: {@code y = alpha * y + beta * c}. For floats that is one
 * rounding of {@code beta * c} and one of the fused rest; with both factors 1 the bits are those of
 * an Add. For integers, factors other than 1 multiply their signed values in float64, and the sum
 * is truncated.
 *
 * @param <A> {@code float[]}, {@code double[]} or {@code long[]}
 */
final class GemmEpilogue<A> implements Epilogue<A> {
  /** Scales {@code count} elements of {@code y} and adds {@code c}, which may be null. */
  @FunctionalInterface
  interface Loop<A> {
    void apply(A y, int k, A c, int j, int count, float alpha, float beta);
  }

  private final float alpha;
  private final float beta;
  private final Blocks<A> addend;
  private final Loop<A> loop;

  /**
   * @param addend C, row by row; null without one
   */
  GemmEpilogue(float alpha, float beta, Blocks<A> addend, Loop<A> loop) {
    this.alpha = alpha;
    this.beta = beta;
    this.addend = beta == 0 ? null : addend;
    this.loop = loop;
  }

  @Override
  public void apply(int row, A y, int k, int count) {
    if (addend != null) {
      addend.read(row * count, count);
      loop.apply(y, k, addend.array(), addend.at(), count, alpha, beta);
    } else if (alpha != 1) {
      loop.apply(y, k, null, 0, count, alpha, beta);
    }
  }
}
