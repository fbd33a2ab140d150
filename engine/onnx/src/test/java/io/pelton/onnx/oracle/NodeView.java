package io.pelton.onnx.oracle;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import com.google.protobuf.ByteString;
import java.util.List;

/** Reads the attributes of a node that a case drew. */
record NodeView(NodeProto node) {
  String op() {
    return node.getOpType();
  }

  String output(int slot) {
    return node.getOutput(slot);
  }

  private AttributeProto attribute(String name) {
    return node.getAttributeList().stream()
        .filter(attribute -> attribute.getName().equals(name))
        .findFirst()
        .orElse(AttributeProto.getDefaultInstance());
  }

  List<Long> integers(String name) {
    return attribute(name).getIntsList();
  }

  long integer(String name) {
    return attribute(name).getI();
  }

  List<String> texts(String name) {
    return attribute(name).getStringsList().stream().map(ByteString::toStringUtf8).toList();
  }

  String text(String name, String fallback) {
    String text = attribute(name).getS().toStringUtf8();
    return text.isEmpty() ? fallback : text;
  }

  /** Whether the numbers are float64, in a tensor. */
  boolean isDouble(String name) {
    return attribute(name + "_as_tensor").hasT();
  }

  /** Floats, or the doubles that stand in for them. */
  double[] reals(String name) {
    return isDouble(name)
        ? attribute(name + "_as_tensor").getT().getDoubleDataList().stream()
            .mapToDouble(Double::doubleValue)
            .toArray()
        : attribute(name).getFloatsList().stream().mapToDouble(Float::doubleValue).toArray();
  }
}
