package io.pelton.onnx.op;

import io.pelton.engine.graph.GeneratorOp.Iota;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp.Reshape;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Shape;

/** Range of numbers that are known only when the model runs, in 64 bits, rounded once. */
final class ComputedRange {
  private final OnnxNode node;
  private final Steps steps;
  private final AxisIndices indices;
  private final DType wide;

  ComputedRange(OnnxNode node) {
    this.node = node;
    this.steps = new Steps(node);
    this.indices = new AxisIndices(node);
    DType dtype = node.dtype(0);
    node.support(
        dtype.isInteger() || Steps.isSupportedFloat(dtype),
        "ranges of " + dtype + " are not supported");
    this.wide = dtype.isInteger() ? DType.I64 : DType.F64;
  }

  ValueId range() {
    ValueId start = scalar(0);
    ValueId delta = scalar(2);
    ValueId span = steps.binary(OpKind.SUB, scalar(1), start);
    ValueId count = wide == DType.I64 ? wholeSteps(span, delta) : steps(span, delta);
    ValueId length = steps.binary(OpKind.MAX, count, indices.number(0));
    ValueId places = steps.apply(new Iota(wide, Shape.of(indices.extent(length)), 0));
    ValueId values = steps.binary(OpKind.ADD, steps.binary(OpKind.MUL, places, delta), start);
    return steps.cast(values, node.dtype(0));
  }

  private ValueId scalar(int operand) {
    ValueId number = steps.cast(node.operand(operand), wide);
    return node.rank(operand) == 0
        ? number
        : steps.apply(new Reshape(false), number, node.constant("scalar", new long[0]));
  }

  private ValueId steps(ValueId span, ValueId delta) {
    ValueId count = steps.unary(OpKind.CEIL, steps.binary(OpKind.DIV, span, delta));
    return steps.cast(count, DType.I64);
  }

  /** The quotient, which is rounded to 0, and one more for a rest on the way up. */
  private ValueId wholeSteps(ValueId span, ValueId delta) {
    ValueId whole = steps.binary(OpKind.DIV, span, delta);
    ValueId isExact = steps.binary(OpKind.EQUAL, steps.binary(OpKind.MUL, whole, delta), span);
    ValueId zero = indices.number(0);
    ValueId isBackwards =
        steps.binary(
            OpKind.XOR,
            steps.binary(OpKind.LESS, span, zero),
            steps.binary(OpKind.LESS, delta, zero));
    ValueId isDone = steps.binary(OpKind.OR, isExact, isBackwards);
    return indices.add(whole, steps.where(isDone, zero, indices.number(1)));
  }
}
