package io.pelton.cpu.property.naive;

import java.util.OptionalInt;

/** An operand as it looks when it is broadcast. */
record Stretched(Grid grid, int... dims) {
  int at(int position) {
    return Index.stretched(Index.coordinates(position, dims), grid.dims());
  }

  double real(int position) {
    return grid.real(at(position));
  }

  long integer(int position) {
    return grid.integer(at(position));
  }

  /** Below 0 where this element is less than the other's; empty where they don't compare. */
  OptionalInt order(Stretched other, int position) {
    if (!grid.dtype().isFloat()) {
      return OptionalInt.of(Long.compare(integer(position), other.integer(position)));
    }
    double x = real(position);
    double y = other.real(position);
    if (Double.isNaN(x) || Double.isNaN(y)) {
      return OptionalInt.empty();
    }
    return OptionalInt.of(x < y ? -1 : x > y ? 1 : 0);
  }
}
