package io.pelton.examples.benchmarks.executable;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import java.util.Random;

/** ONNX files that both sides read. */
final class Models {
  private static final long FLOAT = 1;

  private Models() {}

  /** z = x + y, of {@code elements} floats each. */
  static byte[] sum(int elements) {
    GraphProto.Builder graph = GraphProto.newBuilder().setName("sum");
    graph.addInput(value("x", elements)).addInput(value("y", elements));
    graph.addNode(node("Add", "z", "x", "y"));
    graph.addOutput(value("z", elements));
    return bytes(graph);
  }

  /** y [N,width] = three layers of relu(x W + b), x [N,width]. */
  static byte[] layers(int width) {
    GraphProto.Builder graph = GraphProto.newBuilder().setName("layers");
    graph.addInput(value("x", "N", width));
    Random random = new Random(5);
    String last = "x";
    for (int layer = 0; layer < 3; layer++) {
      graph.addInitializer(weights("w" + layer, random, width, width));
      graph.addInitializer(weights("b" + layer, random, width));
      graph.addNode(node("Gemm", "sum" + layer, last, "w" + layer, "b" + layer));
      last = layer == 2 ? "y" : "hidden" + layer;
      graph.addNode(node("Relu", last, "sum" + layer));
    }
    graph.addOutput(value("y", "N", width));
    return bytes(graph);
  }

  private static byte[] bytes(GraphProto.Builder graph) {
    return ModelProto.newBuilder()
        .setIrVersion(8)
        .addOpsetImport(OperatorSetIdProto.newBuilder().setDomain("").setVersion(17))
        .setGraph(graph)
        .build()
        .toByteArray();
  }

  private static NodeProto node(String type, String output, String... inputs) {
    NodeProto.Builder node = NodeProto.newBuilder().setOpType(type).setName(output);
    for (String input : inputs) {
      node.addInput(input);
    }
    return node.addOutput(output).build();
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
    TypeProto.Tensor.Builder tensor = TypeProto.Tensor.newBuilder().setElemType((int) FLOAT);
    return ValueInfoProto.newBuilder()
        .setName(name)
        .setType(TypeProto.newBuilder().setTensorType(tensor.setShape(shape)))
        .build();
  }

  private static TensorProto weights(String name, Random random, int... dims) {
    TensorProto.Builder tensor = TensorProto.newBuilder().setName(name).setDataType((int) FLOAT);
    int length = 1;
    for (int dim : dims) {
      tensor.addDims(dim);
      length *= dim;
    }
    for (int i = 0; i < length; i++) {
      tensor.addFloatData((random.nextFloat() - 0.5f) / 4);
    }
    return tensor.build();
  }
}
