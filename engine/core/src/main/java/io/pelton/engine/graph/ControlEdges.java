package io.pelton.engine.graph;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Which nodes run before others though these read nothing of them. */
final class ControlEdges {
  private final Map<NodeId, Set<NodeId>> predecessors = new HashMap<>();
  private final Set<NodeId> ends = new HashSet<>();

  /** True when there was no such edge. */
  boolean add(NodeId node, NodeId predecessor) {
    ends.add(node);
    ends.add(predecessor);
    return predecessors.computeIfAbsent(node, key -> new LinkedHashSet<>()).add(predecessor);
  }

  /** True for both ends of an edge. */
  boolean isOrdered(NodeId node) {
    return ends.contains(node);
  }

  /** The nodes that run before this one, oldest edge first. */
  Set<NodeId> of(NodeId node) {
    return Collections.unmodifiableSet(predecessors.getOrDefault(node, Set.of()));
  }

  /** Others that run before the node, then {@link #of}. */
  Set<NodeId> with(Set<NodeId> others, NodeId node) {
    if (others.isEmpty()) {
      return of(node);
    }
    Set<NodeId> all = new LinkedHashSet<>(others);
    all.addAll(of(node));
    return all;
  }
}
