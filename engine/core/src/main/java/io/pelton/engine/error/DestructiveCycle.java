package io.pelton.engine.error;

import java.util.List;

/** Nodes wait for each other: no order lets each run after its operands and its predecessors. */
public final class DestructiveCycle extends EngineException {
  private static final long serialVersionUID = 1L;

  private final List<String> nodes;

  /**
   * @param nodes names along the cycle; each must run after the next, and the last after the first
   */
  public DestructiveCycle(List<String> nodes) {
    super(
        "Nodes "
            + String.join(" -> ", nodes.stream().map(node -> "'" + node + "'").toList())
            + " -> '"
            + nodes.get(0)
            + "' should each run after the next, which is a cycle; drop one of their orderings, or"
            + " let the reader of a mutated value read a Copy of it.");
    this.nodes = List.copyOf(nodes);
  }

  public List<String> nodes() {
    return nodes;
  }
}
