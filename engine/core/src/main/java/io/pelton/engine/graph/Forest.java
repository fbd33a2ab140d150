package io.pelton.engine.graph;

import java.util.List;

/**
 * Decision trees as ai.onnx.ml stores them, with children as indices. Immutable by contract:
 * whoever builds one hands its arrays over.
 *
 * <p>Nodes of all trees stand in one list. An inner node compares {@code x[feature]} with its
 * threshold; a leaf adds weights to targets. Children may be shared between parents, but there is
 * no cycle.
 */
public final class Forest {
  /** How an inner node compares; {@code LEAF} does not. */
  public enum Mode {
    LEQ,
    LT,
    GTE,
    GT,
    EQ,
    NEQ,
    LEAF
  }

  /** A leaf's contribution: {@code weight} to {@code target}. */
  public record Vote(int target, double weight) {}

  /**
   * @param feature column that is compared; 0 for leaves
   * @param threshold exact for float32 and float64 sources alike
   * @param whenTrue index of the next node
   * @param whenFalse index of the next node
   * @param missingIsTrue where NaN goes, unless the comparison itself holds for NaN
   * @param votes of a leaf, in file order; empty for inner nodes
   */
  public record Node(
      Mode mode,
      int feature,
      double threshold,
      int whenTrue,
      int whenFalse,
      boolean missingIsTrue,
      List<Vote> votes) {
    public Node {
      votes = List.copyOf(votes);
    }

    public boolean isLeaf() {
      return mode == Mode.LEAF;
    }
  }

  private final List<Node> nodes;
  private final List<Integer> roots;
  private final boolean isDouble;

  /**
   * @param roots index of every tree's root, in file order
   * @param isDouble thresholds and weights are float64 rather than float32
   */
  public Forest(List<Node> nodes, List<Integer> roots, boolean isDouble) {
    this.nodes = List.copyOf(nodes);
    this.roots = List.copyOf(roots);
    this.isDouble = isDouble;
  }

  public List<Node> nodes() {
    return nodes;
  }

  public List<Integer> roots() {
    return roots;
  }

  public boolean isDouble() {
    return isDouble;
  }

  /** Columns that an input must have at least. */
  public int features() {
    return nodes.stream().filter(node -> !node.isLeaf()).mapToInt(Node::feature).max().orElse(-1)
        + 1;
  }

  @Override
  public String toString() {
    return roots.size() + " trees, " + nodes.size() + " nodes";
  }
}
