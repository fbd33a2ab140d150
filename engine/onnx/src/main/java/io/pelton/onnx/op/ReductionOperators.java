package io.pelton.onnx.op;

import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp.Reduce;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.DType;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import java.util.List;
import java.util.stream.LongStream;

/** Reductions with functions before and after. */
final class ReductionOperators {
  /**
   * Which axes are reduced.
   *
   * @param list absent for all, or none where {@code isNoop}
   * @param isNoop an empty list, too, is none
   */
  private record Axes(Steps steps, ValueId list, boolean keeps, boolean isNoop) {
    ValueId reduce(OpKind kind, ValueId x) {
      return reduce(kind, x, keeps);
    }

    ValueId reduce(OpKind kind, ValueId x, boolean keepsAxes) {
      Reduce op = new Reduce(kind, keepsAxes, isNoop);
      return list.isAbsent() ? steps.apply(op, x) : steps.apply(op, x, list);
    }
  }

  /** What is reduced, and what becomes of it. */
  @FunctionalInterface
  private interface Formula {
    ValueId of(Steps steps, ValueId x, Axes axes);
  }

  private ReductionOperators() {}

  static void addTo(OperatorFamily ops) {
    add(ops, "ReduceL1", ReductionOperators::absoluteSum);
    add(ops, "ReduceL2", (steps, x, axes) -> steps.unary(OpKind.SQRT, squareSum(steps, x, axes)));
    add(ops, "ReduceSumSquare", ReductionOperators::squareSum);
    add(
        ops,
        "ReduceLogSum",
        (steps, x, axes) -> steps.unary(OpKind.LOG, axes.reduce(OpKind.REDUCE_SUM, x)));
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
          return apply(node, formula, axes, false);
        });
    ops.add(
        op,
        18,
        node -> {
          node.expect(1, 2);
          boolean isNoop = node.attributes().flag("noop_with_empty_axes", false);
          return apply(node, formula, node.has(1) ? node.operand(1) : ValueId.ABSENT, isNoop);
        });
  }

  /** Integers whose result is none are computed in float64 and cut off. */
  private static List<ValueId> apply(OnnxNode node, Formula formula, ValueId list, boolean isNoop) {
    DType dtype = node.dtype(0);
    node.check(dtype.isNumeric(), "is not defined for " + dtype);
    Steps steps = new Steps(node);
    ValueId given = node.operand(0);
    ValueId x =
        dtype.isInteger()
            ? isWhole(node.op()) ? given : steps.cast(given, DType.F64)
            : steps.wide(given);
    Axes axes = new Axes(steps, list, ReduceOperators.keepDims(node), isNoop);
    return List.of(steps.cast(formula.of(steps, x, axes), dtype));
  }

  /** True where integers give integers. */
  private static boolean isWhole(String op) {
    return op.equals("ReduceL1") || op.equals("ReduceSumSquare");
  }

  private static ValueId absoluteSum(Steps steps, ValueId x, Axes axes) {
    return axes.reduce(OpKind.REDUCE_SUM, steps.unary(OpKind.ABS, x));
  }

  private static ValueId squareSum(Steps steps, ValueId x, Axes axes) {
    return axes.reduce(OpKind.REDUCE_SUM, steps.binary(OpKind.MUL, x, x));
  }

  /** The largest is taken out of the exponents, unless it is infinite: they would be NaN. */
  private static ValueId logSumExp(Steps steps, ValueId x, Axes axes) {
    ValueId shift = finite(steps, axes.reduce(OpKind.REDUCE_MAX, x, true));
    ValueId powers = steps.unary(OpKind.EXP, steps.binary(OpKind.SUB, x, shift));
    ValueId log = steps.unary(OpKind.LOG, axes.reduce(OpKind.REDUCE_SUM, powers));
    ValueId largest =
        axes.keeps() ? shift : finite(steps, axes.reduce(OpKind.REDUCE_MAX, x, false));
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
