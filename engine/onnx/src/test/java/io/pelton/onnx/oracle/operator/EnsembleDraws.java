package io.pelton.onnx.oracle.operator;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestAttributes.tensor;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.TensorProtos;
import io.pelton.onnx.oracle.Draw;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;

/** Trees as the fifth version writes them: inner nodes and leaves apart, and sets of members. */
final class EnsembleDraws {
  private static final int MEMBER = 6;

  private final Draw draw;
  private final DType dtype;
  private final int features;
  private final int targets;
  private final int mode;
  private final List<Long> roots = new ArrayList<>();
  private final List<Long> featureIds = new ArrayList<>();
  private final List<Long> modes = new ArrayList<>();
  private final List<Double> splits = new ArrayList<>();
  private final List<Long> missing = new ArrayList<>();
  private final List<Long> whenTrue = new ArrayList<>();
  private final List<Long> whenFalse = new ArrayList<>();
  private final List<Long> isTrueLeaf = new ArrayList<>();
  private final List<Long> isFalseLeaf = new ArrayList<>();
  private final List<Long> leafTargets = new ArrayList<>();
  private final List<Double> leafWeights = new ArrayList<>();
  private final List<Double> members = new ArrayList<>();

  private EnsembleDraws(NodeCase node) {
    this.draw = node.draw();
    this.dtype = node.dtype();
    this.features = draw.between(1, 4);
    this.targets = draw.between(1, 3);
    this.mode = draw.chance(0.6) ? draw.one(0, draw.below(MEMBER)) : -1;
    for (int left = draw.between(1, 6); left > 0; left--) {
      roots.add((long) featureIds.size());
      add(draw.between(1, 4));
    }
  }

  static void addTo(OperatorDraws draws) {
    draws.addMl(
        "TreeEnsemble",
        EnumSet.of(DType.F32, DType.F64, DType.F16),
        node -> new EnsembleDraws(node).write(node));
  }

  /** An inner node and all below it. */
  private void add(int depth) {
    int at = featureIds.size();
    boolean isMember = draw.chance(0.15);
    featureIds.add((long) draw.below(features));
    modes.add((long) (isMember ? MEMBER : mode < 0 ? draw.below(MEMBER) : mode));
    splits.add(isMember ? 0.0 : split());
    missing.add((long) draw.below(2));
    if (isMember) {
      for (int left = draw.between(1, 4); left > 0; left--) {
        members.add((double) draw.between(-3, 3));
      }
      members.add(Double.NaN);
    }
    for (List<Long> list : List.of(whenTrue, whenFalse, isTrueLeaf, isFalseLeaf)) {
      list.add(0L);
    }
    branch(at, depth, whenTrue, isTrueLeaf);
    branch(at, depth, whenFalse, isFalseLeaf);
  }

  private void branch(int at, int depth, List<Long> places, List<Long> leaves) {
    if (depth == 1 || draw.chance(0.3)) {
      leaves.set(at, 1L);
      places.set(at, (long) leafTargets.size());
      leafTargets.add((long) draw.below(targets));
      leafWeights.add((double) draw.normalOrSimple());
    } else {
      places.set(at, (long) featureIds.size());
      add(depth - 1);
    }
  }

  private double split() {
    return draw.chance(0.6) ? draw.between(-3, 3) : draw.normal();
  }

  private void write(NodeCase node) {
    Draw own = node.draw();
    double[] odd = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -0.0};
    long rows = own.chance(0.06) ? 0 : own.between(1, 8);
    boolean areWhole = !members.isEmpty() && own.chance(0.7);
    node.operand(
        Values.floats(
            dtype,
            () ->
                own.chance(0.15)
                    ? odd[own.below(odd.length)]
                    : !areWhole && own.chance(0.5) ? own.one(splits) : own.between(-3, 3),
            rows,
            features));
    if (!members.isEmpty() && !areWhole) {
      node.beyondPeer("It looks for features in sets without their fractions.");
    }
    node.attribute(integer("n_targets", targets));
    node.attribute(integers("tree_roots", longs(roots)));
    node.attribute(integers("nodes_featureids", longs(featureIds)));
    Tensor numbers = PartDraws.numbers(DType.U8, longs(modes));
    node.attribute(tensor("nodes_modes", TensorProtos.of("m", numbers)));
    node.attribute(tensor("nodes_splits", TensorProtos.of("s", reals(splits))));
    node.attribute(integers("nodes_truenodeids", longs(whenTrue)));
    node.attribute(integers("nodes_trueleafs", longs(isTrueLeaf)));
    node.attribute(integers("nodes_falsenodeids", longs(whenFalse)));
    node.attribute(integers("nodes_falseleafs", longs(isFalseLeaf)));
    node.attribute(integers("leaf_targetids", longs(leafTargets)));
    node.attribute(tensor("leaf_weights", TensorProtos.of("w", reals(leafWeights))));
    if (!members.isEmpty()) {
      node.attribute(tensor("membership_values", TensorProtos.of("v", reals(members))));
    }
    if (own.chance(0.6)) {
      node.attribute(integers("nodes_missing_value_tracks_true", longs(missing)));
    }
    if (own.chance(0.7)) {
      node.attribute(integer("aggregate_function", own.below(4)));
    }
    if (own.chance(0.4)) {
      int post = own.below(4);
      node.attribute(integer("post_transform", post));
      if (post == 1 || post == 2) {
        node.beyondPeer("It takes 1 for LOGISTIC and 2 for SOFTMAX, which are 2 and 1.");
      } else if (post == 3) {
        node.beyondPeer("It divides 0 by 0 where all scores are 0.");
      }
      if (dtype == DType.F64) {
        node.tolerance(Tolerance.of(DType.F32)); // the peer transforms scores in float32
      }
    }
    node.sums();
  }

  private Tensor reals(List<Double> numbers) {
    int[] at = {0};
    return Values.floats(dtype, () -> numbers.get(at[0]++), numbers.size());
  }

  private static long[] longs(List<Long> list) {
    return list.stream().mapToLong(Long::longValue).toArray();
  }
}
