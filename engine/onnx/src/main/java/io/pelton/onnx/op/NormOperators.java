package io.pelton.onnx.op;

import io.pelton.engine.graph.NormOp.LayerNorm;
import io.pelton.engine.graph.NormOp.RmsNorm;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ShapeOp.ShapeOf;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp.Reshape;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/** Normalizations of each record by itself. */
final class NormOperators {
  private NormOperators() {}

  static void addTo(OperatorFamily ops) {
    ops.add("InstanceNormalization", 1, NormOperators::instance);
    ops.add("GroupNormalization", 18, node -> groups(node, false));
    ops.add("GroupNormalization", 21, NormOperators::groupsWithChannelScales);
    ops.add("LayerNormalization", 17, NormOperators::layer);
    ops.add("RMSNormalization", 23, NormOperators::rms);
  }

  private static void supportOneFloat(OnnxNode node) {
    DType dtype = node.dtype(0);
    node.support(Steps.isSupportedFloat(dtype), "inputs of " + dtype + " are not supported");
    for (int operand = 1; operand < node.count(); operand++) {
      node.support(
          node.dtype(operand) == dtype,
          "inputs of different types, "
              + dtype
              + " and "
              + node.dtype(operand)
              + ", are not supported");
    }
  }

  /** The spatial axes of each image's channel are one run, which a channel's factors scale. */
  private static List<ValueId> instance(OnnxNode node) {
    node.expect(3);
    supportOneFloat(node);
    int rank = node.rank(0);
    node.check(rank > 2, "the input " + node.shape(0) + " has no spatial axes");
    long[] axes = LongStream.range(1, rank - 1).toArray();
    Steps steps = new Steps(node);
    ValueId y =
        steps.apply(
            new LayerNorm(2, node.attributes().number("epsilon", 1e-5f)),
            steps.wide(node.operand(0)),
            steps.unsqueeze(steps.wide(node.operand(1)), axes),
            steps.unsqueeze(steps.wide(node.operand(2)), axes));
    return List.of(steps.cast(y, node.dtype(0)));
  }

  private static List<ValueId> groupsWithChannelScales(OnnxNode node) {
    long stash = node.attributes().integer("stash_type", 1);
    node.support(stash == 1, "'stash_type' " + stash + " is not supported; only 1, float32, is");
    return groups(node, true);
  }

  /**
   * Each group of channels, with its spatial axes, is one run.
   *
   * @param areChannels scale and bias are per channel, not per group
   */
  private static List<ValueId> groups(OnnxNode node, boolean areChannels) {
    node.expect(3);
    supportOneFloat(node);
    int rank = node.rank(0);
    node.check(rank > 2, "the input " + node.shape(0) + " has no spatial axes");
    Attributes attributes = node.attributes();
    long groups = attributes.required("num_groups", attributes.integer("num_groups"));
    node.check(groups > 0, "'num_groups' is " + groups);
    Steps steps = new Steps(node);
    ValueId x = steps.wide(node.operand(0));
    ValueId runs = steps.apply(new Reshape(false), x, node.constant("runs", 0, groups, -1));
    LayerNorm op = new LayerNorm(2, epsilon(node));
    ValueId shape = steps.apply(new ShapeOf(0, Long.MAX_VALUE), x);
    ValueId scale = steps.wide(node.operand(1));
    ValueId bias = steps.wide(node.operand(2));
    if (!areChannels) {
      ValueId scaled = steps.apply(op, runs, steps.unsqueeze(scale, 1), steps.unsqueeze(bias, 1));
      return List.of(steps.cast(steps.apply(new Reshape(true), scaled, shape), node.dtype(0)));
    }
    ValueId one = node.constant("one", Tensor.scalar(node.tensor(x).dtype(), 1));
    ValueId normal = steps.apply(new Reshape(true), steps.apply(op, runs, one), shape);
    long[] axes = LongStream.range(1, rank - 1).toArray();
    ValueId scaled = steps.binary(OpKind.MUL, normal, steps.unsqueeze(scale, axes));
    ValueId shifted = steps.binary(OpKind.ADD, scaled, steps.unsqueeze(bias, axes));
    return List.of(steps.cast(shifted, node.dtype(0)));
  }

  private static List<ValueId> layer(OnnxNode node) {
    node.expect(2, 3);
    supportOneFloat(node);
    List<ValueId> outputs = new ArrayList<>(runs(node, new LayerNorm(axis(node), epsilon(node))));
    if (node.wants(1) || node.wants(2)) {
      outputs.addAll(statistics(node));
    }
    return outputs;
  }

  /** The mean and the inverse of the deviation, in float32. */
  private static List<ValueId> statistics(OnnxNode node) {
    Steps steps = new Steps(node);
    int rank = node.rank(0);
    int from = axis(node) < 0 ? axis(node) + rank : axis(node);
    ValueId axes = node.constant("axes", LongStream.range(from, rank).toArray());
    ValueId x = steps.cast(node.operand(0), DType.F32);
    ValueId mean = steps.reduce(OpKind.REDUCE_MEAN, true, x, axes);
    ValueId centred = steps.binary(OpKind.SUB, x, mean);
    ValueId squares = steps.binary(OpKind.MUL, centred, centred);
    ValueId variance = steps.reduce(OpKind.REDUCE_MEAN, true, squares, axes);
    ValueId spread = steps.binary(OpKind.ADD, variance, steps.scalar(x, epsilon(node)));
    return List.of(mean, steps.unary(OpKind.RECIPROCAL, steps.unary(OpKind.SQRT, spread)));
  }

  private static List<ValueId> rms(OnnxNode node) {
    node.expect(2);
    for (int operand = 0; operand < 2; operand++) {
      DType dtype = node.dtype(operand);
      node.support(Steps.isSupportedFloat(dtype), "inputs of " + dtype + " are not supported");
    }
    return runs(node, new RmsNorm(axis(node), epsilon(node)));
  }

  private static int axis(OnnxNode node) {
    return node.attributes().smallInteger("axis", -1);
  }

  private static float epsilon(OnnxNode node) {
    return node.attributes().number("epsilon", 1e-5f);
  }

  /**
   * The statistics have the type that 'stash_type' names, which is float32 where it is not given;
   * scale and bias are applied in their own, which is the result's.
   */
  private static List<ValueId> runs(OnnxNode node, Op op) {
    long stash = node.attributes().integer("stash_type", 1);
    DType dtype = node.dtype(0);
    DType to = node.dtype(1);
    node.support(stash == 1, "'stash_type' " + stash + " is not supported; only 1, float32, is");
    if (dtype == to && (dtype == DType.F32 || dtype == DType.F64)) {
      return node.apply(op);
    }
    Steps steps = new Steps(node);
    ValueId x = steps.wide(node.operand(0));
    ValueId one = node.constant("one", Tensor.scalar(node.tensor(x).dtype(), 1));
    ValueId normal = steps.cast(steps.cast(steps.apply(op, x, one), dtype), to);
    ValueId scaled = steps.binary(OpKind.MUL, normal, node.operand(1));
    return List.of(node.has(2) ? steps.binary(OpKind.ADD, scaled, node.operand(2)) : scaled);
  }
}
