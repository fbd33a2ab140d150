package io.pelton.engine.graph;

/** A node of a graph: its index in the order in which nodes were added. */
public record NodeId(int index) {
  @Override
  public String toString() {
    return "#" + index;
  }
}
