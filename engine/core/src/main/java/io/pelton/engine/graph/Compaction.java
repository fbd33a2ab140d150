package io.pelton.engine.graph;

import java.util.Collections;
import java.util.Map;

/**
 * A graph without the nodes that nothing needs.
 *
 * @param graph the new graph
 * @param nodes of the old graph that were kept, with what they are in the new one
 */
public record Compaction(Graph graph, Map<NodeId, NodeId> nodes) {
  public Compaction {
    nodes = Collections.unmodifiableMap(nodes);
  }

  /**
   * What the value of the old graph is in the new one.
   *
   * @throws IllegalArgumentException when it was not kept
   */
  public ValueId value(ValueId old) {
    NodeId node = nodes.get(old.node());
    if (node == null) {
      throw new IllegalArgumentException(
          "value " + old + " is not part of the compact graph; name it as a root");
    }
    return new ValueId(node, old.slot());
  }
}
