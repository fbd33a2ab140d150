package io.pelton.cpu.kernel.signal;

/** Transforms in float32. */
final class FloatFourier implements Fourier {
  private final int length;
  private final double sign;
  private final float[] cosine;
  private final float[] sine;
  private float[] real;
  private float[] imaginary;
  private float[] nextReal;
  private float[] nextImaginary;
  private float sumReal;
  private float sumImaginary;

  FloatFourier(int length, boolean isInverse) {
    this.length = length;
    this.sign = isInverse ? 1 : -1;
    this.cosine = new float[length];
    this.sine = new float[length];
    for (int i = 0; i < length; i++) {
      double angle = 2 * Math.PI * i / length;
      cosine[i] = (float) StrictMath.cos(angle);
      sine[i] = (float) (sign * StrictMath.sin(angle));
    }
    this.real = new float[length];
    this.imaginary = new float[length];
    this.nextReal = new float[length];
    this.nextImaginary = new float[length];
  }

  @Override
  public void set(int i, double x, double y) {
    real[i] = (float) x;
    imaginary[i] = (float) y;
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
      float x = real[from + j * distance];
      float y = imaginary[from + j * distance];
      sumReal += x * cosine[turn] - y * sine[turn];
      sumImaginary += x * sine[turn] + y * cosine[turn];
    }
  }

  private void swap() {
    float[] oldReal = real;
    real = nextReal;
    nextReal = oldReal;
    float[] oldImaginary = imaginary;
    imaginary = nextImaginary;
    nextImaginary = oldImaginary;
  }
}
