package io.pelton.onnx;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.AttributeProto.AttributeType;
import ai.onnx.proto.OnnxMl.TensorProto;
import com.google.protobuf.ByteString;

/** Writes attributes of nodes. */
public final class TestAttributes {
  private TestAttributes() {}

  public static AttributeProto integer(String name, long value) {
    return of(name, AttributeType.INT).setI(value).build();
  }

  public static AttributeProto number(String name, float value) {
    return of(name, AttributeType.FLOAT).setF(value).build();
  }

  public static AttributeProto text(String name, String value) {
    return of(name, AttributeType.STRING).setS(ByteString.copyFromUtf8(value)).build();
  }

  public static AttributeProto tensor(String name, TensorProto value) {
    return of(name, AttributeType.TENSOR).setT(value).build();
  }

  public static AttributeProto integers(String name, long... values) {
    AttributeProto.Builder attribute = of(name, AttributeType.INTS);
    for (long value : values) {
      attribute.addInts(value);
    }
    return attribute.build();
  }

  public static AttributeProto numbers(String name, float... values) {
    AttributeProto.Builder attribute = of(name, AttributeType.FLOATS);
    for (float value : values) {
      attribute.addFloats(value);
    }
    return attribute.build();
  }

  public static AttributeProto texts(String name, String... values) {
    AttributeProto.Builder attribute = of(name, AttributeType.STRINGS);
    for (String value : values) {
      attribute.addStrings(ByteString.copyFromUtf8(value));
    }
    return attribute.build();
  }

  private static AttributeProto.Builder of(String name, AttributeType type) {
    return AttributeProto.newBuilder().setName(name).setType(type);
  }
}
