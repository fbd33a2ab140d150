package io.pelton.onnx.op;

import io.pelton.engine.graph.Forest;
import io.pelton.engine.graph.Forest.Mode;
import io.pelton.engine.graph.Forest.Node;
import io.pelton.engine.graph.Forest.Vote;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * Reads the lists of TreeEnsemble: inner nodes, then leaves, each by their index. A test for
 * membership becomes a chain of tests for equality.
 */
final class NodeTreeReader {
  private static final int MEMBER = 6;

  /** By their numbers. */
  private static final List<Mode> MODES =
      List.of(Mode.LEQ, Mode.LT, Mode.GTE, Mode.GT, Mode.EQ, Mode.NEQ);

  private final OnnxNode node;
  private final Attributes attributes;
  private final DType dtype;
  private final long[] features;
  private final long[] modes;
  private final long[] whenTrue;
  private final long[] whenFalse;
  private final long[] trueLeaves;
  private final long[] falseLeaves;
  private final long[] missing;
  private final double[] splits;
  private final long[] leafTargets;
  private final double[] weights;
  private final double[] members;

  /**
   * @param dtype of splits and weights
   */
  NodeTreeReader(OnnxNode node, DType dtype) {
    this.node = node;
    this.attributes = node.attributes();
    this.dtype = dtype;
    this.features = required("nodes_featureids");
    int count = features.length;
    this.modes = attributes.required("nodes_modes", attributes.tensor("nodes_modes")).toLongs();
    this.whenTrue = required("nodes_truenodeids");
    this.whenFalse = required("nodes_falsenodeids");
    this.trueLeaves = required("nodes_trueleafs");
    this.falseLeaves = required("nodes_falseleafs");
    long[] given = attributes.integersOrNone("nodes_missing_value_tracks_true");
    this.missing = given.length == 0 ? new long[count] : given;
    this.splits = numbers("nodes_splits");
    this.leafTargets = required("leaf_targetids");
    this.weights = numbers("leaf_weights");
    this.members =
        attributes.has("membership_values") ? numbers("membership_values") : new double[0];
    attributes.ignore("nodes_hitrates");
    attributes.checkLength("nodes_modes", modes.length, count);
    attributes.checkLength("nodes_truenodeids", whenTrue.length, count);
    attributes.checkLength("nodes_falsenodeids", whenFalse.length, count);
    attributes.checkLength("nodes_trueleafs", trueLeaves.length, count);
    attributes.checkLength("nodes_falseleafs", falseLeaves.length, count);
    attributes.checkLength("nodes_missing_value_tracks_true", missing.length, count);
    attributes.checkLength("nodes_splits", splits.length, count);
    attributes.checkLength("leaf_weights", weights.length, leafTargets.length);
  }

  private long[] required(String name) {
    return attributes.required(name, attributes.integers(name));
  }

  private double[] numbers(String name) {
    Tensor tensor = attributes.required(name, attributes.tensor(name));
    node.check(
        tensor.dtype() == dtype,
        name + " should be " + dtype + " as the input is, but is " + tensor.dtype());
    return tensor.toDoubles();
  }

  Forest read(int targets) {
    List<Node> inner = new ArrayList<>();
    for (int i = 0; i < features.length; i++) {
      node.check(
          features[i] >= 0 && features[i] < Integer.MAX_VALUE,
          "nodes_featureids has " + features[i] + ", which is no column");
      node.check(modes[i] >= 0 && modes[i] <= MEMBER, "nodes_modes has " + modes[i]);
      Mode mode = modes[i] == MEMBER ? Mode.EQ : MODES.get((int) modes[i]);
      inner.add(
          new Node(
              mode,
              (int) features[i],
              splits[i],
              place(whenTrue[i], trueLeaves[i] != 0),
              place(whenFalse[i], falseLeaves[i] != 0),
              missing[i] != 0,
              List.of()));
    }
    refuseCycles(inner);
    List<Node> all = new ArrayList<>(inner);
    for (int i = 0; i < leafTargets.length; i++) {
      node.check(
          leafTargets[i] >= 0 && leafTargets[i] < targets,
          "leaf " + i + " votes for target " + leafTargets[i] + " of " + targets);
      Vote vote = new Vote((int) leafTargets[i], weights[i]);
      all.add(new Node(Mode.LEAF, 0, 0, 0, 0, false, List.of(vote)));
    }
    spreadMembers(all);
    return new Forest(all, roots(), dtype == DType.F64);
  }

  private int place(long id, boolean isLeaf) {
    int most = isLeaf ? leafTargets.length : features.length;
    String what = isLeaf ? "leaf " : "node ";
    node.check(id >= 0 && id < most, "a node leads to " + what + id + " of " + most);
    return (int) (isLeaf ? features.length + id : id);
  }

  private List<Integer> roots() {
    List<Integer> roots = new ArrayList<>();
    for (long root : required("tree_roots")) {
      roots.add(place(root, false));
    }
    return roots;
  }

  /** Takes nodes away to which no other leads, until none is left. */
  private void refuseCycles(List<Node> inner) {
    int[] parents = new int[inner.size()];
    for (Node parent : inner) {
      children(parent, inner.size()).forEach(child -> parents[child]++);
    }
    Deque<Integer> free = new ArrayDeque<>();
    for (int i = 0; i < parents.length; i++) {
      if (parents[i] == 0) {
        free.push(i);
      }
    }
    int taken = 0;
    while (!free.isEmpty()) {
      taken++;
      for (int child : children(inner.get(free.pop()), inner.size())) {
        if (--parents[child] == 0) {
          free.push(child);
        }
      }
    }
    node.check(taken == inner.size(), "a node is its own descendant");
  }

  private static List<Integer> children(Node parent, int inner) {
    List<Integer> children = new ArrayList<>(2);
    for (int child : new int[] {parent.whenTrue(), parent.whenFalse()}) {
      if (child < inner) {
        children.add(child);
      }
    }
    return children;
  }

  /** Sets stand one behind the other, each with NaN at its end. */
  private void spreadMembers(List<Node> all) {
    int at = 0;
    for (int i = 0; i < features.length; i++) {
      if (modes[i] != MEMBER) {
        continue;
      }
      int end = at;
      while (end < members.length && !Double.isNaN(members[end])) {
        end++;
      }
      node.check(end > at, "membership_values has no set, or an empty one, for node " + i);
      chain(all, i, Arrays.copyOfRange(members, at, end));
      at = end + 1;
    }
    node.check(at >= members.length, "membership_values has more sets than nodes that use them");
  }

  private static void chain(List<Node> all, int first, double... set) {
    Node whole = all.get(first);
    for (int i = 0; i < set.length; i++) {
      int next = i + 1 < set.length ? all.size() + (i == 0 ? 0 : 1) : whole.whenFalse();
      Node test =
          new Node(
              Mode.EQ,
              whole.feature(),
              set[i],
              whole.whenTrue(),
              next,
              whole.missingIsTrue(),
              List.of());
      if (i == 0) {
        all.set(first, test);
      } else {
        all.add(test);
      }
    }
  }
}
