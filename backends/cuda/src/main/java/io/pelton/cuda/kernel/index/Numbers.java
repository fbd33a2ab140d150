package io.pelton.cuda.kernel.index;

import io.pelton.engine.graph.IndexOp.Combination;
import io.pelton.engine.tensor.DType;
import java.util.Locale;

/**
 * As what elements are combined.
 *
 * @param name in {@code index.cu}
 * @param combination of these
 * @param flip bits that are turned to compare them as signed numbers
 */
record Numbers(String name, Combination combination, long flip) {
  /** What is only looked at. */
  static final Numbers NONE = new Numbers("integer_1", Combination.REPLACE, 0);

  static Numbers of(DType dtype, Combination combination) {
    int width = dtype.bits() / Byte.SIZE;
    if (combination == Combination.REPLACE) {
      return new Numbers(width == 16 ? "opaque_16" : "integer_" + width, combination, 0);
    }
    return switch (dtype.kind()) {
      case FLOAT -> new Numbers("real_" + dtype.name().toLowerCase(Locale.ROOT), combination, 0);
      case SIGNED -> new Numbers("integer_" + width, combination, 0);
      case UNSIGNED -> new Numbers("integer_" + width, combination, 1L << (dtype.bits() - 1));
      // the sum of booleans is whether one is true, their product whether all are
      case BOOL ->
          switch (combination) {
            case ADD -> new Numbers("integer_1", Combination.MAX, 0);
            case MULTIPLY -> new Numbers("integer_1", Combination.MIN, 0);
            case MAX, MIN, REPLACE -> new Numbers("integer_1", combination, 0);
          };
      case STRING, COMPLEX ->
          throw new IllegalArgumentException(combination + " is not defined for " + dtype);
    };
  }

  /** True where results are rounded once for several updates, so that they can't be kept stored. */
  boolean isWidened() {
    return name.equals("real_f16") || name.equals("real_bf16");
  }
}
