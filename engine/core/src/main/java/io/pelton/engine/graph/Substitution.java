package io.pelton.engine.graph;

import java.util.List;
import java.util.Optional;

/** Takes the place of nodes while a graph is copied. */
@FunctionalInterface
public interface Substitution {
  /** Keeps all nodes. */
  Substitution NONE = (copy, node, operands) -> Optional.empty();

  /**
   * Adds what takes the place of a node, if anything does.
   *
   * @param copy holds what comes before the node, and takes the new nodes
   * @param node of the graph that is copied
   * @param operands the node's, in the copy
   * @return a node with outputs of the same types; where the old one ran, and when, it will run
   */
  Optional<NodeId> substitute(Graph copy, NodeId node, List<ValueId> operands);
}
