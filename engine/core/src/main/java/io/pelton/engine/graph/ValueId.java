package io.pelton.engine.graph;

/**
 * One output of a node: what an edge carries.
 *
 * @param slot which of the node's outputs, from 0
 */
public record ValueId(NodeId node, int slot) {
  /** Stands where an optional input is not given. */
  public static final ValueId ABSENT = new ValueId(new NodeId(-1), 0);

  public boolean isAbsent() {
    return node.index() < 0;
  }

  @Override
  public String toString() {
    return slot == 0 ? node.toString() : node + "." + slot;
  }
}
