package io.pelton.cpu.kernel.elementwise;

import io.pelton.cpu.math.DoubleMath;

/** Loops over {@code double}. */
final class DoubleLoops {
  private DoubleLoops() {}

  static void add(double[] x, int i, double[] y, int j, double[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = x[i + n] + y[j + n];
    }
  }

  static void sub(double[] x, int i, double[] y, int j, double[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = x[i + n] - y[j + n];
    }
  }

  static void mul(double[] x, int i, double[] y, int j, double[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = x[i + n] * y[j + n];
    }
  }

  static void div(double[] x, int i, double[] y, int j, double[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = x[i + n] / y[j + n];
    }
  }

  static void equal(double[] x, int i, double[] y, int j, byte[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = (byte) (x[i + n] == y[j + n] ? 1 : 0);
    }
  }

  static void less(double[] x, int i, double[] y, int j, byte[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = (byte) (x[i + n] < y[j + n] ? 1 : 0);
    }
  }

  static void greater(double[] x, int i, double[] y, int j, byte[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = (byte) (x[i + n] > y[j + n] ? 1 : 0);
    }
  }

  /** NaN and -0 stay what they are. */
  static void relu(double[] x, int i, double[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = x[i + n] < 0 ? 0 : x[i + n];
    }
  }

  static void sigmoid(double[] x, int i, double[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = DoubleMath.sigmoid(x[i + n]);
    }
  }

  static void tanh(double[] x, int i, double[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = StrictMath.tanh(x[i + n]);
    }
  }

  static void copy(double[] x, int i, double[] y, int k, int count) {
    System.arraycopy(x, i, y, k, count);
  }

  /** NaN stays NaN; a bound that is NaN holds nothing back. */
  static void clip(double[] x, int i, double[] bounds, double[] y, int k, int count) {
    double low = bounds[0];
    double high = bounds[1];
    for (int n = 0; n < count; n++) {
      double raised = x[i + n] < low ? low : x[i + n];
      y[k + n] = raised > high ? high : raised;
    }
  }

  static void where(
      byte[] condition, int c, double[] x, int i, double[] y, int j, double[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = condition[c + n] != 0 ? x[i + n] : y[j + n];
    }
  }

  static void pow(double[] x, int i, double[] y, int j, double[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = DoubleMath.pow(x[i + n], y[j + n]);
    }
  }

  static void fmod(double[] x, int i, double[] y, int j, double[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = x[i + n] % y[j + n];
    }
  }

  static void min(double[] x, int i, double[] y, int j, double[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = Math.min(x[i + n], y[j + n]);
    }
  }

  static void max(double[] x, int i, double[] y, int j, double[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = Math.max(x[i + n], y[j + n]);
    }
  }

  static void lessOrEqual(double[] x, int i, double[] y, int j, byte[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = (byte) (x[i + n] <= y[j + n] ? 1 : 0);
    }
  }

  static void greaterOrEqual(double[] x, int i, double[] y, int j, byte[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = (byte) (x[i + n] >= y[j + n] ? 1 : 0);
    }
  }

  static void neg(double[] x, int i, double[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = -x[i + n];
    }
  }

  static void abs(double[] x, int i, double[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = Math.abs(x[i + n]);
    }
  }

  static void reciprocal(double[] x, int i, double[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = 1.0 / x[i + n];
    }
  }

  static void sqrt(double[] x, int i, double[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = Math.sqrt(x[i + n]);
    }
  }

  static void exp(double[] x, int i, double[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = StrictMath.exp(x[i + n]);
    }
  }

  static void log(double[] x, int i, double[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = StrictMath.log(x[i + n]);
    }
  }

  static void erf(double[] x, int i, double[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = DoubleMath.erf(x[i + n]);
    }
  }

  static void floor(double[] x, int i, double[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = Math.floor(x[i + n]);
    }
  }

  static void ceil(double[] x, int i, double[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = Math.ceil(x[i + n]);
    }
  }

  /** NaN stays NaN, -0 becomes 0. */
  static void sign(double[] x, int i, double[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = x[i + n] > 0 ? 1 : x[i + n] < 0 ? -1 : x[i + n] == 0 ? 0 : x[i + n];
    }
  }

  static void softplus(double[] x, int i, double[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = DoubleMath.softplus(x[i + n]);
    }
  }

  static void gelu(double[] x, int i, double[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = DoubleMath.gelu(x[i + n]);
    }
  }

  static void scale(
      double[] x, int i, double[] a, int c, double[] b, int d, double[] y, int k, int count) {
    double factor = a[c];
    double summand = b[d];
    for (int n = 0; n < count; n++) {
      double product = x[i + n] * factor;
      y[k + n] = product + summand;
    }
  }
}
