package io.pelton.cpu.math;

/** The same functions for float64, on {@link StrictMath}. */
public final class DoubleMath {
  private DoubleMath() {}

  /** 1 / (1 + e^-x). NaN gives NaN. */
  public static double sigmoid(double x) {
    double e = StrictMath.exp(-Math.abs(x));
    return (x < 0 ? e : 1.0) / (1.0 + e);
  }
}
