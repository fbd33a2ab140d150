package io.pelton.cpu.kernel.reduce;

/** The index of the largest element; NaN counts as largest, and as equal to NaN. */
final class ArgMaxLoops {
  private ArgMaxLoops() {}

  static int first(float[] x, int at, int count) {
    int best = 0;
    for (int n = 1; n < count; n++) {
      float value = x[at + n];
      float largest = x[at + best];
      if (value > largest || (Float.isNaN(value) && !Float.isNaN(largest))) {
        best = n;
      }
    }
    return best;
  }

  static int last(float[] x, int at, int count) {
    int best = 0;
    for (int n = 1; n < count; n++) {
      float value = x[at + n];
      float largest = x[at + best];
      if (value >= largest || Float.isNaN(value)) {
        best = n;
      }
    }
    return best;
  }

  static int first(double[] x, int at, int count) {
    int best = 0;
    for (int n = 1; n < count; n++) {
      double value = x[at + n];
      double largest = x[at + best];
      if (value > largest || (Double.isNaN(value) && !Double.isNaN(largest))) {
        best = n;
      }
    }
    return best;
  }

  static int last(double[] x, int at, int count) {
    int best = 0;
    for (int n = 1; n < count; n++) {
      double value = x[at + n];
      double largest = x[at + best];
      if (value >= largest || Double.isNaN(value)) {
        best = n;
      }
    }
    return best;
  }

  static int first(long[] x, int at, int count) {
    int best = 0;
    for (int n = 1; n < count; n++) {
      if (x[at + n] > x[at + best]) {
        best = n;
      }
    }
    return best;
  }

  static int last(long[] x, int at, int count) {
    int best = 0;
    for (int n = 1; n < count; n++) {
      if (x[at + n] >= x[at + best]) {
        best = n;
      }
    }
    return best;
  }

  static int firstUnsigned(long[] x, int at, int count) {
    int best = 0;
    for (int n = 1; n < count; n++) {
      if (Long.compareUnsigned(x[at + n], x[at + best]) > 0) {
        best = n;
      }
    }
    return best;
  }

  static int lastUnsigned(long[] x, int at, int count) {
    int best = 0;
    for (int n = 1; n < count; n++) {
      if (Long.compareUnsigned(x[at + n], x[at + best]) >= 0) {
        best = n;
      }
    }
    return best;
  }
}
