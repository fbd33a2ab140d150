package io.pelton.flink.model;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.ValueId;
import java.util.HashMap;
import java.util.Map;

/**
 * Which model input a node works on, so that an error at a node can name the field that caused it.
 */
final class NodeInputs {
  private static final String SEVERAL = "";

  private NodeInputs() {}

  /** Names of the inputs by node name, for nodes that depend on exactly one input. */
  static Map<String, String> of(NamedGraph named) {
    Graph graph = named.graph();
    Map<NodeId, String> sources = new HashMap<>();
    named.inputs().forEach((input, value) -> sources.put(value.node(), input));
    Map<String, String> byName = new HashMap<>();
    for (NodeId node : graph.order(named.outputs().values())) {
      String source = sources.get(node);
      for (ValueId operand : graph.operands(node)) {
        String above = operand.isAbsent() ? null : sources.get(operand.node());
        if (above != null) {
          source = source == null || source.equals(above) ? above : SEVERAL;
        }
      }
      if (source != null) {
        sources.put(node, source);
        byName.merge(graph.name(node), source, (a, b) -> a.equals(b) ? a : SEVERAL);
      }
    }
    byName.values().removeIf(SEVERAL::equals);
    return Map.copyOf(byName);
  }
}
