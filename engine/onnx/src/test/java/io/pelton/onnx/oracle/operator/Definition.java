package io.pelton.onnx.oracle.operator;

import io.pelton.engine.tensor.Layout;
import java.util.Arrays;

/** An operator's formula, written down once more: element by element, in float64. */
@FunctionalInterface
interface Definition {
  /** An output. */
  record Grid(long[] dims, double[] numbers) {
    Grid(long... dims) {
      this(dims, new double[Math.toIntExact(Layout.elements(dims))]);
    }

    /** Where an element is. */
    int at(long... place) {
      return flat(dims, place);
    }
  }

  Grid of(DrawnNode node);

  /** Where an element is in row-major order. */
  static int flat(long[] dims, long... place) {
    long at = 0;
    for (int axis = 0; axis < dims.length; axis++) {
      at = at * dims[axis] + place[axis];
    }
    return Math.toIntExact(at);
  }

  /** The opposite of {@link #flat}. */
  static long[] place(long at, long... dims) {
    long[] place = new long[dims.length];
    for (int axis = dims.length - 1; axis >= 0; axis--) {
      place[axis] = at % dims[axis];
      at /= dims[axis];
    }
    return place;
  }

  static long product(long... dims) {
    return Layout.elements(dims);
  }

  /** The axes behind the first so many. */
  static long[] behind(int count, long... dims) {
    return Arrays.copyOfRange(dims, count, dims.length);
  }

  static long[] ones(int count) {
    long[] ones = new long[count];
    Arrays.fill(ones, 1);
    return ones;
  }
}
