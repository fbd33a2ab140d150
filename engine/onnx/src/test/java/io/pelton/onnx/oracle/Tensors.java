package io.pelton.onnx.oracle;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;

/** Makes contiguous tensors of some dtypes from wider numbers. */
final class Tensors {
  private Tensors() {}

  /** F32 or F64. */
  static Tensor of(DType dtype, double[] numbers, long... dims) {
    if (dtype == DType.F64) {
      return Tensor.of(numbers, dims);
    }
    float[] floats = new float[numbers.length];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = (float) numbers[i];
    }
    return Tensor.wrap(dtype, floats, dims);
  }

  static Tensor of(DType dtype, long[] numbers, long... dims) {
    return switch (dtype.carrier()) {
      case LONGS -> Tensor.wrap(dtype, numbers, dims);
      case INTS ->
          Tensor.wrap(dtype, Arrays.stream(numbers).mapToInt(n -> (int) n).toArray(), dims);
      case SHORTS -> {
        short[] shorts = new short[numbers.length];
        for (int i = 0; i < shorts.length; i++) {
          shorts[i] = (short) numbers[i];
        }
        yield Tensor.wrap(dtype, shorts, dims);
      }
      case BYTES -> {
        byte[] bytes = new byte[numbers.length];
        for (int i = 0; i < bytes.length; i++) {
          bytes[i] = (byte) numbers[i];
        }
        yield Tensor.wrap(dtype, bytes, dims);
      }
      case FLOATS, DOUBLES, STRINGS -> throw new IllegalArgumentException(dtype + " is no integer");
    };
  }

  /** Rows {@code from} to {@code to - 1}, copied. */
  static Tensor rows(Tensor tensor, int from, int to) {
    long[] dims = tensor.dims();
    int width = (int) Arrays.stream(dims).skip(1).reduce(1, Math::multiplyExact);
    dims[0] = (long) to - from;
    DType dtype = tensor.dtype();
    if (dtype == DType.STRING) {
      return Tensor.of(Arrays.copyOfRange(tensor.toStrings(), from * width, to * width), dims);
    }
    return dtype.isFloat()
        ? of(dtype, Arrays.copyOfRange(tensor.toDoubles(), from * width, to * width), dims)
        : of(dtype, Arrays.copyOfRange(tensor.toLongs(), from * width, to * width), dims);
  }
}
