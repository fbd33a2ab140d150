package io.pelton.onnx.field;

import ai.onnx.proto.OnnxMl.TensorProto;
import com.google.protobuf.ByteString;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Half;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.TestModel;
import io.pelton.onnx.proto.ElementTypes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/** Makes tensors of any dtype from wider numbers, and writes them into models. */
final class Elements {
  static final List<DType> FLOATS = List.of(DType.F64, DType.F32, DType.F16, DType.BF16);
  static final List<DType> SIGNED = List.of(DType.I64, DType.I32, DType.I16, DType.I8);
  static final List<DType> UNSIGNED = List.of(DType.U64, DType.U32, DType.U16, DType.U8);

  private Elements() {}

  /** The number that stands for a dtype in a file. */
  static int code(DType dtype) {
    int code = 1;
    while (ElementTypes.of(code).orElseThrow() != dtype) {
      code++;
    }
    return code;
  }

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
    ByteBuffer bytes = bytes(dtype.bits() / Byte.SIZE, numbers);
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

  private static ByteBuffer bytes(int width, long... numbers) {
    ByteBuffer bytes = ByteBuffer.allocate(width * numbers.length).order(ByteOrder.LITTLE_ENDIAN);
    for (long number : numbers) {
      for (int at = 0; at < width; at++) {
        bytes.put((byte) (number >> (Byte.SIZE * at)));
      }
    }
    return bytes.flip().order(ByteOrder.LITTLE_ENDIAN);
  }

  static TensorProto proto(String name, Tensor tensor) {
    DType dtype = tensor.dtype();
    TensorProto.Builder proto = TestModel.tensor(name, code(dtype), tensor.dims());
    if (dtype == DType.STRING) {
      for (String text : tensor.toStrings()) {
        proto.addStringData(ByteString.copyFromUtf8(text));
      }
      return proto.build();
    }
    long[] bits = dtype.isFloat() ? bits(dtype, tensor.toDoubles()) : tensor.toLongs();
    return proto.setRawData(ByteString.copyFrom(bytes(dtype.bits() / Byte.SIZE, bits))).build();
  }

  private static long[] bits(DType dtype, double... numbers) {
    return Arrays.stream(numbers)
        .mapToLong(
            number ->
                switch (dtype) {
                  case F64 -> Double.doubleToRawLongBits(number);
                  case F32 -> Float.floatToRawIntBits((float) number);
                  case F16 -> Half.doubleToF16(number);
                  case BF16 -> Half.doubleToBf16(number);
                  default -> throw new IllegalArgumentException("no case has " + dtype);
                })
        .toArray();
  }
}
