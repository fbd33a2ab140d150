package io.pelton.onnx.oracle.operator;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import com.google.protobuf.ByteString;
import com.google.protobuf.TextFormat;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Half;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.proto.ElementTypes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Writes tensors of every dtype as the file format has them. */
final class Protos {
  private static final int SHOWN = 40;

  private Protos() {}

  /** ONNX's number of a dtype. */
  static int code(DType dtype) {
    return IntStream.range(1, 32)
        .filter(code -> ElementTypes.of(code).filter(dtype::equals).isPresent())
        .findFirst()
        .orElseThrow();
  }

  static TensorProto tensor(String name, Tensor tensor) {
    TensorProto.Builder proto =
        TensorProto.newBuilder().setName(name).setDataType(code(tensor.dtype()));
    Arrays.stream(tensor.dims()).forEach(proto::addDims);
    if (tensor.dtype() == DType.STRING) {
      for (String text : tensor.toStrings()) {
        proto.addStringData(ByteString.copyFromUtf8(text));
      }
      return proto.build();
    }
    return proto.setRawData(ByteString.copyFrom(bytes(tensor))).build();
  }

  private static byte[] bytes(Tensor tensor) {
    int width = tensor.dtype().bits() / 8;
    long[] bits = tensor.dtype().isFloat() ? floatBits(tensor) : tensor.toLongs();
    ByteBuffer bytes = ByteBuffer.allocate(bits.length * width).order(ByteOrder.LITTLE_ENDIAN);
    for (long element : bits) {
      switch (width) {
        case 1 -> bytes.put((byte) element);
        case 2 -> bytes.putShort((short) element);
        case 4 -> bytes.putInt((int) element);
        default -> bytes.putLong(element);
      }
    }
    return bytes.array();
  }

  private static long[] floatBits(Tensor tensor) {
    return Arrays.stream(tensor.toDoubles())
        .mapToLong(
            number ->
                switch (tensor.dtype()) {
                  case F64 -> Double.doubleToLongBits(number);
                  case F32 -> Float.floatToIntBits((float) number);
                  case F16 -> Half.doubleToF16(number);
                  case BF16 -> Half.doubleToBf16(number);
                  default -> throw new IllegalArgumentException("no case has " + tensor.dtype());
                })
        .toArray();
  }

  static String text(Tensor tensor) {
    String elements =
        tensor.dtype() == DType.STRING
            ? Arrays.toString(tensor.toStrings())
            : tensor.dtype().isFloat()
                ? Arrays.toString(tensor.toDoubles())
                : Arrays.toString(tensor.toLongs());
    return tensor.dtype()
        + Arrays.toString(tensor.dims())
        + elements.substring(0, Math.min(elements.length(), 20 * SHOWN));
  }

  static String text(AttributeProto attribute) {
    String text = TextFormat.printer().shortDebugString(attribute);
    return text.substring(0, Math.min(text.length(), 10 * SHOWN));
  }
}
