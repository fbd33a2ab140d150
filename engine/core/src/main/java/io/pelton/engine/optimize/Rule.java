package io.pelton.engine.optimize;

import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Recognizes one pattern and says what computes the same. Stateless and thread-safe. */
public interface Rule {
  /** Unique in a registry. */
  String name();

  Exactness exactness();

  /** What is recognized, as one line of text: {@code Relu(Dense(x, w, b))}. */
  String pattern();

  /** What it becomes, as one line of text. */
  String becomes();

  /** The kinds of nodes at which the pattern may end; empty for any. */
  Set<OpKind> roots();

  /**
   * Matches the pattern that ends at {@code node}, appending nodes to the graph. What it appends
   * and does not use is dropped when the graph is compacted. What replaces the node must not depend
   * on the node's outputs.
   *
   * @return what replaces each output of the node, by slot; empty where the rule does not apply
   */
  Optional<List<ValueId>> apply(Rewrite rewrite, NodeId node);
}
