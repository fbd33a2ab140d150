package io.pelton.engine.graph;

import io.pelton.engine.tensor.DynScalar;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Arithmetic on known shape values; one side may be a single element. */
final class IntegerArithmetic {
  private IntegerArithmetic() {}

  static Optional<List<DynScalar>> apply(OpKind kind, long[] left, long[] right) {
    int length = Math.max(left.length, right.length);
    if ((left.length != length && left.length != 1)
        || (right.length != length && right.length != 1)) {
      return Optional.empty();
    }
    List<DynScalar> values = new ArrayList<>(length);
    for (int i = 0; i < length; i++) {
      long a = left[left.length == 1 ? 0 : i];
      long b = right[right.length == 1 ? 0 : i];
      values.add(
          DynScalar.of(
              switch (kind) {
                case ADD -> a + b;
                case SUB -> a - b;
                case MUL -> a * b;
                default -> throw new IllegalArgumentException(kind + " of shapes");
              }));
    }
    return Optional.of(values);
  }
}
