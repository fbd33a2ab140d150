package io.pelton.onnx.op;

import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import java.util.List;
import java.util.stream.LongStream;

/** Reductions with functions before and after. */
final class ReductionOperators {
  /** What is reduced, and what becomes of it. */
  @FunctionalInterface
  private interface Formula {
    ValueId of(Steps steps, ValueId x, ValueId axes, boolean keepsAxes);
  }

  private ReductionOperators() {}

  static void addTo(OperatorFamily ops) {
    add(ops, "ReduceL1", ReductionOperators::absoluteSum);
    add(
        ops,
        "ReduceL2",
        (steps, x, axes, keeps) -> steps.unary(OpKind.SQRT, squareSum(steps, x, axes, keeps)));
    add(ops, "ReduceSumSquare", ReductionOperators::squareSum);
    add(
        ops,
        "ReduceLogSum",
        (steps, x, axes, keeps) ->
            steps.unary(OpKind.LOG, steps.reduce(OpKind.REDUCE_SUM, keeps, x, axes)));
    add(ops, "ReduceLogSumExp", ReductionOperators::logSumExp);
    ops.add("LogSoftmax", 1, node -> logSoftmax(node, 1, true));
    ops.add("LogSoftmax", 13, node -> logSoftmax(node, -1, false));
    HardmaxOperator.addTo(ops);
  }

  /** Axes are an attribute, since version 18 an operand. */
  private static void add(OperatorFamily ops, String op, Formula formula) {
    ops.add(
        op,
        1,
        node -> {
          node.expect(1);
          ValueId axes =
              node.attributes()
                  .integers("axes")
                  .map(list -> node.constant("axes", list))
                  .orElse(ValueId.ABSENT);
          return apply(node, formula, axes);
        });
    ops.add(
        op,
        18,
        node -> {
          node.expect(1, 2);
          boolean isNoop = node.attributes().flag("noop_with_empty_axes", false);
          node.support(
              !isNoop || (node.has(1) && node.fixedIntegers(1, "'axes'").length > 0),
              "'noop_with_empty_axes' without axes is not supported");
          return apply(node, formula, node.has(1) ? node.operand(1) : ValueId.ABSENT);
        });
  }

  private static List<ValueId> apply(OnnxNode node, Formula formula, ValueId axes) {
    boolean keepsAxes = ReduceOperators.keepDims(node);
    boolean isFloat = Steps.isSupportedFloat(node.dtype(0));
    node.support(
        isFloat || isWhole(node.op()), "inputs of " + node.dtype(0) + " are not supported");
    return List.of(formula.of(new Steps(node), node.operand(0), axes, keepsAxes));
  }

  /** True where integers give integers. */
  private static boolean isWhole(String op) {
    return op.equals("ReduceL1") || op.equals("ReduceSumSquare");
  }

  private static ValueId absoluteSum(Steps steps, ValueId x, ValueId axes, boolean keepsAxes) {
    return steps.reduce(OpKind.REDUCE_SUM, keepsAxes, steps.unary(OpKind.ABS, x), axes);
  }

  private static ValueId squareSum(Steps steps, ValueId x, ValueId axes, boolean keepsAxes) {
    return steps.reduce(OpKind.REDUCE_SUM, keepsAxes, steps.binary(OpKind.MUL, x, x), axes);
  }

  /** The largest is taken out of the exponents, unless it is infinite: they would be NaN. */
  private static ValueId logSumExp(Steps steps, ValueId x, ValueId axes, boolean keepsAxes) {
    ValueId shift = finite(steps, steps.reduce(OpKind.REDUCE_MAX, true, x, axes));
    ValueId powers = steps.unary(OpKind.EXP, steps.binary(OpKind.SUB, x, shift));
    ValueId log = steps.unary(OpKind.LOG, steps.reduce(OpKind.REDUCE_SUM, keepsAxes, powers, axes));
    ValueId largest =
        keepsAxes ? shift : finite(steps, steps.reduce(OpKind.REDUCE_MAX, false, x, axes));
    return steps.binary(OpKind.ADD, log, largest);
  }

  private static ValueId finite(Steps steps, ValueId x) {
    ValueId infinity = steps.scalar(x, Double.POSITIVE_INFINITY);
    ValueId isInfinite = steps.binary(OpKind.EQUAL, steps.unary(OpKind.ABS, x), infinity);
    return steps.where(isInfinite, steps.scalar(x, 0), x);
  }

  /**
   * {@code d - log(sum(e^d))} with {@code d = x - max(x)}.
   *
   * @param flattens the sum runs over all axes from the given one on
   */
  private static List<ValueId> logSoftmax(OnnxNode node, int defaultAxis, boolean flattens) {
    node.expect(1);
    int given = node.attributes().smallInteger("axis", defaultAxis);
    int rank = node.rank(0);
    node.check(given >= -rank && given < rank, "axis " + given + " is outside of " + node.shape(0));
    int axis = given < 0 ? given + rank : given;
    ValueId axes =
        node.constant("axes", LongStream.range(axis, flattens ? rank : axis + 1).toArray());
    return List.of(logSoftmax(node, node.operand(0), axes));
  }

  static ValueId logSoftmax(OnnxNode node, ValueId x, ValueId axes) {
    Steps steps = new Steps(node);
    ValueId distance = steps.binary(OpKind.SUB, x, steps.reduce(OpKind.REDUCE_MAX, true, x, axes));
    ValueId sum = steps.reduce(OpKind.REDUCE_SUM, true, steps.unary(OpKind.EXP, distance), axes);
    return steps.binary(OpKind.SUB, distance, steps.unary(OpKind.LOG, sum));
  }
}
