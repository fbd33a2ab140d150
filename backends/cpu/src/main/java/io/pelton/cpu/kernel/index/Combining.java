package io.pelton.cpu.kernel.index;

import io.pelton.engine.graph.IndexOp.Combination;
import io.pelton.engine.tensor.DType;

/**
 * Combines elements of a target with updates.
 *
 * @param <A> {@code float[]}, {@code double[]} or {@code long[]}
 */
@FunctionalInterface
interface Combining<A> {
  void apply(A target, int to, A updates, int from, int count);

  /** Extremes of numbers with a NaN among them are NaN, and 0 is above -0. */
  static Combining<float[]> floats(Combination combination) {
    return switch (combination) {
      case ADD ->
          (x, to, y, from, count) -> {
            for (int n = 0; n < count; n++) {
              x[to + n] += y[from + n];
            }
          };
      case MULTIPLY ->
          (x, to, y, from, count) -> {
            for (int n = 0; n < count; n++) {
              x[to + n] *= y[from + n];
            }
          };
      case MAX ->
          (x, to, y, from, count) -> {
            for (int n = 0; n < count; n++) {
              x[to + n] = Math.max(x[to + n], y[from + n]);
            }
          };
      case MIN ->
          (x, to, y, from, count) -> {
            for (int n = 0; n < count; n++) {
              x[to + n] = Math.min(x[to + n], y[from + n]);
            }
          };
      case REPLACE -> throw new IllegalArgumentException("nothing is combined");
    };
  }

  static Combining<double[]> doubles(Combination combination) {
    return switch (combination) {
      case ADD ->
          (x, to, y, from, count) -> {
            for (int n = 0; n < count; n++) {
              x[to + n] += y[from + n];
            }
          };
      case MULTIPLY ->
          (x, to, y, from, count) -> {
            for (int n = 0; n < count; n++) {
              x[to + n] *= y[from + n];
            }
          };
      case MAX ->
          (x, to, y, from, count) -> {
            for (int n = 0; n < count; n++) {
              x[to + n] = Math.max(x[to + n], y[from + n]);
            }
          };
      case MIN ->
          (x, to, y, from, count) -> {
            for (int n = 0; n < count; n++) {
              x[to + n] = Math.min(x[to + n], y[from + n]);
            }
          };
      case REPLACE -> throw new IllegalArgumentException("nothing is combined");
    };
  }

  /**
   * Integers wrap around; the sum of booleans is whether one is true, their product whether all.
   */
  static Combining<long[]> longs(Combination combination, DType dtype) {
    return switch (combination) {
      case ADD -> dtype == DType.BOOL ? extremes(0, true) : Combining::add;
      case MULTIPLY -> dtype == DType.BOOL ? extremes(0, false) : Combining::multiply;
      case MAX -> extremes(dtype == DType.U64 ? Long.MIN_VALUE : 0, true);
      case MIN -> extremes(dtype == DType.U64 ? Long.MIN_VALUE : 0, false);
      case REPLACE -> throw new IllegalArgumentException("nothing is combined");
    };
  }

  private static void add(long[] x, int to, long[] y, int from, int count) {
    for (int n = 0; n < count; n++) {
      x[to + n] += y[from + n];
    }
  }

  private static void multiply(long[] x, int to, long[] y, int from, int count) {
    for (int n = 0; n < count; n++) {
      x[to + n] *= y[from + n];
    }
  }

  /**
   * @param flip bits that are turned to compare unsigned numbers as signed ones
   */
  private static Combining<long[]> extremes(long flip, boolean isLargest) {
    return (x, to, y, from, count) -> {
      for (int n = 0; n < count; n++) {
        boolean isAbove = (y[from + n] ^ flip) > (x[to + n] ^ flip);
        x[to + n] = isAbove == isLargest ? y[from + n] : x[to + n];
      }
    };
  }
}
