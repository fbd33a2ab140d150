package io.pelton.cpu.kernel.tree;

import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.graph.Forest;
import io.pelton.engine.graph.Forest.Node;
import io.pelton.engine.graph.Forest.Vote;
import io.pelton.engine.kernel.PackedWeights;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/** What the leaves of a forest add to its targets, as arrays. Leaves go by their node's index. */
final class Votes implements PackedWeights {
  private final int[] starts;
  private final int[] targets;
  private final float[] floats;
  private final double[] doubles;
  private final boolean isSingle;

  private Votes(List<Node> nodes, boolean hasTrees) {
    starts = new int[nodes.size() + 1];
    for (int i = 0; i < nodes.size(); i++) {
      starts[i + 1] = starts[i] + nodes.get(i).votes().size();
    }
    List<Vote> votes = nodes.stream().flatMap(node -> node.votes().stream()).toList();
    targets = votes.stream().mapToInt(Vote::target).toArray();
    doubles = votes.stream().mapToDouble(Vote::weight).toArray();
    floats = new float[doubles.length];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = (float) doubles[i];
    }
    isSingle =
        hasTrees
            && nodes.stream().allMatch(node -> node.votes().size() == (node.isLeaf() ? 1 : 0))
            && IntStream.of(targets).distinct().count() == 1;
  }

  /**
   * @param count number of targets
   * @param invalid makes the error for a vote for another target
   */
  static Votes of(Forest forest, int count, Function<String, InvalidOp> invalid) {
    Votes votes = new Votes(forest.nodes(), !forest.roots().isEmpty());
    for (int target : votes.targets) {
      if (target < 0 || target >= count) {
        throw invalid.apply("a leaf votes for target " + target + " of " + count);
      }
    }
    return votes;
  }

  @Override
  public long byteLength() {
    return 4L * (starts.length + targets.length) + 12L * floats.length;
  }

  /** Index of a leaf's first vote. */
  int start(int leaf) {
    return starts[leaf];
  }

  int end(int leaf) {
    return starts[leaf + 1];
  }

  int target(int vote) {
    return targets[vote];
  }

  float floatWeight(int vote) {
    return floats[vote];
  }

  double doubleWeight(int vote) {
    return doubles[vote];
  }

  /** True when every leaf has one vote, and all for the same target. */
  boolean isSingle() {
    return isSingle;
  }

  /** The targets that have votes at all, ascending. */
  int[] votedTargets() {
    return IntStream.of(targets).distinct().sorted().toArray();
  }

  boolean hasNegative() {
    for (double weight : doubles) {
      if (weight < 0) {
        return true;
      }
    }
    return false;
  }
}
