package io.pelton.onnx.oracle;

import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestAttributes.numbers;
import static io.pelton.onnx.TestAttributes.tensor;
import static io.pelton.onnx.TestAttributes.texts;

import ai.onnx.proto.OnnxMl.AttributeProto;
import io.pelton.onnx.TestModel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;

/** Draws the trees of an ensemble and writes its lists. */
final class ForestDraw {
  private static final String LEAF = "LEAF";

  private static final List<String> MODES =
      List.of("BRANCH_LEQ", "BRANCH_LT", "BRANCH_GTE", "BRANCH_GT", "BRANCH_EQ", "BRANCH_NEQ");

  /** What is voted for in a leaf. */
  enum Voting {
    /** Tree by tree, one target after the other. */
    ONE_PER_TREE,
    ALL_PER_LEAF,
    SOME_PER_LEAF,
    ONLY_FIRST,
    ONLY_LAST
  }

  /** How leaves weigh. */
  enum Weights {
    POSITIVE,
    NEGATIVE,
    MIXED,
    /** Fractions that sum up to at most 1 over the trees. */
    PROBABILITIES
  }

  private final Draw draw;
  private final int features;
  private final int targets;
  private final IntToDoubleFunction threshold;
  private final boolean isDouble;
  private final String mode;
  private final Voting voting;
  private final Weights weights;
  private final boolean hasMissing;
  private final double branching;
  private int trees;

  private final List<Long> treeIds = new ArrayList<>();
  private final List<Long> nodeIds = new ArrayList<>();
  private final List<Long> featureIds = new ArrayList<>();
  private final List<String> modes = new ArrayList<>();
  private final List<Double> values = new ArrayList<>();
  private final List<Long> whenTrue = new ArrayList<>();
  private final List<Long> whenFalse = new ArrayList<>();
  private final List<Long> missing = new ArrayList<>();
  private final List<Long> voteTrees = new ArrayList<>();
  private final List<Long> voteNodes = new ArrayList<>();
  private final List<Long> votes = new ArrayList<>();
  private final List<Double> voteWeights = new ArrayList<>();
  private final Map<Integer, List<Double>> thresholds = new HashMap<>();

  /**
   * @param threshold draws one for a feature
   * @param isDouble whether thresholds and weights are written as float64
   */
  ForestDraw(
      Draw draw, int features, int targets, IntToDoubleFunction threshold, boolean isDouble) {
    this.draw = draw;
    this.features = features;
    this.targets = targets;
    this.threshold = threshold;
    this.isDouble = isDouble;
    this.mode = draw.chance(0.5) ? draw.one("BRANCH_LEQ", draw.one(MODES)) : null;
    this.voting = draw.one(Voting.values());
    this.weights = draw.one(Weights.values());
    this.hasMissing = draw.chance(0.6);
    this.branching = draw.one(0.6, 0.85, 1.0);
    int depth = draw.between(0, 6);
    for (int left = draw.one(1, 2, draw.between(1, 8), draw.between(8, 30)); left > 0; left--) {
      addTree(depth);
    }
  }

  /** Thresholds by feature. */
  Map<Integer, List<Double>> thresholds() {
    return thresholds;
  }

  /** The only target that has votes, or -1. */
  int onlyTarget() {
    List<Long> distinct = votes.stream().distinct().toList();
    return distinct.size() == 1 ? distinct.get(0).intValue() : -1;
  }

  private void addTree(int depth) {
    int firstNode = nodeIds.size();
    int firstVote = voteNodes.size();
    addNode(3L * trees + draw.below(3), depth);
    trees++;
    renumber(firstNode, firstVote);
  }

  /** Gives the nodes of the last tree numbers in any order. */
  private void renumber(int firstNode, int firstVote) {
    List<Integer> order = draw.order(nodeIds.size() - firstNode);
    for (int at = firstNode; at < nodeIds.size(); at++) {
      for (List<Long> ids : List.of(nodeIds, whenTrue, whenFalse)) {
        ids.set(at, (long) order.get(ids.get(at).intValue()));
      }
    }
    for (int at = firstVote; at < voteNodes.size(); at++) {
      voteNodes.set(at, (long) order.get(voteNodes.get(at).intValue()));
    }
  }

  /** Adds a node and all below it; returns its number in the tree. */
  private long addNode(long tree, int depth) {
    boolean isLeaf = depth == 0 || !draw.chance(branching);
    int at = begin(tree);
    long id = nodeIds.get(at);
    if (isLeaf) {
      modes.set(at, LEAF);
      vote(tree, id);
      return id;
    }
    if (draw.chance(0.08)) {
      addMembership(tree, at, depth);
      return id;
    }
    split(at, draw.below(features));
    whenTrue.set(at, addNode(tree, depth - 1));
    whenFalse.set(at, addNode(tree, depth - 1));
    return id;
  }

  /** A chain of equalities on one feature which lead to one leaf, or to leaves of their own. */
  private void addMembership(long tree, int start, int depth) {
    int feature = draw.below(features);
    boolean isShared = draw.chance(0.7);
    int at = start;
    long member = -1;
    long flag = missingFlag();
    for (int left = draw.between(1, 4); left > 0; left--) {
      set(at, feature, "BRANCH_EQ", draw.between(0, 9));
      missing.set(at, flag);
      if (member < 0 || !isShared) {
        member = addNode(tree, 0);
      }
      whenTrue.set(at, member);
      if (left > 1) {
        int next = begin(tree);
        whenFalse.set(at, nodeIds.get(next));
        at = next;
      }
    }
    whenFalse.set(at, addNode(tree, depth - 1));
  }

  private int begin(long tree) {
    boolean isFirst = treeIds.isEmpty() || treeIds.get(treeIds.size() - 1) != tree;
    nodeIds.add(isFirst ? 0 : nodeIds.get(nodeIds.size() - 1) + 1);
    treeIds.add(tree);
    featureIds.add(0L);
    modes.add("");
    values.add(0.0);
    whenTrue.add(0L);
    whenFalse.add(0L);
    missing.add(0L);
    return modes.size() - 1;
  }

  private void split(int at, int feature) {
    set(at, feature, mode == null ? draw.one(MODES) : mode, threshold.applyAsDouble(feature));
  }

  private void set(int at, int feature, String comparison, double value) {
    featureIds.set(at, (long) feature);
    modes.set(at, comparison);
    values.set(at, value);
    missing.set(at, missingFlag());
    thresholds.computeIfAbsent(feature, key -> new ArrayList<>()).add(value);
  }

  private long missingFlag() {
    return hasMissing && draw.chance(0.5) ? 1 : 0;
  }

  private void vote(long tree, long id) {
    switch (voting) {
      case ONE_PER_TREE -> vote(tree, id, trees % targets);
      case ALL_PER_LEAF -> {
        for (int target = 0; target < targets; target++) {
          vote(tree, id, target);
        }
      }
      case SOME_PER_LEAF -> {
        for (int target : draw.order(targets).subList(0, draw.between(1, targets))) {
          vote(tree, id, target);
        }
      }
      case ONLY_FIRST -> vote(tree, id, 0);
      case ONLY_LAST -> vote(tree, id, targets - 1);
    }
  }

  private void vote(long tree, long id, int target) {
    voteTrees.add(tree);
    voteNodes.add(id);
    votes.add((long) target);
    voteWeights.add(weight());
  }

  private double weight() {
    double size = isDouble ? Math.abs(draw.normal()) * 1.1 : Math.abs(draw.normalOrSimple());
    double weight =
        switch (weights) {
          case POSITIVE -> size;
          case NEGATIVE -> -size;
          case MIXED -> draw.chance(0.5) ? size : -size;
          case PROBABILITIES -> draw.below(100) / 3000.0;
        };
    return isDouble ? weight : (float) weight;
  }

  /**
   * @param prefix of the votes' lists
   */
  List<AttributeProto> attributes(String prefix) {
    List<AttributeProto> list = new ArrayList<>();
    list.add(integers("nodes_treeids", longs(treeIds)));
    list.add(integers("nodes_nodeids", longs(nodeIds)));
    list.add(integers("nodes_featureids", longs(featureIds)));
    list.add(texts("nodes_modes", modes.toArray(new String[0])));
    list.add(reals("nodes_values", values));
    list.add(integers("nodes_truenodeids", longs(whenTrue)));
    list.add(integers("nodes_falsenodeids", longs(whenFalse)));
    if (hasMissing || draw.chance(0.3)) {
      list.add(integers("nodes_missing_value_tracks_true", longs(missing)));
    }
    list.add(integers(prefix + "_treeids", longs(voteTrees)));
    list.add(integers(prefix + "_nodeids", longs(voteNodes)));
    list.add(integers(prefix + "_ids", longs(votes)));
    list.add(reals(prefix + "_weights", voteWeights));
    return list;
  }

  /** A list of floats, or of doubles in a tensor. */
  AttributeProto reals(String name, List<Double> numbers) {
    double[] doubles = numbers.stream().mapToDouble(Double::doubleValue).toArray();
    if (isDouble) {
      String tensor = name + "_as_tensor";
      return tensor(tensor, TestModel.doubles(tensor, doubles, doubles.length));
    }
    float[] floats = new float[doubles.length];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = (float) doubles[i];
    }
    return numbers(name, floats);
  }

  private static long[] longs(List<Long> list) {
    return list.stream().mapToLong(Long::longValue).toArray();
  }
}
