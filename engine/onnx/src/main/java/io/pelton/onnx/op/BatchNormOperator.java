package io.pelton.onnx.op;

import io.pelton.engine.graph.NormOp.BatchNorm;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ShapeOp.ShapeOf;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp.Flatten;
import io.pelton.engine.graph.ViewOp.Reshape;
import io.pelton.engine.tensor.DType;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * BatchNormalization, by given statistics or, in training, by those of the batch. Then further
 * outputs follow, in which given statistics move towards the batch's; before opset 14 the batch's
 * own mean and variance come after those, whose form the standard leaves open.
 */
final class BatchNormOperator {
  private final OnnxNode node;
  private final Steps steps;
  private final float epsilon;
  private final float momentum;
  private final DType dtype;
  private final DType wide;

  private BatchNormOperator(OnnxNode node) {
    node.expect(5);
    this.node = node;
    this.steps = new Steps(node);
    this.epsilon = node.attributes().number("epsilon", 1e-5f);
    this.momentum = node.attributes().number("momentum", 0.9f);
    this.dtype = node.dtype(0);
    boolean isDouble = false;
    for (int operand = 0; operand < 5; operand++) {
      DType each = node.dtype(operand);
      node.support(Steps.isSupportedFloat(each), "inputs of " + each + " are not supported");
      isDouble |= each == DType.F64;
    }
    this.wide = isDouble ? DType.F64 : DType.F32;
  }

  static void addTo(OperatorFamily ops) {
    ops.add("BatchNormalization", 1, BatchNormOperator::withTestFlag);
    ops.add("BatchNormalization", 7, BatchNormOperator::withSpatialFlag);
    ops.add("BatchNormalization", 9, node -> normalize(node, trainsByOutputs(node), 5, true));
    ops.add("BatchNormalization", 14, BatchNormOperator::withTrainingFlag);
  }

  private static List<ValueId> withTestFlag(OnnxNode node) {
    boolean isTest = node.attributes().flag("is_test", false);
    return normalize(node, !isTest, 5, node.attributes().flag("spatial", true));
  }

  private static List<ValueId> withSpatialFlag(OnnxNode node) {
    boolean isSpatial = node.attributes().flag("spatial", true);
    return normalize(node, trainsByOutputs(node), 5, isSpatial);
  }

  private static List<ValueId> withTrainingFlag(OnnxNode node) {
    return normalize(node, node.attributes().flag("training_mode", false), 3, true);
  }

  /** Before opset 14 only the outputs tell. */
  private static boolean trainsByOutputs(OnnxNode node) {
    return LongStream.range(1, node.outputs()).anyMatch(output -> node.wants((int) output));
  }

  /**
   * @param outputs that training has
   * @param isSpatial channels have statistics, not each of their elements
   */
  private static List<ValueId> normalize(
      OnnxNode node, boolean trains, int outputs, boolean isSpatial) {
    BatchNormOperator operator = new BatchNormOperator(node);
    if (!trains) {
      for (int output = 1; output < node.outputs(); output++) {
        node.check(!node.wants(output), "output " + output + " exists only in training");
      }
    }
    node.check(
        node.outputs() <= outputs,
        "it should have at most " + outputs + " outputs but has " + node.outputs());
    int rank = node.rank(0);
    node.check(rank > 0, "the input " + node.shape(0) + " has no axes");
    return isSpatial && rank > 1
        ? operator.outputs(node.operand(0), trains, false)
        : operator.flattened(trains, isSpatial);
  }

  /** Elements with statistics of their own are channels, and a vector's are all of one channel. */
  private List<ValueId> flattened(boolean trains, boolean isSpatial) {
    ValueId x = node.operand(0);
    ValueId matrix = isSpatial ? steps.unsqueeze(x, 1) : steps.apply(new Flatten(1), x);
    List<ValueId> outputs = new ArrayList<>(outputs(matrix, trains, !isSpatial));
    ValueId shape = steps.apply(new ShapeOf(0, Long.MAX_VALUE), x);
    outputs.set(0, steps.apply(new Reshape(true), outputs.get(0), shape));
    ValueId channels = steps.apply(new ShapeOf(1, Long.MAX_VALUE), x);
    for (int output = 1; output < outputs.size() && !isSpatial; output++) {
      outputs.set(output, steps.apply(new Reshape(true), outputs.get(output), channels));
    }
    return outputs;
  }

  /**
   * @param x [N, C, ...]
   */
  private List<ValueId> outputs(ValueId x, boolean trains, boolean flattens) {
    List<ValueId> operands = new ArrayList<>();
    for (int operand = 1; operand < 5; operand++) {
      ValueId given = node.operand(operand);
      operands.add(
          flattens ? steps.apply(new Reshape(false), given, node.constant("flat", -1)) : given);
    }
    boolean isMixed = operands.stream().anyMatch(operand -> node.tensor(operand).dtype() != dtype);
    if (!trains && !isMixed) {
      operands.add(0, x);
      return node.apply(new BatchNorm(epsilon), operands);
    }
    ValueId wideX = steps.cast(x, wide);
    ValueId mean = trains ? mean(wideX) : steps.cast(operands.get(2), wide);
    ValueId variance = trains ? variance(wideX, mean) : steps.cast(operands.get(3), wide);
    ValueId scale = steps.cast(operands.get(0), wide);
    ValueId bias = steps.cast(operands.get(1), wide);
    ValueId y = steps.apply(new BatchNorm(epsilon), wideX, scale, bias, mean, variance);
    List<ValueId> outputs = new ArrayList<>(List.of(steps.cast(y, dtype)));
    if (trains) {
      outputs.add(moved(operands.get(2), mean));
      outputs.add(moved(operands.get(3), variance));
      outputs.add(steps.cast(mean, node.dtype(3)));
      outputs.add(steps.cast(variance, node.dtype(4)));
    }
    return outputs;
  }

  private ValueId mean(ValueId x) {
    return steps.reduce(OpKind.REDUCE_MEAN, false, x, axesButChannels(x));
  }

  private ValueId variance(ValueId x, ValueId mean) {
    long[] spatial = LongStream.range(1, node.tensor(x).shape().rank() - 1L).toArray();
    ValueId centred = steps.binary(OpKind.SUB, x, steps.unsqueeze(mean, spatial));
    return mean(steps.binary(OpKind.MUL, centred, centred));
  }

  private ValueId axesButChannels(ValueId x) {
    long[] axes = LongStream.range(0, node.tensor(x).shape().rank()).toArray();
    return node.constant("axes", Arrays.stream(axes).filter(axis -> axis != 1).toArray());
  }

  /** {@code given * momentum + current * (1 - momentum)}. */
  private ValueId moved(ValueId given, ValueId current) {
    DType to = node.tensor(given).dtype();
    ValueId kept =
        steps.binary(OpKind.MUL, steps.cast(given, wide), steps.scalar(current, momentum));
    ValueId added = steps.binary(OpKind.MUL, current, steps.scalar(current, 1 - momentum));
    return steps.cast(steps.binary(OpKind.ADD, kept, added), to);
  }
}
