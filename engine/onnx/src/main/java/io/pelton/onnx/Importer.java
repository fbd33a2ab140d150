package io.pelton.onnx;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.onnx.op.OnnxNode;
import io.pelton.onnx.op.OperatorTable;
import io.pelton.onnx.proto.ExternalData;
import io.pelton.onnx.proto.TensorDecoder;
import io.pelton.onnx.proto.ValueTypes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Builds the engine's graph of one model, whose operators are known to be supported. */
final class Importer {
  private final GraphProto proto;
  private final String name;
  private final OpsetImports opsets;
  private final TensorDecoder tensors;
  private final ValueTypes types;
  private final Graph graph = new Graph();
  private final Map<String, ValueId> values = new HashMap<>();
  private final Map<String, ValueId> inputs = new LinkedHashMap<>();

  private Importer(ModelProto model, String name, ExternalData external) {
    this.proto = model.getGraph();
    this.name = name;
    this.opsets = OpsetImports.of(model, name);
    this.tensors = new TensorDecoder(name, external);
    this.types = new ValueTypes(name, warning -> {}); // the survey has reported it
  }

  static NamedGraph graph(ModelProto model, String name, ExternalData external) {
    return new Importer(model, name, external).build();
  }

  private NamedGraph build() {
    addInitializers();
    addInputs();
    for (NodeProto node : NodeOrder.of(proto, values.keySet(), name)) {
      addNode(node);
    }
    return new NamedGraph(name, graph, inputs, outputs());
  }

  private void addInitializers() {
    if (proto.getSparseInitializerCount() > 0) {
      throw new UnsupportedFeature(
          name,
          "initializer '" + proto.getSparseInitializer(0).getValues().getName() + "'",
          "sparse initializers are not supported; store it as a dense tensor");
    }
    for (TensorProto tensor : proto.getInitializerList()) {
      String value = tensor.getName();
      check(!value.isEmpty(), "has an initializer without a name.");
      define(value, graph.constant(value, tensors.decode(tensor, value)), "initializer");
    }
  }

  private void addInputs() {
    for (ValueInfoProto info : proto.getInputList()) {
      String value = info.getName();
      check(!value.isEmpty(), "has an input without a name.");
      check(!inputs.containsKey(value), "has two inputs called '" + value + "'.");
      if (values.containsKey(value)) {
        continue; // an initializer gives it its value
      }
      ValueType type = types.of(info);
      if (!(type instanceof TensorType)) {
        throw new UnsupportedFeature(
            name, "input '" + value + "'", "inputs of type " + type + " are not supported");
      }
      ValueId input = graph.input(value, type);
      inputs.put(value, input);
      define(value, input, "input");
    }
  }

  private void addNode(NodeProto node) {
    List<ValueId> operands = new ArrayList<>();
    for (String input : node.getInputList()) {
      operands.add(input.isEmpty() ? ValueId.ABSENT : values.get(input));
    }
    long opset = opsets.version(node.getDomain());
    List<ValueId> outputs =
        OperatorTable.standard()
            .translate(new OnnxNode(graph, name, node, opset, operands, tensors));
    for (int slot = 0; slot < node.getOutputCount(); slot++) {
      String output = node.getOutput(slot);
      if (output.isEmpty()) {
        continue;
      }
      if (slot >= outputs.size()) {
        throw new InvalidNode(
            OnnxNode.name(node),
            node.getOpType(),
            OperatorTable.domain(node.getDomain()),
            opset,
            "it has " + outputs.size() + " outputs but '" + output + "' is one more");
      }
      values.put(output, outputs.get(slot));
    }
  }

  private Map<String, ValueId> outputs() {
    Map<String, ValueId> outputs = new LinkedHashMap<>();
    for (ValueInfoProto info : proto.getOutputList()) {
      ValueId value = values.get(info.getName());
      check(
          value != null,
          "has an output '"
              + info.getName()
              + "' that no node writes and that is no input or initializer.");
      check(
          outputs.put(info.getName(), value) == null,
          "has two outputs called '" + info.getName() + "'.");
    }
    check(!outputs.isEmpty(), "has no outputs.");
    return outputs;
  }

  private void define(String value, ValueId id, String what) {
    check(values.put(value, id) == null, "has two " + what + "s called '" + value + "'.");
  }

  private void check(boolean condition, String reason) {
    if (!condition) {
      throw new MalformedModel(name, reason);
    }
  }
}
