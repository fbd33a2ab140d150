package io.pelton.examples.benchmarks;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.AttributeProto.AttributeType;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import com.google.protobuf.ByteString;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Writes an ONNX file of floats that both sides read. */
public final class OnnxFile {
  private static final int FLOAT = 1;
  private static final int LONG = 7;
  private static final long OPSET = 20;
  private static final long ML_OPSET = 3;

  private final GraphProto.Builder graph = GraphProto.newBuilder().setName("bench");
  private final Random random = new Random(5);

  /**
   * @param dims numbers, or names
   */
  public OnnxFile input(String name, Object... dims) {
    graph.addInput(value(name, dims));
    return this;
  }

  public OnnxFile output(String name, Object... dims) {
    graph.addOutput(value(name, dims));
    return this;
  }

  /** An output whose type the operator gives. */
  public OnnxFile untypedOutput(String name) {
    graph.addOutput(ValueInfoProto.newBuilder().setName(name));
    return this;
  }

  /** Small random numbers. */
  public OnnxFile weights(String name, int... dims) {
    TensorProto.Builder tensor = TensorProto.newBuilder().setName(name).setDataType(FLOAT);
    int length = 1;
    for (int dim : dims) {
      tensor.addDims(dim);
      length *= dim;
    }
    for (int i = 0; i < length; i++) {
      tensor.addFloatData((random.nextFloat() - 0.5f) / 4);
    }
    graph.addInitializer(tensor);
    return this;
  }

  /** A constant list of integers. */
  public OnnxFile numbers(String name, long... numbers) {
    TensorProto.Builder tensor =
        TensorProto.newBuilder().setName(name).setDataType(LONG).addDims(numbers.length);
    Arrays.stream(numbers).forEach(tensor::addInt64Data);
    graph.addInitializer(tensor);
    return this;
  }

  public OnnxFile node(String type, String output, List<String> inputs, AttributeProto... with) {
    return node("", type, List.of(output), inputs, with);
  }

  public OnnxFile node(
      String domain,
      String type,
      List<String> outputs,
      List<String> inputs,
      AttributeProto... attributes) {
    graph.addNode(
        NodeProto.newBuilder()
            .setDomain(domain)
            .setOpType(type)
            .setName(outputs.get(0))
            .addAllInput(inputs)
            .addAllOutput(outputs)
            .addAllAttribute(List.of(attributes)));
    return this;
  }

  public byte[] bytes() {
    return ModelProto.newBuilder()
        .setIrVersion(8)
        .addOpsetImport(OperatorSetIdProto.newBuilder().setDomain("").setVersion(OPSET))
        .addOpsetImport(
            OperatorSetIdProto.newBuilder().setDomain("ai.onnx.ml").setVersion(ML_OPSET))
        .setGraph(graph)
        .build()
        .toByteArray();
  }

  public static AttributeProto integer(String name, long number) {
    return attribute(name, AttributeType.INT).setI(number).build();
  }

  public static AttributeProto integers(String name, List<Long> numbers) {
    return attribute(name, AttributeType.INTS).addAllInts(numbers).build();
  }

  public static AttributeProto numbers(String name, List<Float> numbers) {
    return attribute(name, AttributeType.FLOATS).addAllFloats(numbers).build();
  }

  public static AttributeProto text(String name, String text) {
    return attribute(name, AttributeType.STRING).setS(ByteString.copyFromUtf8(text)).build();
  }

  public static AttributeProto texts(String name, List<String> texts) {
    AttributeProto.Builder attribute = attribute(name, AttributeType.STRINGS);
    texts.forEach(text -> attribute.addStrings(ByteString.copyFromUtf8(text)));
    return attribute.build();
  }

  private static AttributeProto.Builder attribute(String name, AttributeType type) {
    return AttributeProto.newBuilder().setName(name).setType(type);
  }

  private static ValueInfoProto value(String name, Object... dims) {
    TensorShapeProto.Builder shape = TensorShapeProto.newBuilder();
    for (Object dim : dims) {
      TensorShapeProto.Dimension.Builder dimension = shape.addDimBuilder();
      if (dim instanceof String symbol) {
        dimension.setDimParam(symbol);
      } else {
        dimension.setDimValue(((Number) dim).longValue());
      }
    }
    TypeProto.Tensor.Builder tensor = TypeProto.Tensor.newBuilder().setElemType(FLOAT);
    return ValueInfoProto.newBuilder()
        .setName(name)
        .setType(TypeProto.newBuilder().setTensorType(tensor.setShape(shape)))
        .build();
  }
}
