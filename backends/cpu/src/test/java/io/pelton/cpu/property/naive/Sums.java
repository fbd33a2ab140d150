package io.pelton.cpu.property.naive;

import io.pelton.engine.tensor.DType;
import java.util.Arrays;

/**
 * The one order in which floats are added: element {@code i} to partial sum {@code i mod 16}, then
 * {@code p} takes {@code p + 8}, {@code p + 4}, {@code p + 2} and {@code p + 1}.
 */
final class Sums {
  private Sums() {}

  /** In float64 for F64, else in float32 and not rounded further. */
  static double of(DType dtype, double... run) {
    double[] partials = new double[16];
    for (int i = 0; i < run.length; i++) {
      partials[i % 16] = plus(dtype, partials[i % 16], run[i]);
    }
    for (int half = 8; half > 0; half /= 2) {
      for (int p = 0; p < half; p++) {
        partials[p] = plus(dtype, partials[p], partials[p + half]);
      }
    }
    return partials[0];
  }

  /** As {@link #of}, where elements are multiplied. */
  static double product(DType dtype, double... run) {
    double[] partials = new double[16];
    Arrays.fill(partials, 1);
    for (int i = 0; i < run.length; i++) {
      partials[i % 16] = times(dtype, partials[i % 16], run[i]);
    }
    for (int half = 8; half > 0; half /= 2) {
      for (int p = 0; p < half; p++) {
        partials[p] = times(dtype, partials[p], partials[p + half]);
      }
    }
    return partials[0];
  }

  private static double times(DType dtype, double x, double y) {
    return dtype == DType.F64 ? x * y : (float) x * (float) y;
  }

  private static double plus(DType dtype, double x, double y) {
    return dtype == DType.F64 ? x + y : (float) x + (float) y;
  }
}
