package io.pelton.onnx;

import ai.onnx.proto.OnnxMl.TensorProto;
import com.google.protobuf.ByteString;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Half;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.proto.ElementTypes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Writes tensors of every dtype as files have them. */
public final class TensorProtos {
  private TensorProtos() {}

  /** ONNX's number of a dtype. */
  public static int code(DType dtype) {
    int code = 1;
    while (ElementTypes.of(code).orElseThrow() != dtype) {
      code++;
    }
    return code;
  }

  /** Numbers as raw data, strings as they are. */
  public static TensorProto of(String name, Tensor tensor) {
    DType dtype = tensor.dtype();
    TensorProto.Builder proto = TestModel.tensor(name, code(dtype), tensor.dims());
    if (dtype == DType.STRING) {
      for (String text : tensor.toStrings()) {
        proto.addStringData(ByteString.copyFromUtf8(text));
      }
      return proto.build();
    }
    long[] bits = dtype.isFloat() ? bits(dtype, tensor.toDoubles()) : tensor.toLongs();
    return proto.setRawData(ByteString.copyFrom(bytes(dtype, bits))).build();
  }

  /** The low bits of each number, as many as the dtype has, in the order of files. */
  public static ByteBuffer bytes(DType dtype, long... numbers) {
    int width = dtype.bits() / Byte.SIZE;
    ByteBuffer bytes = ByteBuffer.allocate(width * numbers.length).order(ByteOrder.LITTLE_ENDIAN);
    for (long number : numbers) {
      for (int at = 0; at < width; at++) {
        bytes.put((byte) (number >> (Byte.SIZE * at)));
      }
    }
    return bytes.flip();
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
