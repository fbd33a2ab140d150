package io.pelton.cpu.property.naive;

import java.util.Arrays;

/** Positions in row-major order. */
final class Index {
  private Index() {}

  static int size(int... dims) {
    return Arrays.stream(dims).reduce(1, Math::multiplyExact);
  }

  static int[] coordinates(int position, int... dims) {
    int[] coordinates = new int[dims.length];
    int rest = position;
    for (int axis = dims.length - 1; axis >= 0; axis--) {
      coordinates[axis] = rest % dims[axis];
      rest /= dims[axis];
    }
    return coordinates;
  }

  static int position(int[] coordinates, int... dims) {
    int position = 0;
    for (int axis = 0; axis < dims.length; axis++) {
      position = position * dims[axis] + coordinates[axis];
    }
    return position;
  }

  /** The position in an operand of these lengths that was stretched to the coordinates' rank. */
  static int stretched(int[] coordinates, int... dims) {
    int[] own = new int[dims.length];
    for (int axis = 0; axis < dims.length; axis++) {
      int at = coordinates[axis + coordinates.length - dims.length];
      own[axis] = dims[axis] == 1 ? 0 : at;
    }
    return position(own, dims);
  }

  static int[] broadcast(int[] a, int... b) {
    int[] dims = new int[Math.max(a.length, b.length)];
    for (int axis = 0; axis < dims.length; axis++) {
      int left = aligned(a, axis - dims.length);
      int right = aligned(b, axis - dims.length);
      Rejected.unless(left == right || left == 1 || right == 1, "lengths don't broadcast");
      dims[axis] = left == 1 ? right : left;
    }
    return dims;
  }

  private static int aligned(int[] dims, int fromEnd) {
    int axis = dims.length + fromEnd;
    return axis < 0 ? 1 : dims[axis];
  }

  static int axis(long axis, int rank) {
    Rejected.unless(axis >= -rank && axis < rank, "axis " + axis + " of " + rank);
    return (int) (axis < 0 ? axis + rank : axis);
  }

  static int[] without(int axis, int... dims) {
    int[] left = new int[dims.length - 1];
    System.arraycopy(dims, 0, left, 0, axis);
    System.arraycopy(dims, axis + 1, left, axis, left.length - axis);
    return left;
  }

  static int[] with(int axis, int length, int... dims) {
    int[] changed = dims.clone();
    changed[axis] = length;
    return changed;
  }

  /** A part of the one after a part of the other. */
  static int[] join(int[] first, int... second) {
    int[] joined = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, joined, first.length, second.length);
    return joined;
  }
}
