package io.pelton.cpu.kernel.reduce;

/** The largest or smallest element; NaN where there is one, and -0 is below 0. */
final class ExtremeLoops {
  private ExtremeLoops() {}

  static void max(float[] x, int at, int count, float[] y, int k) {
    float extreme = y[k];
    for (int n = 0; n < count; n++) {
      extreme = Math.max(extreme, x[at + n]);
    }
    y[k] = extreme;
  }

  static void min(float[] x, int at, int count, float[] y, int k) {
    float extreme = y[k];
    for (int n = 0; n < count; n++) {
      extreme = Math.min(extreme, x[at + n]);
    }
    y[k] = extreme;
  }

  static void max(double[] x, int at, int count, double[] y, int k) {
    double extreme = y[k];
    for (int n = 0; n < count; n++) {
      extreme = Math.max(extreme, x[at + n]);
    }
    y[k] = extreme;
  }

  static void min(double[] x, int at, int count, double[] y, int k) {
    double extreme = y[k];
    for (int n = 0; n < count; n++) {
      extreme = Math.min(extreme, x[at + n]);
    }
    y[k] = extreme;
  }

  static void max(long[] x, int at, int count, long[] y, int k) {
    long extreme = y[k];
    for (int n = 0; n < count; n++) {
      extreme = Math.max(extreme, x[at + n]);
    }
    y[k] = extreme;
  }

  static void min(long[] x, int at, int count, long[] y, int k) {
    long extreme = y[k];
    for (int n = 0; n < count; n++) {
      extreme = Math.min(extreme, x[at + n]);
    }
    y[k] = extreme;
  }

  static void maxUnsigned(long[] x, int at, int count, long[] y, int k) {
    long extreme = y[k];
    for (int n = 0; n < count; n++) {
      extreme = Long.compareUnsigned(x[at + n], extreme) > 0 ? x[at + n] : extreme;
    }
    y[k] = extreme;
  }

  static void minUnsigned(long[] x, int at, int count, long[] y, int k) {
    long extreme = y[k];
    for (int n = 0; n < count; n++) {
      extreme = Long.compareUnsigned(x[at + n], extreme) < 0 ? x[at + n] : extreme;
    }
    y[k] = extreme;
  }

  static void maxEach(float[] x, int at, float[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = Math.max(y[k + n], x[at + n]);
    }
  }

  static void minEach(float[] x, int at, float[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = Math.min(y[k + n], x[at + n]);
    }
  }

  static void maxEach(double[] x, int at, double[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = Math.max(y[k + n], x[at + n]);
    }
  }

  static void minEach(double[] x, int at, double[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = Math.min(y[k + n], x[at + n]);
    }
  }

  static void maxEach(long[] x, int at, long[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = Math.max(y[k + n], x[at + n]);
    }
  }

  static void minEach(long[] x, int at, long[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = Math.min(y[k + n], x[at + n]);
    }
  }

  static void maxEachUnsigned(long[] x, int at, long[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = Long.compareUnsigned(x[at + n], y[k + n]) > 0 ? x[at + n] : y[k + n];
    }
  }

  static void minEachUnsigned(long[] x, int at, long[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = Long.compareUnsigned(x[at + n], y[k + n]) < 0 ? x[at + n] : y[k + n];
    }
  }
}
