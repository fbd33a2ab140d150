package io.pelton.onnx.oracle.operator;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestAttributes.number;
import static io.pelton.onnx.oracle.operator.OperatorDraws.FLOATS;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.List;

/** Normalizations. */
final class NormDraws {
  private NormDraws() {}

  static void addTo(OperatorDraws draws) {
    draws.add("BatchNormalization", FLOATS, NormDraws::batch);
    draws.add("InstanceNormalization", FLOATS, NormDraws::instance);
    draws.add("GroupNormalization", FLOATS, NormDraws::groups);
    draws.add("LayerNormalization", FLOATS, NormDraws::layer);
    draws.add("RMSNormalization", FLOATS, NormDraws::rootMeanSquare);
    draws.add("MeanVarianceNormalization", FLOATS, NormDraws::meanVariance);
    draws.add("LpNormalization", FLOATS, NormDraws::lp);
    draws.add("LRN", FLOATS, NormDraws::responses);
  }

  private static void epsilon(NodeCase node) {
    if (node.draw().chance(0.5)) {
      node.attribute(number("epsilon", node.draw().one(1e-5f, 1e-3f, 0.1f)));
    }
  }

  /** A vector for the channels. */
  private static Tensor channels(NodeCase node, DType dtype, long count) {
    return node.values().plain(dtype, count);
  }

  private static void batch(NodeCase node) {
    Values values = node.values();
    long[] dims = values.shape(2, 5);
    DType scales = node.since(15) && node.draw().chance(0.3) ? other(node) : node.dtype();
    DType statistics = node.since(14) && node.draw().chance(0.3) ? other(node) : scales;
    node.input(values.plain(node.dtype(), dims));
    node.operand(channels(node, scales, dims[1])).operand(channels(node, scales, dims[1]));
    node.operand(channels(node, statistics, dims[1]));
    node.operand(values.between(statistics, 1, 3, dims[1])).sums();
    epsilon(node);
    if (!node.since(7)) {
      node.attribute(integer("is_test", 1));
    }
    if (node.draw().chance(0.3)) {
      node.attribute(number("momentum", 0.8f));
    }
    if (!node.since(9) && node.draw().chance(0.5)) {
      node.attribute(integer("spatial", 1));
    }
    if (node.since(14) && node.draw().chance(0.5)) {
      boolean trains = Values.count(dims) > 0 && node.draw().chance(0.5);
      node.attribute(integer("training_mode", trains ? 1 : 0)).outputs(trains ? 3 : 1);
    }
  }

  private static DType other(NodeCase node) {
    return node.draw().one(List.copyOf(FLOATS));
  }

  private static void instance(NodeCase node) {
    Values values = node.values();
    long[] dims = values.lengths(node.draw().between(3, 5));
    node.input(values.plain(node.dtype(), dims));
    node.operand(channels(node, node.dtype(), dims[1]));
    node.operand(channels(node, node.dtype(), dims[1]));
    epsilon(node);
    // the peer adds the scaled mean to the bias, which loses digits where deviations are small
    node.tolerance(new Tolerance(1e-4, 1e-4, true).or(Tolerance.of(node.dtype())));
  }

  private static void groups(NodeCase node) {
    Values values = node.values();
    long[] dims = values.lengths(node.draw().between(3, 5));
    long groups = node.draw().between(1, 3);
    dims[1] = groups * node.draw().between(1, 3);
    long scales = node.since(21) ? dims[1] : groups;
    node.attribute(integer("num_groups", groups));
    node.input(values.plain(node.dtype(), dims)).sums();
    node.operand(channels(node, node.dtype(), scales));
    node.operand(channels(node, node.dtype(), scales));
    epsilon(node);
    if (node.since(21) && node.draw().chance(0.3)) {
      node.attribute(integer("stash_type", 1));
    }
    // the peer computes in the 'stash_type', float32, in which small deviations lose digits
    node.tolerance(node.tolerance().or(new Tolerance(1e-4, 1e-4, true)));
  }

  /** The lengths from a drawn axis on. */
  private static long[] behind(NodeCase node, long... dims) {
    int axis = dims.length - 1;
    if (node.draw().chance(0.7)) {
      int given = node.values().axis(dims.length);
      node.attribute(integer("axis", given));
      axis = given < 0 ? given + dims.length : given;
    }
    return Arrays.copyOfRange(dims, axis, dims.length);
  }

  private static void layer(NodeCase node) {
    Values values = node.values();
    long[] dims = values.lengths(node.draw().between(1, 4));
    node.input(values.plain(node.dtype(), dims)).sums();
    long[] normalized = behind(node, dims);
    node.operand(values.plain(node.dtype(), normalized));
    if (node.draw().chance(0.7)) {
      node.operand(values.plain(node.dtype(), normalized));
    }
    epsilon(node);
    if (node.draw().chance(0.3)) {
      node.attribute(integer("stash_type", 1));
    }
    node.outputs(node.draw().between(1, 3));
    // the 'stash_type' is float32
    node.tolerance(node.tolerance().or(Tolerance.of(DType.F32)));
  }

  private static void rootMeanSquare(NodeCase node) {
    Values values = node.values();
    long[] dims = values.lengths(node.draw().between(1, 4));
    node.input(values.plain(node.dtype(), dims)).sums();
    long[] normalized = behind(node, dims);
    DType scales = node.draw().chance(0.3) ? other(node) : node.dtype();
    node.operand(values.plain(scales, normalized));
    epsilon(node);
    if (node.draw().chance(0.3)) {
      node.attribute(integer("stash_type", 1));
    }
  }

  private static void meanVariance(NodeCase node) {
    Values values = node.values();
    boolean hasAxes = node.draw().chance(0.7);
    long[] dims = values.lengths(hasAxes ? node.draw().between(1, 4) : 4);
    node.input(values.plain(node.dtype(), dims)).sums();
    long[] axes = {0, 2, 3};
    if (hasAxes) {
      axes = values.axes(dims.length, node.draw().between(1, dims.length));
      node.attribute(integers("axes", axes));
    }
    long count = 1;
    for (long axis : axes) {
      count *= dims[(int) (axis < 0 ? axis + dims.length : axis)];
    }
    if (count == 1) {
      node.beyondPeer("It takes roots of rounding errors below 0, and rounds 1e-9 to 0.");
    }
  }

  private static void lp(NodeCase node) {
    Values values = node.values();
    long[] dims = values.shape(1, 4);
    node.input(values.plain(node.dtype(), dims));
    if (node.draw().chance(0.7)) {
      node.attribute(integer("axis", values.axis(dims.length)));
    }
    if (node.draw().chance(0.7)) {
      node.attribute(integer("p", node.draw().between(1, 2)));
    }
  }

  private static void responses(NodeCase node) {
    Values values = node.values();
    node.input(values.plain(node.dtype(), values.lengths(node.draw().between(3, 5))));
    node.attribute(integer("size", node.draw().one(1L, 2L, 3L, 4L, 5L, 9L)));
    if (node.draw().chance(0.6)) {
      node.attribute(number("alpha", node.draw().one(0.3f, 1f)));
    }
    if (node.draw().chance(0.6)) {
      node.attribute(number("beta", node.draw().one(0.5f, 1f)));
    }
    if (node.draw().chance(0.6)) {
      node.attribute(number("bias", node.draw().one(1f, 2f)));
    }
  }
}
