package io.pelton.engine.graph;

import java.util.List;

/**
 * A branch of a graph that is to run.
 *
 * @param node the branch itself, whose operands are the exits of its arms
 * @param arms by index
 */
public record Branch(NodeId node, List<Arm> arms) {
  public Branch {
    arms = List.copyOf(arms);
  }

  /**
   * One way to the branch's value.
   *
   * @param exit the value that the arm ends in
   * @param nodes what runs for this arm alone, operands first, without inputs and constants; empty
   *     where the arm hands on what runs anyway. The nodes of branches inside of the arm are among
   *     them, each of their arms included
   */
  public record Arm(ValueId exit, List<NodeId> nodes) {
    public Arm {
      nodes = List.copyOf(nodes);
    }
  }
}
