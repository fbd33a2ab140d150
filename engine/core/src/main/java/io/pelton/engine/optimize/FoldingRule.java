package io.pelton.engine.optimize;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.ValueId;
import java.util.List;
import java.util.Optional;

/**
 * A rule that looks at one node and its operands only, and makes a constant of what it computes.
 */
public interface FoldingRule extends Rule {
  /**
   * @return the constants that replace the outputs of the node, by slot; empty where it is none
   */
  Optional<List<ValueId>> fold(Graph graph, NodeId node);

  @Override
  default Optional<List<ValueId>> apply(Rewrite rewrite, NodeId node) {
    return fold(rewrite.graph(), node);
  }
}
