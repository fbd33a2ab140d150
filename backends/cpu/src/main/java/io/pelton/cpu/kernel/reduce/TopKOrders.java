package io.pelton.cpu.kernel.reduce;

/** Orders of the elements of a run; NaN counts as largest, and equal ones go by their index. */
final class TopKOrders {
  private TopKOrders() {}

  static <A> boolean byIndex(A x, int at, int i, int j) {
    return i < j;
  }

  static boolean descending(float[] x, int at, int i, int j) {
    float a = x[at + i];
    float b = x[at + j];
    if (a > b || a < b) {
      return a > b;
    }
    boolean isAlike = a == b || Float.isNaN(a) == Float.isNaN(b);
    return isAlike ? i < j : Float.isNaN(a);
  }

  static boolean ascending(float[] x, int at, int i, int j) {
    float a = x[at + i];
    float b = x[at + j];
    if (a > b || a < b) {
      return a < b;
    }
    boolean isAlike = a == b || Float.isNaN(a) == Float.isNaN(b);
    return isAlike ? i < j : Float.isNaN(b);
  }

  static boolean descending(double[] x, int at, int i, int j) {
    double a = x[at + i];
    double b = x[at + j];
    if (a > b || a < b) {
      return a > b;
    }
    boolean isAlike = a == b || Double.isNaN(a) == Double.isNaN(b);
    return isAlike ? i < j : Double.isNaN(a);
  }

  static boolean ascending(double[] x, int at, int i, int j) {
    double a = x[at + i];
    double b = x[at + j];
    if (a > b || a < b) {
      return a < b;
    }
    boolean isAlike = a == b || Double.isNaN(a) == Double.isNaN(b);
    return isAlike ? i < j : Double.isNaN(b);
  }

  static boolean descending(long[] x, int at, int i, int j) {
    return x[at + i] == x[at + j] ? i < j : x[at + i] > x[at + j];
  }

  static boolean ascending(long[] x, int at, int i, int j) {
    return x[at + i] == x[at + j] ? i < j : x[at + i] < x[at + j];
  }

  static boolean descendingUnsigned(long[] x, int at, int i, int j) {
    int order = Long.compareUnsigned(x[at + i], x[at + j]);
    return order == 0 ? i < j : order > 0;
  }

  static boolean ascendingUnsigned(long[] x, int at, int i, int j) {
    int order = Long.compareUnsigned(x[at + i], x[at + j]);
    return order == 0 ? i < j : order < 0;
  }
}
