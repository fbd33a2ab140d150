package io.pelton.onnx.op;

import io.pelton.engine.graph.ElementwiseOp.Binary;
import io.pelton.engine.graph.ElementwiseOp.Cast;
import io.pelton.engine.graph.ElementwiseOp.Unary;
import io.pelton.engine.graph.ElementwiseOp.Where;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp.Cumulate;
import io.pelton.engine.graph.ReduceOp.Reduce;
import io.pelton.engine.graph.ShapeOp.Concat;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp.Expand;
import io.pelton.engine.graph.ViewOp.Slice;
import io.pelton.engine.graph.ViewOp.Transpose;
import io.pelton.engine.graph.ViewOp.Unsqueeze;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/** Appends the steps of an operator that is several of the engine's. */
final class Steps {
  private final OnnxNode node;

  Steps(OnnxNode node) {
    this.node = node;
  }

  /** Floats that the engine computes with. */
  static boolean isSupportedFloat(DType dtype) {
    return dtype == DType.F32 || dtype == DType.F64 || dtype == DType.F16 || dtype == DType.BF16;
  }

  ValueId apply(Op op, ValueId... operands) {
    return node.apply(op, operands).get(0);
  }

  ValueId unary(OpKind kind, ValueId x) {
    return apply(new Unary(kind), x);
  }

  ValueId binary(OpKind kind, ValueId x, ValueId y) {
    return apply(new Binary(kind), x, y);
  }

  ValueId where(ValueId condition, ValueId x, ValueId y) {
    return apply(new Where(), condition, x, y);
  }

  ValueId cast(ValueId x, DType to) {
    return cast(x, to, true);
  }

  ValueId cast(ValueId x, DType to, boolean saturates) {
    return node.tensor(x).dtype() == to ? x : apply(new Cast(to, saturates), x);
  }

  /** Halves as float32, in which they are computed before they are rounded once. */
  ValueId wide(ValueId x) {
    DType dtype = node.tensor(x).dtype();
    node.support(isSupportedFloat(dtype), "inputs of " + dtype + " are not supported");
    return dtype == DType.F64 ? x : cast(x, DType.F32);
  }

  /** A constant without axes, rounded to the dtype of {@code like}. */
  ValueId scalar(ValueId like, double value) {
    DType dtype = node.tensor(like).dtype();
    node.support(isSupportedFloat(dtype), "inputs of " + dtype + " are not supported");
    return node.constant("constant", Tensor.scalar(dtype, value));
  }

  /** A constant without axes of the dtype of {@code like}, which is any number. */
  ValueId zero(ValueId like) {
    return node.constant("zero", Tensor.allocate(node.tensor(like).dtype()));
  }

  /** The sum, the largest, ... along the axes; along all where there are none. */
  ValueId reduce(OpKind kind, boolean keepsAxes, ValueId x, ValueId axes) {
    Reduce op = new Reduce(kind, keepsAxes, false);
    return axes.isAbsent() ? apply(op, x) : apply(op, x, axes);
  }

  ValueId expand(ValueId x, ValueId shape) {
    return apply(new Expand(), x, shape);
  }

  ValueId unsqueeze(ValueId x, long... axes) {
    return axes.length == 0 ? x : apply(new Unsqueeze(), x, node.constant("axes", axes));
  }

  ValueId transpose(ValueId x, Integer... order) {
    return apply(new Transpose(List.of(order)), x);
  }

  /** The numbers 0, 1, ... up to before a length [1] as I64, which may be known to a run only. */
  ValueId indices(ValueId length) {
    ValueId one = node.constant("one", Tensor.of(new long[] {1}, 1));
    ValueId axis = node.constant("axis", Tensor.of(new long[1]));
    return apply(new Cumulate(OpKind.CUM_SUM, true, false), expand(one, length), axis);
  }

  /** From {@code start} to before {@code end} of an axis. */
  ValueId slice(ValueId x, long axis, long start, long end) {
    return apply(
        new Slice(),
        x,
        node.constant("starts", start),
        node.constant("ends", end),
        node.constant("axes", axis));
  }

  ValueId concat(int axis, List<ValueId> parts) {
    return parts.size() == 1
        ? parts.get(0)
        : apply(new Concat(axis), new ArrayList<>(parts).toArray(new ValueId[0]));
  }
}
