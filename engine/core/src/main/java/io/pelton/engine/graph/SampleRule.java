package io.pelton.engine.graph;

import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import java.util.List;
import java.util.Optional;

/** Lengths that operands give and have. */
final class SampleRule {
  private SampleRule() {}

  /** The extent that element {@code index} of an operand gives; unknown where the operand is. */
  static Extent length(Inference in, int operand, int index) {
    Optional<List<DynScalar>> lengths = in.integers(operand);
    if (lengths.isEmpty()) {
      in.tensor(operand);
      return in.unknown(Extent.UNBOUNDED);
    }
    in.check(
        index < lengths.get().size(),
        "operand " + operand + " should have more than " + index + " elements but is " + lengths);
    return lengths
        .get()
        .get(index)
        .asExtent()
        .orElseThrow(() -> in.invalid("a length is negative: " + lengths.get()));
  }

  /** Checks that both have one length along axis 0, where it is known. */
  static void checkSameRows(Inference in, Shape a, Shape b) {
    boolean isFixed = a.extent(0).isFixed() && b.extent(0).isFixed();
    in.check(
        !isFixed || a.extent(0).max() == b.extent(0).max(),
        a + " and " + b + " should have one length along axis 0");
  }
}
