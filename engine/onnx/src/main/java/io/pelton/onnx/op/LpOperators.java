package io.pelton.onnx.op;

import io.pelton.engine.graph.ConvOp.Pool;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.Window;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;

/** Operators on Lp norms, {@code (sum(|x|^p))^(1/p)}. */
final class LpOperators {
  private LpOperators() {}

  static void addTo(OperatorFamily ops) {
    ops.add("LpNormalization", 1, LpOperators::normalize);
    ops.add("LpPool", 1, node -> pool(node, node.attributes().number("p", 2), false));
    ops.add("LpPool", 2, node -> pool(node, power(node), false));
    ops.add("LpPool", 18, node -> pool(node, power(node), true));
    ops.add("GlobalLpPool", 1, node -> global(node, node.attributes().number("p", 2)));
    ops.add("GlobalLpPool", 2, node -> global(node, power(node)));
  }

  private static float power(OnnxNode node) {
    return node.attributes().smallInteger("p", 2);
  }

  /** Zeros stay zeros, which have no norm to be divided by. */
  private static List<ValueId> normalize(OnnxNode node) {
    node.expect(1);
    float p = power(node);
    node.check(p == 1 || p == 2, "'p' should be 1 or 2 but is " + p);
    Steps steps = new Steps(node);
    ValueId x = steps.wide(node.operand(0));
    ValueId axis = node.constant("axis", node.attributes().integer("axis", -1));
    ValueId norm = norm(node, x, p, powers -> steps.reduce(OpKind.REDUCE_SUM, true, powers, axis));
    ValueId zero = steps.scalar(x, 0);
    ValueId quotient = steps.binary(OpKind.DIV, x, norm);
    ValueId isZero = steps.binary(OpKind.EQUAL, norm, zero);
    return List.of(steps.cast(steps.where(isZero, zero, quotient), node.dtype(0)));
  }

  private static List<ValueId> pool(OnnxNode node, float p, boolean hasDilations) {
    node.expect(1);
    List<Integer> lengths = WindowReader.kernelShape(node);
    Window read = WindowReader.read(node, lengths, hasDilations);
    Window window =
        hasDilations && node.attributes().flag("ceil_mode", false)
            ? WindowReader.roundedUp(node, lengths, read)
            : read;
    Steps steps = new Steps(node);
    Pool sum = new Pool(OpKind.SUM_POOL, lengths, window, false);
    ValueId x = steps.wide(node.operand(0));
    ValueId norm = norm(node, x, p, powers -> steps.apply(sum, powers));
    return List.of(steps.cast(norm, node.dtype(0)));
  }

  private static List<ValueId> global(OnnxNode node, float p) {
    node.expect(1);
    int rank = node.rank(0);
    node.check(rank > 2, "the input " + node.shape(0) + " has no spatial axes");
    Steps steps = new Steps(node);
    ValueId axes = node.constant("axes", LongStream.range(2, rank).toArray());
    ValueId x = steps.wide(node.operand(0));
    ValueId norm = norm(node, x, p, powers -> steps.reduce(OpKind.REDUCE_SUM, true, powers, axes));
    return List.of(steps.cast(norm, node.dtype(0)));
  }

  /**
   * @param sum adds powers up
   */
  private static ValueId norm(OnnxNode node, ValueId x, float p, UnaryOperator<ValueId> sum) {
    node.check(p > 0, "'p' should be above 0 but is " + p);
    Steps steps = new Steps(node);
    if (p == 2) {
      return steps.unary(OpKind.SQRT, sum.apply(steps.binary(OpKind.MUL, x, x)));
    }
    ValueId magnitudes = steps.unary(OpKind.ABS, x);
    if (p == 1) {
      return sum.apply(magnitudes);
    }
    ValueId powers = sum.apply(steps.binary(OpKind.POW, magnitudes, steps.scalar(x, p)));
    return steps.binary(OpKind.POW, powers, steps.scalar(x, 1.0 / p));
  }
}
