package io.pelton.onnx.op;

import io.pelton.engine.graph.ElementwiseOp.Identity;
import io.pelton.engine.graph.GeneratorOp.Iota;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp.ArgMax;
import io.pelton.engine.graph.ReduceOp.Cumulate;
import io.pelton.engine.graph.ShapeOp.ShapeOf;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp.Flatten;
import io.pelton.engine.graph.ViewOp.Reshape;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Hardmax: 1 where the first of the largest elements stands, else 0. */
final class HardmaxOperator {
  private HardmaxOperator() {}

  static void addTo(OperatorFamily ops) {
    ops.add("Hardmax", 1, HardmaxOperator::overAllBehind);
    ops.add("Hardmax", 13, HardmaxOperator::alongAxis);
  }

  /** Before version 13, the axis and all behind it were one. */
  private static List<ValueId> overAllBehind(OnnxNode node) {
    node.expect(1);
    int axis = axis(node, 1);
    Steps steps = new Steps(node);
    ValueId x = node.operand(0);
    ValueId largest = largest(node, steps.apply(new Flatten(axis), x), 1);
    ValueId shape = steps.apply(new ShapeOf(0, Long.MAX_VALUE), x);
    return List.of(steps.apply(new Reshape(true), largest, shape));
  }

  private static List<ValueId> alongAxis(OnnxNode node) {
    node.expect(1);
    return List.of(largest(node, node.operand(0), axis(node, -1)));
  }

  private static int axis(OnnxNode node, int fallback) {
    int axis = node.attributes().smallInteger("axis", fallback);
    int rank = node.rank(0);
    node.check(axis >= -rank && axis < rank, "axis " + axis + " is outside of " + node.shape(0));
    return axis < 0 ? axis + rank : axis;
  }

  private static ValueId largest(OnnxNode node, ValueId x, int axis) {
    DType dtype = node.dtype(0);
    node.support(Steps.isSupportedFloat(dtype), "inputs of " + dtype + " are not supported");
    Steps steps = new Steps(node);
    Shape shape = node.tensor(x).shape();
    Extent length = shape.extent(axis);
    if (length.isFixed() && length.max() == 0) {
      return steps.apply(new Identity(), x);
    }
    boolean isProduct = !node.operand(0).equals(x) && !length.isFixed();
    ValueId places = isProduct ? counted(node, x, axis) : places(steps, shape, axis);
    ValueId choice = length.isFixed() ? x : neverEmpty(node, x, axis);
    ValueId largest = steps.apply(new ArgMax(axis, true, false), choice);
    return steps.cast(steps.binary(OpKind.EQUAL, places, largest), dtype);
  }

  private static ValueId places(Steps steps, Shape shape, int axis) {
    List<Extent> column = new ArrayList<>(List.of(shape.extent(axis)));
    column.addAll(Collections.nCopies(shape.rank() - axis - 1, Extent.fixed(1)));
    return steps.apply(new Iota(DType.I64, Shape.of(column), 0));
  }

  /** Places of the last axis, whose length no input has. */
  private static ValueId counted(OnnxNode node, ValueId x, int axis) {
    Steps steps = new Steps(node);
    ValueId length = steps.apply(new ShapeOf(axis, axis + 1L), x);
    ValueId ones = steps.expand(node.constant("one", 1), length);
    return steps.apply(
        new Cumulate(OpKind.CUM_SUM, true, false), ones, node.constant("along", 0));
  }

  /** With the largest element once more at the end, where it is not the first. */
  private static ValueId neverEmpty(OnnxNode node, ValueId x, int axis) {
    Steps steps = new Steps(node);
    ValueId largest = steps.reduce(OpKind.REDUCE_MAX, true, x, node.constant("axis", axis));
    return steps.concat(axis, List.of(x, largest));
  }
}
