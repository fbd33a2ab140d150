package io.pelton.onnx.field;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.List;

/**
 * All that there is to a tensor; {@code equals} tells -0 from 0 and takes all NaN for one.
 *
 * @param elements boxed, in row-major order
 */
record Bits(DType dtype, List<Long> dims, List<?> elements) {
  static Bits of(Tensor tensor) {
    DType dtype = tensor.dtype();
    List<?> elements;
    if (dtype == DType.STRING) {
      elements = Arrays.asList(tensor.toStrings());
    } else if (dtype.isFloat()) {
      elements = Arrays.stream(tensor.toDoubles()).boxed().toList();
    } else {
      elements = Arrays.stream(tensor.toLongs()).boxed().toList();
    }
    return new Bits(dtype, Arrays.stream(tensor.dims()).boxed().toList(), elements);
  }
}
