package io.pelton.onnx.op;

import io.pelton.engine.graph.IndexOp.GatherElements;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ShapeOp.Gather;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp.Squeeze;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import java.util.List;
import java.util.Optional;

/** Losses of classes; those of half-precision numbers are computed in float32. */
final class LossOperators {
  private final OnnxNode node;
  private final Steps steps;
  private final String reduction;

  /** Which targets don't count; absent where all do. */
  private final ValueId ignored;

  /** Targets, 0 where they don't count. */
  private final ValueId classes;

  private LossOperators(OnnxNode node) {
    node.expect(2, 3);
    node.supportOutputs(2);
    this.node = node;
    this.steps = new Steps(node);
    this.reduction = node.attributes().text("reduction", "mean");
    node.check(
        List.of("none", "mean", "sum").contains(reduction), "'reduction' is '" + reduction + "'");
    node.support(
        Steps.isSupportedFloat(node.dtype(0)), "inputs of " + node.dtype(0) + " are not supported");
    int rank = node.rank(0);
    node.check(
        rank >= 2 && node.rank(1) == rank - 1,
        "targets should be like the input, "
            + node.shape(0)
            + ", without its axis 1, but are "
            + node.shape(1));
    DType integers = node.dtype(1);
    node.check(
        integers == DType.I32 || integers == DType.I64,
        "targets should be I32 or I64 but are " + integers);
    Optional<Long> ignoredClass = node.attributes().integer("ignore_index");
    ValueId targets = steps.cast(node.operand(1), DType.I64);
    if (ignoredClass.isPresent()) {
      ValueId number = node.constant("ignored", Tensor.of(new long[] {ignoredClass.get()}));
      ValueId zero = node.constant("zero", Tensor.of(new long[1]));
      this.ignored = steps.binary(OpKind.EQUAL, targets, number);
      this.classes = steps.where(ignored, zero, targets);
    } else {
      this.ignored = ValueId.ABSENT;
      this.classes = targets;
    }
  }

  static void addTo(OperatorFamily ops) {
    ops.add("NegativeLogLikelihoodLoss", 12, LossOperators::likelihood);
    ops.add("SoftmaxCrossEntropyLoss", 12, LossOperators::crossEntropy);
  }

  private static List<ValueId> likelihood(OnnxNode node) {
    LossOperators loss = new LossOperators(node);
    return List.of(loss.of(loss.wide(0)));
  }

  private static List<ValueId> crossEntropy(OnnxNode node) {
    LossOperators loss = new LossOperators(node);
    ValueId axes = node.constant("axes", 1);
    ValueId logarithms = ReductionOperators.logSoftmax(node, loss.wide(0), axes);
    return List.of(loss.of(logarithms), loss.steps.cast(logarithms, node.dtype(0)));
  }

  private ValueId wide(int operand) {
    DType dtype = node.dtype(operand);
    return steps.cast(node.operand(operand), dtype == DType.F64 ? dtype : DType.F32);
  }

  /**
   * @param logarithms of the classes' probabilities
   */
  private ValueId of(ValueId logarithms) {
    ValueId axis = node.constant("axis", 1);
    ValueId picked =
        steps.apply(
            new Squeeze(),
            steps.apply(new GatherElements(1), logarithms, steps.unsqueeze(classes, 1)),
            axis);
    ValueId loss = counted(steps.unary(OpKind.NEG, picked));
    if (!node.has(2) && ignored.isAbsent()) {
      return reduced(loss);
    }
    ValueId weights = counted(weights(loss));
    ValueId weighted = steps.binary(OpKind.MUL, loss, weights);
    if (!reduction.equals("mean")) {
      return reduced(weighted);
    }
    ValueId mean = steps.binary(OpKind.DIV, sum(weighted), sum(weights));
    return steps.cast(mean, node.dtype(0));
  }

  private ValueId weights(ValueId loss) {
    return node.has(2)
        ? steps.apply(new Gather(0), wide(2), classes)
        : steps.where(ignored, steps.scalar(loss, 0), steps.scalar(loss, 1));
  }

  /** The values, 0 where a target doesn't count. */
  private ValueId counted(ValueId values) {
    return ignored.isAbsent() ? values : steps.where(ignored, steps.scalar(values, 0), values);
  }

  private ValueId reduced(ValueId loss) {
    ValueId result =
        switch (reduction) {
          case "none" -> loss;
          case "sum" -> sum(loss);
          default -> steps.reduce(OpKind.REDUCE_MEAN, false, loss, ValueId.ABSENT);
        };
    return steps.cast(result, node.dtype(0));
  }

  private ValueId sum(ValueId values) {
    return steps.reduce(OpKind.REDUCE_SUM, false, values, ValueId.ABSENT);
  }
}
