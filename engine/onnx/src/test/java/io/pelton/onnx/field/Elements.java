package io.pelton.onnx.field;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Half;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.TensorProtos;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/** Makes tensors of any dtype from wider numbers. */
final class Elements {
  static final List<DType> FLOATS = List.of(DType.F64, DType.F32, DType.F16, DType.BF16);
  static final List<DType> SIGNED = List.of(DType.I64, DType.I32, DType.I16, DType.I8);
  static final List<DType> UNSIGNED = List.of(DType.U64, DType.U32, DType.U16, DType.U8);

  private Elements() {}

  /** A list. */
  static Tensor floats(DType dtype, double... numbers) {
    return shaped(dtype, numbers, numbers.length);
  }

  /** Rounded once; integers are cut off. */
  static Tensor shaped(DType dtype, double[] numbers, long... dims) {
    return switch (dtype) {
      case F64 -> Tensor.wrap(dtype, numbers.clone(), dims);
      case F32 -> {
        float[] floats = new float[numbers.length];
        for (int i = 0; i < floats.length; i++) {
          floats[i] = (float) numbers[i];
        }
        yield Tensor.wrap(dtype, floats, dims);
      }
      case F16, BF16 -> {
        short[] bits = new short[numbers.length];
        for (int i = 0; i < bits.length; i++) {
          bits[i] =
              dtype == DType.F16 ? Half.doubleToF16(numbers[i]) : Half.doubleToBf16(numbers[i]);
        }
        yield Tensor.wrap(dtype, bits, dims);
      }
      default -> shaped(dtype, Arrays.stream(numbers).mapToLong(n -> (long) n).toArray(), dims);
    };
  }

  /** A list. */
  static Tensor longs(DType dtype, long... numbers) {
    return shaped(dtype, numbers, numbers.length);
  }

  /** The low bits of each number. */
  static Tensor shaped(DType dtype, long[] numbers, long... dims) {
    if (dtype.isFloat()) {
      return shaped(dtype, Arrays.stream(numbers).asDoubleStream().toArray(), dims);
    }
    ByteBuffer bytes = TensorProtos.bytes(dtype, numbers);
    return switch (dtype.carrier()) {
      case LONGS -> Tensor.wrap(dtype, numbers.clone(), dims);
      case INTS -> {
        int[] ints = new int[numbers.length];
        bytes.asIntBuffer().get(ints);
        yield Tensor.wrap(dtype, ints, dims);
      }
      case SHORTS -> {
        short[] shorts = new short[numbers.length];
        bytes.asShortBuffer().get(shorts);
        yield Tensor.wrap(dtype, shorts, dims);
      }
      case BYTES -> {
        byte[] narrow = new byte[numbers.length];
        bytes.get(narrow);
        yield Tensor.wrap(dtype, narrow, dims);
      }
      case FLOATS, DOUBLES, STRINGS -> throw new IllegalArgumentException(dtype + " is no integer");
    };
  }
}
