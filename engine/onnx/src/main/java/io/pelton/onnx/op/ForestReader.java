package io.pelton.onnx.op;

import io.pelton.engine.graph.Forest;
import io.pelton.engine.graph.Forest.Mode;
import io.pelton.engine.graph.Forest.Node;
import io.pelton.engine.graph.Forest.Vote;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the parallel lists of a tree ensemble. Trees and their nodes may come in any order; a
 * tree's root is the node that is no node's child.
 */
final class ForestReader {
  private static final String MODE_PREFIX = "BRANCH_";

  /** How a file names a node: by its tree and its number in it. */
  private record Key(long tree, long node) {
    @Override
    public String toString() {
      return "node " + node + " of tree " + tree;
    }
  }

  private final OnnxNode node;
  private final Attributes attributes;
  private final boolean mayBeDouble;
  private boolean isDouble;

  /**
   * @param mayBeDouble whether the attributes called {@code ..._as_tensor} exist
   */
  ForestReader(OnnxNode node, boolean mayBeDouble) {
    this.node = node;
    this.attributes = node.attributes();
    this.mayBeDouble = mayBeDouble;
  }

  /**
   * @param prefix of the lists of votes: {@code class} or {@code target}
   * @param count of what is voted for
   */
  Forest read(String prefix, int count) {
    long[] trees = attributes.integersOrNone("nodes_treeids");
    long[] ids = integers("nodes_nodeids", trees.length);
    Map<Key, Integer> places = new HashMap<>();
    List<Key> keys = new ArrayList<>(trees.length);
    for (int i = 0; i < trees.length; i++) {
      Key key = new Key(trees[i], ids[i]);
      node.check(places.put(key, i) == null, key + " is given twice");
      keys.add(key);
    }
    Mode[] modes = modes(trees.length);
    int[][] children = children(keys, places, modes);
    List<Integer> roots = roots(keys, modes, children);
    ForestCycles.refuse(modes, children, keys::get, node);
    List<Node> nodes = nodes(modes, children, votes(prefix, count, places, modes));
    return new Forest(nodes, roots, isDouble);
  }

  /** F32 or F64, one-dimensional, empty where there are none. */
  Tensor baseValues() {
    attributes.ignore("nodes_hitrates");
    attributes.ignore("nodes_hitrates_as_tensor");
    double[] values = numbers("base_values");
    if (isDouble) {
      return Tensor.of(values, values.length);
    }
    float[] floats = new float[values.length];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = (float) values[i];
    }
    return Tensor.of(floats, floats.length);
  }

  private Mode[] modes(int count) {
    List<String> names =
        attributes.texts("nodes_modes").orElse(List.of()).stream()
            .map(name -> name.toStringUtf8())
            .toList();
    checkLength("nodes_modes", names.size(), count);
    Map<String, Mode> known = new HashMap<>();
    for (Mode mode : Mode.values()) {
      known.put(mode == Mode.LEAF ? mode.name() : MODE_PREFIX + mode.name(), mode);
    }
    Mode[] modes = new Mode[count];
    for (int i = 0; i < count; i++) {
      modes[i] = known.get(names.get(i));
      node.check(
          modes[i] != null,
          "nodes_modes has the unknown mode '" + names.get(i) + "'; known are " + known.keySet());
    }
    return modes;
  }

  /** Places of the nodes for true and for false; of leaves, whatever they say is ignored. */
  private int[][] children(List<Key> keys, Map<Key, Integer> places, Mode[] modes) {
    long[][] ids = {
      integers("nodes_truenodeids", keys.size()), integers("nodes_falsenodeids", keys.size())
    };
    int[][] children = new int[2][keys.size()];
    for (int i = 0; i < keys.size(); i++) {
      for (int side = 0; side < 2 && modes[i] != Mode.LEAF; side++) {
        Key child = new Key(keys.get(i).tree(), ids[side][i]);
        Integer place = places.get(child);
        node.check(place != null, keys.get(i) + " leads to " + child + ", which does not exist");
        children[side][i] = place;
      }
    }
    return children;
  }

  private List<Integer> roots(List<Key> keys, Mode[] modes, int[][] children) {
    boolean[] isChild = new boolean[keys.size()];
    for (int i = 0; i < keys.size(); i++) {
      if (modes[i] != Mode.LEAF) {
        isChild[children[0][i]] = true;
        isChild[children[1][i]] = true;
      }
    }
    Map<Long, Integer> rootOfTree = new LinkedHashMap<>();
    for (Key key : keys) {
      rootOfTree.put(key.tree(), -1);
    }
    for (int i = 0; i < keys.size(); i++) {
      if (!isChild[i]) {
        int other = rootOfTree.put(keys.get(i).tree(), i);
        node.check(
            other < 0,
            keys.get(i)
                + " and node "
                + (other < 0 ? 0 : keys.get(other).node())
                + " are both no node's child; a tree has one root");
      }
    }
    rootOfTree.forEach(
        (tree, root) ->
            node.check(root >= 0, "tree " + tree + " has no root: its nodes form a cycle"));
    return List.copyOf(rootOfTree.values());
  }

  private List<List<Vote>> votes(String prefix, int count, Map<Key, Integer> places, Mode[] modes) {
    long[] trees = attributes.integersOrNone(prefix + "_treeids");
    long[] ids = integers(prefix + "_nodeids", trees.length);
    long[] voted = integers(prefix + "_ids", trees.length);
    double[] weights = numbers(prefix + "_weights");
    checkLength(prefix + "_weights", weights.length, trees.length);
    List<List<Vote>> votes = new ArrayList<>();
    for (int i = 0; i < modes.length; i++) {
      votes.add(new ArrayList<>(1));
    }
    for (int i = 0; i < trees.length; i++) {
      Key key = new Key(trees[i], ids[i]);
      Integer place = places.get(key);
      node.check(place != null, prefix + " votes are given to " + key + ", which does not exist");
      node.check(
          modes[place] == Mode.LEAF, prefix + " votes are given to " + key + ", which is no leaf");
      node.check(
          voted[i] >= 0 && voted[i] < count,
          key + " votes for " + prefix + " " + voted[i] + " of " + count);
      votes.get(place).add(new Vote((int) voted[i], weights[i]));
    }
    return votes;
  }

  private List<Node> nodes(Mode[] modes, int[][] children, List<List<Vote>> votes) {
    int count = modes.length;
    long[] features = integers("nodes_featureids", count);
    double[] thresholds = numbers("nodes_values");
    checkLength("nodes_values", thresholds.length, count);
    long[] missing = attributes.integersOrNone("nodes_missing_value_tracks_true");
    node.check(
        missing.length == 0 || missing.length == count,
        "nodes_missing_value_tracks_true has "
            + missing.length
            + " entries for "
            + count
            + " nodes");
    List<Node> nodes = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      boolean isLeaf = modes[i] == Mode.LEAF;
      node.check(
          isLeaf || (features[i] >= 0 && features[i] < Integer.MAX_VALUE),
          "nodes_featureids has " + features[i] + ", which is no column");
      nodes.add(
          new Node(
              modes[i],
              isLeaf ? 0 : (int) features[i],
              thresholds[i],
              children[0][i],
              children[1][i],
              missing.length > 0 && missing[i] != 0,
              votes.get(i)));
    }
    return nodes;
  }

  private long[] integers(String name, int expected) {
    long[] list = attributes.integersOrNone(name);
    checkLength(name, list.length, expected);
    return list;
  }

  /** A list of float32, or float64 from the attribute that stands in for it. */
  private double[] numbers(String name) {
    float[] floats = attributes.numbersOrNone(name);
    Tensor tensor = mayBeDouble ? attributes.tensor(name + "_as_tensor").orElse(null) : null;
    if (tensor == null) {
      double[] doubles = new double[floats.length];
      for (int i = 0; i < doubles.length; i++) {
        doubles[i] = floats[i];
      }
      return doubles;
    }
    node.check(floats.length == 0, "both " + name + " and " + name + "_as_tensor are given");
    node.check(
        tensor.dtype() == DType.F64 || tensor.dtype() == DType.F32,
        name + "_as_tensor should be F64 or F32 but is " + tensor.dtype());
    isDouble |= tensor.dtype() == DType.F64;
    return tensor.toDoubles();
  }

  private void checkLength(String name, int found, int expected) {
    node.check(found == expected, name + " has " + found + " entries instead of " + expected);
  }
}
