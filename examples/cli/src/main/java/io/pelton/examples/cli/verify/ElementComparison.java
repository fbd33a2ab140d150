package io.pelton.examples.cli.verify;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;

/** Compares the elements of two tensors of the same dtype and number of elements. */
interface ElementComparison {
  /**
   * How the elements differ, empty where they agree.
   *
   * @param partner the index of the actual element that belongs to an expected one, both in
   *     row-major order
   * @param place names the place of an expected element
   */
  Optional<String> difference(IntUnaryOperator partner, IntFunction<String> place);

  static ElementComparison of(Tensor expected, Tensor actual, Tolerance tolerance) {
    DType dtype = expected.dtype();
    if (dtype == DType.STRING) {
      return new Pairwise(new Pairwise.Strings(expected.toStrings(), actual.toStrings()));
    }
    if (!dtype.isFloat()) {
      boolean isUnsigned = dtype == DType.U64;
      return new Pairwise(new Pairwise.Integers(expected.toLongs(), actual.toLongs(), isUnsigned));
    }
    if (tolerance.cosine().isPresent()) {
      return new CosineSimilarity(
          expected.toDoubles(), actual.toDoubles(), tolerance.cosine().getAsDouble());
    }
    return new Pairwise(
        new Pairwise.Floats(
            expected.toDoubles(),
            actual.toDoubles(),
            dtype == DType.F64,
            tolerance.roundedTo(dtype)));
  }
}
