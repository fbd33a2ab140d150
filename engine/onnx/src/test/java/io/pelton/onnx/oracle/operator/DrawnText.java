package io.pelton.onnx.oracle.operator;

import ai.onnx.proto.OnnxMl.AttributeProto;
import com.google.protobuf.TextFormat;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;

/** Shows what was drawn, as far as a reader can take it in. */
final class DrawnText {
  private static final int SHOWN = 40;

  private DrawnText() {}

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
