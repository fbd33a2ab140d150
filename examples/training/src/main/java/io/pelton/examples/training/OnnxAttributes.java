package io.pelton.examples.training;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.AttributeProto.AttributeType;
import com.google.protobuf.ByteString;
import java.util.List;

/** Node attributes by type. */
final class OnnxAttributes {
  private OnnxAttributes() {}

  static AttributeProto integer(String name, long value) {
    return named(name, AttributeType.INT).setI(value).build();
  }

  static AttributeProto integers(String name, List<Long> values) {
    return named(name, AttributeType.INTS).addAllInts(values).build();
  }

  static AttributeProto floats(String name, List<Float> values) {
    return named(name, AttributeType.FLOATS).addAllFloats(values).build();
  }

  static AttributeProto string(String name, String value) {
    return named(name, AttributeType.STRING).setS(ByteString.copyFromUtf8(value)).build();
  }

  static AttributeProto strings(String name, List<String> values) {
    return named(name, AttributeType.STRINGS)
        .addAllStrings(values.stream().map(ByteString::copyFromUtf8).toList())
        .build();
  }

  private static AttributeProto.Builder named(String name, AttributeType type) {
    return AttributeProto.newBuilder().setName(name).setType(type);
  }
}
