package io.pelton.cpu.kernel.signal;

/** Transforms in float64. */
final class DoubleFourier implements Fourier {
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

  DoubleFourier(int length, boolean isInverse) {
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

  @Override
  public void set(int i, double x, double y) {
    real[i] = x;
    imaginary[i] = y;
  }

  @Override
  public double real(int i) {
    return real[i];
  }

  @Override
  public double imaginary(int i) {
    return imaginary[i];
  }

  @Override
  public void transform() {
    int left = length;
    int stride = 1;
    while (left > 1) {
      int factor = Fourier.smallestFactor(left);
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
