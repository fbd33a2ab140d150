package io.pelton.onnx.op;

import io.pelton.engine.graph.Activation;
import io.pelton.engine.graph.ConvOp.Conv;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ShapeOp.ShapeOf;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.Window;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import java.util.ArrayList;
import java.util.List;

/**
 * CausalConvWithState: every channel of [N, C, L] is convolved along the last axis with a kernel of
 * its own, which meets the current element and those before it; the state is what came before.
 */
final class CausalConvOperator {
  private CausalConvOperator() {}

  static void addTo(OperatorFamily ops) {
    ops.add("CausalConvWithState", 27, CausalConvOperator::convolve);
  }

  private static List<ValueId> convolve(OnnxNode node) {
    node.expect(2, 4);
    DType dtype = node.dtype(0);
    node.support(
        dtype == DType.F32 || dtype == DType.F16 || dtype == DType.BF16,
        "inputs of " + dtype + " are not supported");
    checkRank(node, 0, "the input");
    if (node.has(3)) {
      checkRank(node, 3, "the state");
    }
    Shape kernels = node.shape(1);
    node.support(kernels.isFixed(), "needs kernels of a fixed shape");
    node.check(
        kernels.rank() == 3 && kernels.extent(1).max() == 1 && kernels.extent(2).max() > 0,
        "the kernels should be [channels, 1, k] but are " + kernels);
    int channels = Math.toIntExact(kernels.extent(0).max());
    long before = kernels.extent(2).max() - 1;
    Steps steps = new Steps(node);
    ValueId sequence = steps.concat(2, List.of(state(node, before), node.operand(0)));
    List<ValueId> operands = new ArrayList<>();
    operands.add(steps.wide(sequence));
    operands.add(steps.wide(node.operand(1)));
    if (node.has(2)) {
      operands.add(steps.wide(node.operand(2)));
    }
    ValueId y = activated(node, convolved(node, channels, operands));
    ValueId present =
        before == 0
            ? steps.slice(sequence, 2, 0, 0)
            : steps.slice(sequence, 2, -before, Long.MAX_VALUE);
    return List.of(steps.cast(y, dtype), present);
  }

  /** Of a sequence that may be empty, one element more is computed, and left out. */
  private static ValueId convolved(OnnxNode node, int channels, List<ValueId> operands) {
    Shape x = node.shape(0);
    boolean isSurelyLong = x.isRanked() && x.extent(2).min() > 0;
    List<Integer> one = List.of(1);
    Window window = isSurelyLong ? Window.plain(1) : new Window(one, List.of(0), one, one);
    ValueId y = node.apply(new Conv(window, channels, Activation.NONE), operands).get(0);
    return isSurelyLong ? y : new Steps(node).slice(y, 2, 0, -1);
  }

  private static void checkRank(OnnxNode node, int operand, String what) {
    Shape shape = node.shape(operand);
    node.check(
        !shape.isRanked() || shape.rank() == 3,
        what + " should be [records, channels, length] but is " + shape);
  }

  /** Zeros where none is given. */
  private static ValueId state(OnnxNode node, long before) {
    if (node.has(3)) {
      Shape state = node.shape(3);
      node.check(
          !state.isRanked() || !state.extent(2).isFixed() || state.extent(2).max() == before,
          "the state should have " + before + " elements a channel but is " + state);
      return node.operand(3);
    }
    Steps steps = new Steps(node);
    ValueId rows = steps.apply(new ShapeOf(0, 2), node.operand(0));
    ValueId shape = steps.concat(0, List.of(rows, node.constant("before", before)));
    return steps.expand(node.constant("zero", Tensor.scalar(node.dtype(0), 0)), shape);
  }

  private static ValueId activated(OnnxNode node, ValueId y) {
    Steps steps = new Steps(node);
    String activation = node.attributes().text("activation", "none");
    return switch (activation) {
      case "none" -> y;
      case "silu", "swish" -> steps.binary(OpKind.MUL, y, steps.unary(OpKind.SIGMOID, y));
      default ->
          throw node.invalid(
              "attribute 'activation' is '"
                  + activation
                  + "' but should be one of [none, silu, swish]");
    };
  }
}
