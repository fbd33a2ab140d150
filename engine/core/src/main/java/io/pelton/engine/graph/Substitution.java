package io.pelton.engine.graph;

import java.util.List;
import java.util.Optional;

/** Takes the place of nodes while a graph is copied. */
@FunctionalInterface
public interface Substitution {
  /** Keeps all nodes. */
  Substitution NONE = (copy, node, operands) -> Optional.empty();

  /**
   * What a node becomes.
   *
   * @param op computes the same values from these operands
   * @param operands in the copy
   */
  record Replacement(Op op, List<ValueId> operands) {
    public Replacement {
      operands = List.copyOf(operands);
    }
  }

  /**
   * Says what takes the place of a node, if anything does.
   *
   * @param copy holds what comes before the node, and takes what the replacement needs besides
   * @param node of the graph that is copied
   * @param operands the node's, in the copy
   * @return what the copy has under the node's name, with its types: where the old one ran, and
   *     when, it will run
   */
  Optional<Replacement> substitute(Graph copy, NodeId node, List<ValueId> operands);
}
