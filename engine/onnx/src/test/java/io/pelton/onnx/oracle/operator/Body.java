package io.pelton.onnx.oracle.operator;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.AttributeProto.AttributeType;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.TensorProtos;
import java.util.Arrays;
import java.util.List;

/** Writes a graph that a node has as an attribute. */
final class Body {
  private final String name;
  private final GraphProto.Builder graph;
  private int values;

  /**
   * @param name the attribute's
   */
  Body(String name) {
    this.name = name;
    this.graph = GraphProto.newBuilder().setName(name);
  }

  /** An input whose type follows from what the node feeds. */
  String input() {
    String input = next();
    graph.addInput(ValueInfoProto.newBuilder().setName(input));
    return input;
  }

  /** An input without axes. */
  String scalar(DType dtype) {
    String input = next();
    TypeProto.Tensor.Builder type =
        TypeProto.Tensor.newBuilder().setElemType(TensorProtos.code(dtype));
    type.getShapeBuilder();
    graph.addInput(
        ValueInfoProto.newBuilder()
            .setName(input)
            .setType(TypeProto.newBuilder().setTensorType(type)));
    return input;
  }

  String constant(Tensor tensor) {
    String constant = next();
    graph.addInitializer(TensorProtos.of(constant, tensor));
    return constant;
  }

  /** A node's only output. */
  String node(String op, List<String> operands, AttributeProto... attributes) {
    String output = next();
    graph.addNode(
        NodeProto.newBuilder()
            .setOpType(op)
            .addAllInput(operands)
            .addOutput(output)
            .addAllAttribute(Arrays.asList(attributes)));
    return output;
  }

  void output(String value) {
    // of its own name, for a value may leave twice, and must come from a node
    graph.addOutput(ValueInfoProto.newBuilder().setName(node("Identity", List.of(value))));
  }

  private String next() {
    return name + values++;
  }

  AttributeProto attribute() {
    return AttributeProto.newBuilder()
        .setName(name)
        .setType(AttributeType.GRAPH)
        .setG(graph)
        .build();
  }
}
