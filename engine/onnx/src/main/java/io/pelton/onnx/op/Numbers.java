package io.pelton.onnx.op;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;

/** Lists of float32 or int64, which is what attributes hold, as tensors of an operand's dtype. */
final class Numbers {
  private Numbers() {}

  static Tensor of(OnnxNode node, DType dtype, float[] list) {
    return switch (dtype) {
      case F32 -> Tensor.of(list, list.length);
      case F64 -> {
        double[] doubles = new double[list.length];
        Arrays.setAll(doubles, i -> list[i]);
        yield Tensor.of(doubles, list.length);
      }
      default -> throw node.invalid("the input should be F32 or F64 but is " + dtype);
    };
  }

  static Tensor of(OnnxNode node, DType dtype, long[] list) {
    return switch (dtype) {
      case I64 -> Tensor.of(list, list.length);
      case I32 -> {
        for (long value : list) {
          node.check(value == (int) value, value + " does not fit into the input's I32");
        }
        yield Tensor.of(Arrays.stream(list).mapToInt(value -> (int) value).toArray(), list.length);
      }
      default -> throw node.invalid("the input should be I64 or I32 but is " + dtype);
    };
  }
}
