package io.pelton.onnx;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import java.util.LinkedHashSet;
import java.util.Set;

/** The names that the graphs of a node read without defining them: values from around the node. */
final class FreeNames {
  private FreeNames() {}

  static Set<String> of(NodeProto node) {
    Set<String> free = new LinkedHashSet<>();
    for (AttributeProto attribute : node.getAttributeList()) {
      if (attribute.hasG()) {
        free.addAll(of(attribute.getG()));
      }
      attribute.getGraphsList().forEach(graph -> free.addAll(of(graph)));
    }
    return free;
  }

  private static Set<String> of(GraphProto graph) {
    Set<String> own = Overrides.initialized(graph);
    graph.getInputList().stream().map(ValueInfoProto::getName).forEach(own::add);
    graph.getNodeList().forEach(node -> own.addAll(node.getOutputList()));
    Set<String> free = new LinkedHashSet<>();
    for (NodeProto node : graph.getNodeList()) {
      free.addAll(node.getInputList());
      free.addAll(of(node));
    }
    graph.getOutputList().stream().map(ValueInfoProto::getName).forEach(free::add);
    free.removeAll(own);
    free.remove("");
    return free;
  }
}
