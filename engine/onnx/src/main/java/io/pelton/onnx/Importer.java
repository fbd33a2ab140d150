package io.pelton.onnx;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.SparseTensorProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.op.BodyImporter;
import io.pelton.onnx.op.OnnxNode;
import io.pelton.onnx.op.OperatorTable;
import io.pelton.onnx.proto.ExternalData;
import io.pelton.onnx.proto.SparseDecoder;
import io.pelton.onnx.proto.TensorDecoder;
import io.pelton.onnx.proto.ValueTypes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Builds the engine's graph of one graph of a model, whose operators are known to be supported: the
 * main one, or one that a node owns.
 */
final class Importer implements BodyImporter {
  /**
   * What holds for all graphs of a model.
   *
   * @param name of the model, for messages
   */
  private record Source(String name, OpsetImports opsets, TensorDecoder tensors) {}

  private final Source source;
  private final String name;
  private final GraphProto proto;
  private final List<Feed> feeds;
  private final ValueTypes types;
  private final Scope scope;
  private final Map<String, ValueId> inputs = new LinkedHashMap<>();

  /**
   * @param name of the graph, for messages
   * @param outer null for the main graph
   * @param feeds of the inputs without an initializer; null for the main graph
   */
  private Importer(Source source, String name, GraphProto proto, Scope outer, List<Feed> feeds) {
    this.source = source;
    this.name = name;
    this.proto = proto;
    this.feeds = feeds;
    this.types = new ValueTypes(source.name, warning -> {}); // the survey has reported it
    this.scope = new Scope(source.name, outer, types);
  }

  static NamedGraph graph(ModelProto model, String name, ExternalData external) {
    TensorDecoder tensors =
        new TensorDecoder(name, external, model.getGraph().getInitializerList());
    Source source = new Source(name, OpsetImports.of(model, name), tensors);
    return new Importer(source, name, model.getGraph(), null, null).build();
  }

  @Override
  public Body body(String bodyName, GraphProto body, List<Feed> bodyFeeds) {
    Importer importer = new Importer(source, bodyName, body, scope, bodyFeeds);
    NamedGraph graph = importer.build();
    return new Body(graph, importer.scope.captures());
  }

  @Override
  public int depth() {
    return scope.depth();
  }

  private NamedGraph build() {
    addInitializers();
    addInputs();
    for (NodeProto node : new NodeOrder(proto, scope, this::malformed).sorted()) {
      addNode(node);
    }
    Map<String, ValueId> outputs = outputs();
    inputs.putAll(scope.capturedInputs());
    return new NamedGraph(name, scope.graph(), inputs, outputs);
  }

  private void addInitializers() {
    for (TensorProto tensor : proto.getInitializerList()) {
      String value = tensor.getName();
      check(!value.isEmpty(), "has an initializer without a name.");
      define(value, scope.graph().constant(value, decode(tensor)), "initializer");
    }
    for (SparseTensorProto tensor : proto.getSparseInitializerList()) {
      String value = tensor.getValues().getName();
      check(!value.isEmpty(), "has an initializer without a name.");
      Tensor dense = new SparseDecoder(source.tensors).decode(tensor, value);
      define(value, scope.graph().constant(value, dense), "initializer");
    }
  }

  private Tensor decode(TensorProto tensor) {
    return source.tensors.decode(tensor, tensor.getName());
  }

  private void addInputs() {
    for (ValueInfoProto info : proto.getInputList()) {
      String value = info.getName();
      check(!value.isEmpty(), "has an input without a name.");
      check(!inputs.containsKey(value), "has two inputs called '" + value + "'.");
      if (scope.defines(value)) {
        continue; // an initializer gives it its value
      }
      ValueType type = type(info);
      if (!(type instanceof TensorType)) {
        throw new UnsupportedFeature(
            source.name, "input '" + value + "'", "inputs of type " + type + " are not supported");
      }
      ValueId input = scope.graph().input(value, type);
      inputs.put(value, input);
      define(value, input, "input");
    }
  }

  private ValueType type(ValueInfoProto info) {
    if (feeds == null) {
      return types.of(info);
    }
    Feed feed = feeds.get(inputs.size());
    return types.of(info, feed.type(), feed.keepsLengths());
  }

  private void addNode(NodeProto node) {
    List<ValueId> operands = new ArrayList<>();
    for (String input : node.getInputList()) {
      operands.add(input.isEmpty() ? ValueId.ABSENT : scope.find(input));
    }
    long opset = source.opsets.version(node.getDomain());
    List<ValueId> outputs =
        OperatorTable.standard()
            .translate(
                new OnnxNode(
                    scope.graph(), source.name, node, opset, operands, source.tensors, this));
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
      scope.define(output, outputs.get(slot));
    }
  }

  private Map<String, ValueId> outputs() {
    Map<String, ValueId> outputs = new LinkedHashMap<>();
    for (ValueInfoProto info : proto.getOutputList()) {
      ValueId value = scope.find(info.getName());
      check(
          value != null,
          "has an output '"
              + info.getName()
              + "' that no node writes and that is no input or initializer.");
      String output = info.getName();
      while (scope.depth() > 0 && outputs.containsKey(output)) {
        output += "'"; // ends of bodies are told by position, and may be one value
      }
      check(outputs.put(output, value) == null, "has two outputs called '" + output + "'.");
    }
    check(!outputs.isEmpty(), "has no outputs.");
    return outputs;
  }

  private void define(String value, ValueId id, String what) {
    check(scope.define(value, id), "has two " + what + "s called '" + value + "'.");
  }

  private void check(boolean condition, String reason) {
    if (!condition) {
      throw malformed(reason);
    }
  }

  private MalformedModel malformed(String reason) {
    return new MalformedModel(
        source.name, scope.depth() == 0 ? reason : "has a graph '" + name + "' that " + reason);
  }
}
