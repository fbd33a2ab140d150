package io.pelton.engine.optimize;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.ValueId;
import java.util.List;
import java.util.Optional;

/** Recognizes one pattern and says what computes the same. Stateless. */
public interface Rule {
  String name();

  Exactness exactness();

  /**
   * Matches the pattern that ends at {@code node}, appending nodes to the graph where it applies.
   *
   * @return what replaces each output of the node, by slot; empty where the rule does not apply
   */
  Optional<List<ValueId>> apply(Graph graph, NodeId node);
}
