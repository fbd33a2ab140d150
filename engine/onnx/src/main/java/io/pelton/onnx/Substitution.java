package io.pelton.onnx;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.FunctionProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What names in a function, or in a graph of its nodes, mean where it is called.
 *
 * @param values names that stand for those of the caller; others get the prefix
 * @param attributes of the call, and the function's defaults; null outside of functions
 */
record Substitution(
    String prefix, Map<String, String> values, Map<String, AttributeProto> attributes) {
  /** For the model's own graphs, whose names stay what they are. */
  static final Substitution NONE = new Substitution("", Map.of(), null);

  static Substitution of(FunctionProto function, NodeProto call, String prefix) {
    Map<String, String> values = new HashMap<>();
    for (int slot = 0; slot < function.getOutputCount(); slot++) {
      String given = slot < call.getOutputCount() ? call.getOutput(slot) : "";
      if (!given.isEmpty()) {
        values.put(function.getOutput(slot), given);
      }
    }
    // an output that is an input, too, means the input; it is passed on by a node of its own
    for (int i = 0; i < function.getInputCount(); i++) {
      values.put(function.getInput(i), i < call.getInputCount() ? call.getInput(i) : "");
    }
    Map<String, AttributeProto> attributes = new HashMap<>();
    function.getAttributeProtoList().forEach(given -> attributes.put(given.getName(), given));
    call.getAttributeList().forEach(given -> attributes.put(given.getName(), given));
    return new Substitution(prefix, values, attributes);
  }

  /** For the nodes of a graph that a node owns, where the graph's own names hide the caller's. */
  Substitution within(GraphProto graph) {
    if (attributes == null) {
      return this;
    }
    Map<String, String> visible = new HashMap<>(values);
    graph.getInputList().forEach(input -> visible.remove(input.getName()));
    Overrides.initialized(graph).forEach(visible::remove);
    graph.getNodeList().forEach(node -> node.getOutputList().forEach(visible::remove));
    return new Substitution(prefix, visible, attributes);
  }

  /** A graph with these names but for those of its nodes. */
  GraphProto renamed(GraphProto graph) {
    if (attributes == null) {
      return graph;
    }
    GraphProto.Builder builder = graph.toBuilder();
    builder.getInputBuilderList().forEach(input -> input.setName(value(input.getName())));
    builder.getOutputBuilderList().forEach(output -> output.setName(value(output.getName())));
    builder.getValueInfoBuilderList().forEach(info -> info.setName(value(info.getName())));
    builder.getInitializerBuilderList().forEach(tensor -> tensor.setName(value(tensor.getName())));
    builder
        .getSparseInitializerBuilderList()
        .forEach(tensor -> tensor.getValuesBuilder().setName(value(tensor.getValues().getName())));
    return builder.build();
  }

  String value(String name) {
    if (attributes == null || name.isEmpty()) {
      return name;
    }
    String known = values.get(name);
    return known != null ? known : prefix + name;
  }

  String node(String name) {
    return name.isEmpty() ? name : prefix + name;
  }

  /** Empty for one that the call leaves out, so that the operator's default holds. */
  Optional<AttributeProto> attribute(AttributeProto attribute) {
    if (attributes == null || attribute.getRefAttrName().isEmpty()) {
      return Optional.of(attribute);
    }
    return Optional.ofNullable(attributes.get(attribute.getRefAttrName()))
        .map(given -> given.toBuilder().setName(attribute.getName()).build());
  }
}
