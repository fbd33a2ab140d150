package io.pelton.engine.optimize.algebraic;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The elements of a short tensor, equal where dtype, shape and bits are. */
record Contents(DType dtype, List<Long> dims, List<?> elements) {
  private static final int MAX_ELEMENTS = 16;

  /** Empty for long tensors and for dtypes whose bits can't be read one by one. */
  static Optional<Contents> of(Tensor tensor) {
    DType dtype = tensor.dtype();
    if (tensor.layout().elements() > MAX_ELEMENTS) {
      return Optional.empty();
    }
    List<Long> dims = Arrays.stream(tensor.dims()).boxed().toList();
    if (dtype == DType.STRING) {
      return Optional.of(new Contents(dtype, dims, List.of(tensor.toStrings())));
    }
    if (dtype.isFloat() && dtype.bits() >= 16) {
      // the equality of Double is that of the bits, but that all NaN are one
      return Optional.of(
          new Contents(dtype, dims, Arrays.stream(tensor.toDoubles()).boxed().toList()));
    }
    return dtype.isInteger() || dtype == DType.BOOL
        ? Optional.of(new Contents(dtype, dims, Arrays.stream(tensor.toLongs()).boxed().toList()))
        : Optional.empty();
  }
}
