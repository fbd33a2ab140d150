package io.pelton.cuda.kernel.tree;

import io.pelton.engine.graph.Forest;
import io.pelton.engine.graph.Forest.Node;
import io.pelton.engine.graph.Forest.Vote;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What the leaves of a forest add to its targets. A leaf's votes go by target, those for one target
 * in file order, so that each target's sum keeps its order.
 */
final class ForestVotes {
  private final int[] starts;
  private final int[] targets;
  private final double[] weights;
  private final boolean isSingle;

  ForestVotes(Forest forest) {
    List<Node> nodes = forest.nodes();
    starts = new int[nodes.size() + 1];
    for (int i = 0; i < nodes.size(); i++) {
      starts[i + 1] = Math.addExact(starts[i], nodes.get(i).votes().size());
    }
    List<Vote> votes =
        nodes.stream()
            .flatMap(node -> node.votes().stream().sorted(Comparator.comparingInt(Vote::target)))
            .toList();
    targets = votes.stream().mapToInt(Vote::target).toArray();
    weights = votes.stream().mapToDouble(Vote::weight).toArray();
    isSingle =
        !forest.roots().isEmpty()
            && nodes.stream().allMatch(node -> node.votes().size() == (node.isLeaf() ? 1 : 0))
            && voted().length == 1;
  }

  /** By node, where its votes start; one more for the end. */
  int[] starts() {
    return starts;
  }

  int[] targets() {
    return targets;
  }

  double[] weights() {
    return weights;
  }

  float[] roundedWeights() {
    float[] rounded = new float[weights.length];
    for (int i = 0; i < rounded.length; i++) {
      rounded[i] = (float) weights[i];
    }
    return rounded;
  }

  /** The targets that have votes at all, ascending. */
  int[] voted() {
    return IntStream.of(targets).distinct().sorted().toArray();
  }

  /** The target of all votes where every leaf has one; -1 otherwise. */
  int onlyTarget() {
    return isSingle ? targets[0] : -1;
  }

  boolean hasNegative() {
    for (double weight : weights) {
      if (weight < 0) {
        return true;
      }
    }
    return false;
  }
}
