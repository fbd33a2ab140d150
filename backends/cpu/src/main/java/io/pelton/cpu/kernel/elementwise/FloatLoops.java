package io.pelton.cpu.kernel.elementwise;

import io.pelton.cpu.math.FloatMath;

/** Loops over {@code float}. */
final class FloatLoops {
  private FloatLoops() {}

  static void add(float[] x, int i, float[] y, int j, float[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = x[i + n] + y[j + n];
    }
  }

  static void sub(float[] x, int i, float[] y, int j, float[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = x[i + n] - y[j + n];
    }
  }

  static void mul(float[] x, int i, float[] y, int j, float[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = x[i + n] * y[j + n];
    }
  }

  static void div(float[] x, int i, float[] y, int j, float[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = x[i + n] / y[j + n];
    }
  }

  static void equal(float[] x, int i, float[] y, int j, byte[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = (byte) (x[i + n] == y[j + n] ? 1 : 0);
    }
  }

  static void less(float[] x, int i, float[] y, int j, byte[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = (byte) (x[i + n] < y[j + n] ? 1 : 0);
    }
  }

  static void greater(float[] x, int i, float[] y, int j, byte[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = (byte) (x[i + n] > y[j + n] ? 1 : 0);
    }
  }

  /** NaN and -0 stay what they are. */
  static void relu(float[] x, int i, float[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = x[i + n] < 0 ? 0 : x[i + n];
    }
  }

  static void sigmoid(float[] x, int i, float[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = FloatMath.sigmoid(x[i + n]);
    }
  }

  static void tanh(float[] x, int i, float[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = FloatMath.tanh(x[i + n]);
    }
  }

  static void copy(float[] x, int i, float[] y, int k, int count) {
    System.arraycopy(x, i, y, k, count);
  }

  /** NaN stays NaN; a bound that is NaN holds nothing back. */
  static void clip(float[] x, int i, float[] bounds, float[] y, int k, int count) {
    float low = bounds[0];
    float high = bounds[1];
    for (int n = 0; n < count; n++) {
      float raised = x[i + n] < low ? low : x[i + n];
      y[k + n] = raised > high ? high : raised;
    }
  }

  static void where(
      byte[] condition, int c, float[] x, int i, float[] y, int j, float[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = condition[c + n] != 0 ? x[i + n] : y[j + n];
    }
  }

  static void pow(float[] x, int i, float[] y, int j, float[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = FloatMath.pow(x[i + n], y[j + n]);
    }
  }

  static void fmod(float[] x, int i, float[] y, int j, float[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = x[i + n] % y[j + n];
    }
  }

  static void min(float[] x, int i, float[] y, int j, float[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = Math.min(x[i + n], y[j + n]);
    }
  }

  static void max(float[] x, int i, float[] y, int j, float[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = Math.max(x[i + n], y[j + n]);
    }
  }

  static void lessOrEqual(float[] x, int i, float[] y, int j, byte[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = (byte) (x[i + n] <= y[j + n] ? 1 : 0);
    }
  }

  static void greaterOrEqual(float[] x, int i, float[] y, int j, byte[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = (byte) (x[i + n] >= y[j + n] ? 1 : 0);
    }
  }

  static void neg(float[] x, int i, float[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = -x[i + n];
    }
  }

  static void abs(float[] x, int i, float[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = Math.abs(x[i + n]);
    }
  }

  static void reciprocal(float[] x, int i, float[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = 1.0f / x[i + n];
    }
  }

  static void sqrt(float[] x, int i, float[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = (float) Math.sqrt(x[i + n]);
    }
  }

  static void exp(float[] x, int i, float[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = FloatMath.exp(x[i + n]);
    }
  }

  static void log(float[] x, int i, float[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = FloatMath.log(x[i + n]);
    }
  }

  static void erf(float[] x, int i, float[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = FloatMath.erf(x[i + n]);
    }
  }

  static void floor(float[] x, int i, float[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = (float) Math.floor(x[i + n]);
    }
  }

  static void ceil(float[] x, int i, float[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = (float) Math.ceil(x[i + n]);
    }
  }

  /** NaN stays NaN, -0 becomes 0. */
  static void sign(float[] x, int i, float[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = x[i + n] > 0 ? 1 : x[i + n] < 0 ? -1 : x[i + n] == 0 ? 0 : x[i + n];
    }
  }

  static void softplus(float[] x, int i, float[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = FloatMath.softplus(x[i + n]);
    }
  }

  static void gelu(float[] x, int i, float[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = FloatMath.gelu(x[i + n]);
    }
  }

  static void scale(
      float[] x, int i, float[] a, int c, float[] b, int d, float[] y, int k, int count) {
    float factor = a[c];
    float summand = b[d];
    for (int n = 0; n < count; n++) {
      float product = x[i + n] * factor;
      y[k + n] = product + summand;
    }
  }
}
