package io.pelton.onnx.op;

import com.google.protobuf.ByteString;
import io.pelton.engine.graph.Forest.Mode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How the nodes of a tree ensemble hang together, with their places in the file's lists instead of
 * the numbers that the file gives them. Trees and nodes may come in any order; a tree's root is the
 * node that is no node's child.
 */
final class ForestTopology {
  private static final String MODE_PREFIX = "BRANCH_";

  /** How a file names a node: by its tree and its number in it. */
  record Key(long tree, long node) {
    @Override
    public String toString() {
      return "node " + node + " of tree " + tree;
    }
  }

  private final OnnxNode node;
  private final List<Key> keys = new ArrayList<>();
  private final Map<Key, Integer> places = new HashMap<>();
  private final Mode[] modes;
  private final int[][] children;

  private ForestTopology(OnnxNode node) {
    this.node = node;
    long[] trees = node.attributes().integersOrNone("nodes_treeids");
    long[] ids = node.attributes().integers("nodes_nodeids", trees.length);
    for (int i = 0; i < trees.length; i++) {
      Key key = new Key(trees[i], ids[i]);
      if (places.put(key, i) != null) {
        throw node.invalid(key + " is given twice");
      }
      keys.add(key);
    }
    this.modes = modes(node.attributes().texts("nodes_modes").orElse(List.of()));
    this.children = new int[2][keys.size()];
    fillChildren(0, node.attributes().integers("nodes_truenodeids", keys.size()));
    fillChildren(1, node.attributes().integers("nodes_falsenodeids", keys.size()));
  }

  static ForestTopology of(OnnxNode node) {
    ForestTopology topology = new ForestTopology(node);
    ForestCycles.refuse(topology, node);
    return topology;
  }

  int size() {
    return keys.size();
  }

  Key key(int place) {
    return keys.get(place);
  }

  Mode mode(int place) {
    return modes[place];
  }

  boolean isLeaf(int place) {
    return modes[place] == Mode.LEAF;
  }

  int whenTrue(int place) {
    return children[0][place];
  }

  int whenFalse(int place) {
    return children[1][place];
  }

  /** The place of a leaf that votes of the given kind name. */
  int leaf(Key key, String votes) {
    Integer place = places.get(key);
    if (place == null) {
      throw node.invalid(votes + " votes are given to " + key + ", which does not exist");
    }
    if (!isLeaf(place)) {
      throw node.invalid(votes + " votes are given to " + key + ", which is no leaf");
    }
    return place;
  }

  private Mode[] modes(List<ByteString> names) {
    node.attributes().checkLength("nodes_modes", names.size(), keys.size());
    Map<ByteString, Mode> known = new LinkedHashMap<>();
    for (Mode mode : Mode.values()) {
      String name = mode == Mode.LEAF ? mode.name() : MODE_PREFIX + mode.name();
      known.put(ByteString.copyFromUtf8(name), mode);
    }
    Mode[] found = new Mode[names.size()];
    for (int i = 0; i < found.length; i++) {
      found[i] = known.get(names.get(i));
      if (found[i] == null) {
        throw node.invalid(
            "nodes_modes has the unknown mode '"
                + names.get(i).toStringUtf8()
                + "'; known are "
                + known.keySet().stream().map(ByteString::toStringUtf8).toList());
      }
    }
    return found;
  }

  /** What leaves say of their children is ignored. */
  private void fillChildren(int side, long[] ids) {
    for (int i = 0; i < ids.length; i++) {
      if (isLeaf(i)) {
        continue;
      }
      Key child = new Key(key(i).tree(), ids[i]);
      Integer place = places.get(child);
      if (place == null) {
        throw node.invalid(key(i) + " leads to " + child + ", which does not exist");
      }
      children[side][i] = place;
    }
  }

  /** Places of the trees' roots, in the order in which the trees begin. */
  List<Integer> roots() {
    boolean[] isChild = new boolean[size()];
    for (int i = 0; i < size(); i++) {
      if (!isLeaf(i)) {
        isChild[whenTrue(i)] = true;
        isChild[whenFalse(i)] = true;
      }
    }
    Map<Long, Integer> roots = new LinkedHashMap<>();
    for (int i = 0; i < size(); i++) {
      roots.putIfAbsent(key(i).tree(), -1);
      if (!isChild[i]) {
        int other = roots.put(key(i).tree(), i);
        if (other >= 0) {
          throw node.invalid(
              key(other) + " and " + key(i) + " are both no node's child; a tree has one root");
        }
      }
    }
    return List.copyOf(roots.values());
  }
}
