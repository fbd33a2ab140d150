package io.pelton.cpu.kernel.signal;

/**
 * Discrete Fourier transforms of one length, by its prime factors: a length of small factors takes
 * time in proportion to itself and their sum. The order of sums depends on nothing but the length.
 * Not thread-safe; allocates nothing.
 */
final class Fourier {
  private final int length;
  private final double sign;
  private final double[] cosine;
  private final double[] sine;
  private double[] real;
  private double[] imaginary;
  private double[] nextReal;
  private double[] nextImaginary;
  private double sumReal;
  private double sumImaginary;

  /**
   * @param isInverse which divides by the length, too
   */
  Fourier(int length, boolean isInverse) {
    this.length = length;
    this.sign = isInverse ? 1 : -1;
    this.cosine = new double[length];
    this.sine = new double[length];
    for (int i = 0; i < length; i++) {
      double angle = 2 * Math.PI * i / length;
      cosine[i] = StrictMath.cos(angle);
      sine[i] = sign * StrictMath.sin(angle);
    }
    this.real = new double[length];
    this.imaginary = new double[length];
    this.nextReal = new double[length];
    this.nextImaginary = new double[length];
  }

  /** The real parts, before and after {@link #transform}, which may be another array then. */
  double[] real() {
    return real;
  }

  double[] imaginary() {
    return imaginary;
  }

  void transform() {
    int left = length;
    int stride = 1;
    while (left > 1) {
      int factor = smallestFactor(left);
      step(left, factor, stride);
      swap();
      left /= factor;
      stride *= factor;
    }
    for (int i = 0; sign > 0 && i < length; i++) {
      real[i] /= length;
      imaginary[i] /= length;
    }
  }

  private static int smallestFactor(int number) {
    for (int factor = 2; factor * factor <= number; factor++) {
      if (number % factor == 0) {
        return factor;
      }
    }
    return number;
  }

  /** Splits transforms of {@code left} elements, {@code stride} apart, into those of a part. */
  private void step(int left, int factor, int stride) {
    int part = left / factor;
    for (int q = 0; q < part; q++) {
      for (int k = 0; k < factor; k++) {
        int turn = Math.floorMod((long) q * k * (length / left), length);
        for (int r = 0; r < stride; r++) {
          combine(r + stride * q, stride * part, factor, k);
          int to = r + stride * (factor * q + k);
          nextReal[to] = sumReal * cosine[turn] - sumImaginary * sine[turn];
          nextImaginary[to] = sumReal * sine[turn] + sumImaginary * cosine[turn];
        }
      }
    }
  }

  /** Frequency {@code k} of {@code factor} elements that are {@code distance} apart. */
  private void combine(int from, int distance, int factor, int k) {
    sumReal = real[from];
    sumImaginary = imaginary[from];
    for (int j = 1; j < factor; j++) {
      int turn = (int) ((long) j * k % factor) * (length / factor);
      double x = real[from + j * distance];
      double y = imaginary[from + j * distance];
      sumReal += x * cosine[turn] - y * sine[turn];
      sumImaginary += x * sine[turn] + y * cosine[turn];
    }
  }

  private void swap() {
    double[] oldReal = real;
    real = nextReal;
    nextReal = oldReal;
    double[] oldImaginary = imaginary;
    imaginary = nextImaginary;
    nextImaginary = oldImaginary;
  }
}
