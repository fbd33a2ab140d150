package io.pelton.cuda.kernel.tree;

import io.pelton.cuda.kernel.DeviceTables;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.graph.Forest;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.PackedWeights;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;

/** A forest on the device, with thresholds and weights of one width. Immutable. */
abstract sealed class PackedForest implements PackedWeights {
  private static final int NODES = 0;
  private static final int TARGETS = 1;
  private static final int WEIGHTS = 2;

  private final DeviceTables tables;
  private final int trees;
  private final int onlyTarget;

  private PackedForest(NodeSpec node, Forest forest, boolean isDouble) {
    ForestVotes votes = new ForestVotes(forest);
    long[] words = new ForestNodes(forest, isDouble, votes.starts()).words();
    int[] targets = votes.targets();
    Tensor weights =
        isDouble
            ? Tensor.of(votes.weights(), targets.length)
            : Tensor.of(votes.roundedWeights(), targets.length);
    this.trees = forest.roots().size();
    this.onlyTarget = votes.onlyTarget();
    this.tables =
        DeviceTables.of(
            node, Tensor.of(words, words.length), Tensor.of(targets, targets.length), weights);
  }

  /** Everything is float32 where neither the forest nor the input is wider. */
  static boolean isDouble(Forest forest, DType features) {
    return forest.isDouble() || features == DType.F64;
  }

  /**
   * @param forest checked
   */
  static PackedForest of(NodeSpec node, Forest forest, boolean isDouble) {
    return isDouble
        ? node.prepared(node.op(), OfDoubles.class, () -> new OfDoubles(node, forest))
        : node.prepared(node.op(), OfFloats.class, () -> new OfFloats(node, forest));
  }

  /** Nodes, the votes' targets and their weights. */
  LaunchBuilder putTables(LaunchBuilder launch) {
    tables.put(launch, NODES);
    tables.put(launch, TARGETS);
    return tables.put(launch, WEIGHTS);
  }

  int trees() {
    return trees;
  }

  int onlyTarget() {
    return onlyTarget;
  }

  @Override
  public long byteLength() {
    return tables.byteLength();
  }

  @Override
  public boolean isLost() {
    return tables.isLost();
  }

  @Override
  public void close() {
    tables.close();
  }

  private static final class OfFloats extends PackedForest {
    OfFloats(NodeSpec node, Forest forest) {
      super(node, forest, false);
    }
  }

  private static final class OfDoubles extends PackedForest {
    OfDoubles(NodeSpec node, Forest forest) {
      super(node, forest, true);
    }
  }
}
