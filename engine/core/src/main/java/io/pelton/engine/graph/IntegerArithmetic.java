package io.pelton.engine.graph;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DynScalar;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Arithmetic on known shape values, which wraps as it would where they are computed; one side may
 * be a single element.
 */
final class IntegerArithmetic {
  private static final Set<OpKind> KINDS =
      Set.of(OpKind.ADD, OpKind.SUB, OpKind.MUL, OpKind.MIN, OpKind.MAX);

  private IntegerArithmetic() {}

  static boolean knows(OpKind kind) {
    return KINDS.contains(kind);
  }

  static Optional<List<DynScalar>> apply(OpKind kind, DType dtype, long[] left, long[] right) {
    int length = Math.max(left.length, right.length);
    if ((left.length != length && left.length != 1)
        || (right.length != length && right.length != 1)) {
      return Optional.empty();
    }
    List<DynScalar> values = new ArrayList<>(length);
    for (int i = 0; i < length; i++) {
      long a = left[left.length == 1 ? 0 : i];
      long b = right[right.length == 1 ? 0 : i];
      long result =
          switch (kind) {
            case ADD -> a + b;
            case SUB -> a - b;
            case MUL -> a * b;
            case MIN -> Math.min(a, b);
            case MAX -> Math.max(a, b);
            default -> throw new IllegalArgumentException(kind + " of shapes");
          };
      values.add(wrapped(dtype, DynScalar.of(result)));
    }
    return Optional.of(values);
  }

  /** A number in I64 or I32; lengths, of which symbols are some, fit both. */
  static DynScalar wrapped(DType dtype, DynScalar value) {
    if (dtype != DType.I32 || !value.isConstant()) {
      return value;
    }
    int low = (int) value.constant();
    return DynScalar.of(low);
  }
}
