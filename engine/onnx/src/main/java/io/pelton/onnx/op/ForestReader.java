package io.pelton.onnx.op;

import io.pelton.engine.graph.Forest;
import io.pelton.engine.graph.Forest.Node;
import io.pelton.engine.graph.Forest.Vote;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/** Reads the parallel lists of a tree ensemble. */
final class ForestReader {
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
    ForestTopology topology = ForestTopology.of(node);
    List<Node> nodes = nodes(topology, votes(topology, prefix, count));
    return new Forest(nodes, topology.roots(), isDouble);
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

  private List<List<Vote>> votes(ForestTopology topology, String prefix, int count) {
    long[] trees = attributes.integersOrNone(prefix + "_treeids");
    long[] ids = attributes.integers(prefix + "_nodeids", trees.length);
    long[] voted = attributes.integers(prefix + "_ids", trees.length);
    double[] weights = numbers(prefix + "_weights");
    attributes.checkLength(prefix + "_weights", weights.length, trees.length);
    List<List<Vote>> votes = new ArrayList<>();
    for (int i = 0; i < topology.size(); i++) {
      votes.add(topology.isLeaf(i) ? new ArrayList<>(1) : List.of());
    }
    for (int i = 0; i < trees.length; i++) {
      ForestTopology.Key key = new ForestTopology.Key(trees[i], ids[i]);
      if (voted[i] < 0 || voted[i] >= count) {
        throw node.invalid(key + " votes for " + prefix + " " + voted[i] + " of " + count);
      }
      votes.get(topology.leaf(key, prefix)).add(new Vote((int) voted[i], weights[i]));
    }
    return votes;
  }

  private List<Node> nodes(ForestTopology topology, List<List<Vote>> votes) {
    int count = topology.size();
    long[] features = attributes.integers("nodes_featureids", count);
    double[] thresholds = numbers("nodes_values");
    attributes.checkLength("nodes_values", thresholds.length, count);
    boolean[] missing = missing(count);
    List<Node> nodes = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      boolean isLeaf = topology.isLeaf(i);
      if (!isLeaf && (features[i] < 0 || features[i] >= Integer.MAX_VALUE)) {
        throw node.invalid("nodes_featureids has " + features[i] + ", which is no column");
      }
      nodes.add(
          new Node(
              topology.mode(i),
              isLeaf ? 0 : (int) features[i],
              thresholds[i],
              topology.whenTrue(i),
              topology.whenFalse(i),
              missing[i],
              votes.get(i)));
    }
    return nodes;
  }

  /** Without the list, or with an empty one, missing values go where the comparison fails. */
  private boolean[] missing(int count) {
    boolean[] missing = new boolean[count];
    long[] flags = attributes.integersOrNone("nodes_missing_value_tracks_true");
    if (flags.length > 0) {
      attributes.checkLength("nodes_missing_value_tracks_true", flags.length, count);
      for (int i = 0; i < count; i++) {
        missing[i] = flags[i] != 0;
      }
    }
    return missing;
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
}
