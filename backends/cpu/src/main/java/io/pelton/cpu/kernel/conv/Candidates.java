package io.pelton.cpu.kernel.conv;

import io.pelton.engine.tensor.DType;

/** Compares elements for the largest. */
interface Candidates<A> {
  /** True where element {@code at} is to be preferred to an earlier one. */
  boolean exceeds(A x, int at, int best);

  /**
   * Stores the winner, or else the lowest number.
   *
   * @param isFound whether there is a winner
   */
  void store(A x, int at, boolean isFound, A y, int to);

  static double lowest(DType dtype) {
    return switch (dtype) {
      case F64 -> -Double.MAX_VALUE;
      case F16 -> -65504;
      case BF16 -> -0x1.FEp127;
      default -> -Float.MAX_VALUE;
    };
  }

  /** NaN takes no part. */
  static Candidates<double[]> doubles(DType dtype) {
    double lowest = lowest(dtype);
    return new Candidates<>() {
      @Override
      public boolean exceeds(double[] x, int at, int best) {
        return x[at] > x[best] || (Double.isNaN(x[best]) && !Double.isNaN(x[at]));
      }

      @Override
      public void store(double[] x, int at, boolean isFound, double[] y, int to) {
        y[to] = isFound && !Double.isNaN(x[at]) ? x[at] : lowest;
      }
    };
  }

  static Candidates<long[]> longs(DType dtype) {
    long lowest = dtype.kind() == DType.Kind.SIGNED ? -1L << (dtype.bits() - 1) : 0;
    return new Candidates<>() {
      @Override
      public boolean exceeds(long[] x, int at, int best) {
        return x[at] > x[best];
      }

      @Override
      public void store(long[] x, int at, boolean isFound, long[] y, int to) {
        y[to] = isFound ? x[at] : lowest;
      }
    };
  }
}
