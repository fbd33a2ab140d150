package io.pelton.onnx.op;

import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp.ArgMax;
import io.pelton.engine.graph.ReduceOp.Reduce;
import io.pelton.engine.graph.ReduceOp.Softmax;
import io.pelton.engine.graph.ReduceOp.TopK;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import java.util.List;

/** Operators that combine elements along axes. */
final class ReduceOperators {
  private ReduceOperators() {}

  static void addTo(OperatorFamily ops) {
    ops.add("ReduceSum", 1, node -> reduceByAttribute(node, OpKind.REDUCE_SUM));
    ops.add("ReduceSum", 13, node -> reduce(node, OpKind.REDUCE_SUM));
    ops.add("ReduceMean", 1, node -> reduceByAttribute(node, OpKind.REDUCE_MEAN));
    ops.add("ReduceMean", 18, node -> reduce(node, OpKind.REDUCE_MEAN));
    ops.add("ReduceMax", 1, node -> reduceByAttribute(node, OpKind.REDUCE_MAX));
    ops.add("ReduceMax", 18, node -> reduce(node, OpKind.REDUCE_MAX));
    ops.add("ReduceMin", 1, node -> reduceByAttribute(node, OpKind.REDUCE_MIN));
    ops.add("ReduceMin", 18, node -> reduce(node, OpKind.REDUCE_MIN));
    ops.add("ReduceProd", 1, node -> reduceByAttribute(node, OpKind.REDUCE_PROD));
    ops.add("ReduceProd", 18, node -> reduce(node, OpKind.REDUCE_PROD));
    ops.add("ArgMax", 1, node -> argMax(node, false));
    ops.add("ArgMax", 12, node -> argMax(node, node.attributes().flag("select_last_index", false)));
    ops.add("ArgMin", 1, node -> argMin(node, false));
    ops.add("ArgMin", 12, node -> argMin(node, node.attributes().flag("select_last_index", false)));
    ops.add("TopK", 1, ReduceOperators::topKByAttribute);
    ops.add("TopK", 10, node -> topK(node, true, true));
    ops.add(
        "TopK",
        11,
        node ->
            topK(
                node,
                node.attributes().flag("largest", true),
                node.attributes().flag("sorted", true)));
    ops.add("Softmax", 1, node -> softmax(node, 1, true));
    ops.add("Softmax", 13, node -> softmax(node, -1, false));
  }

  private static List<ValueId> reduceByAttribute(OnnxNode node, OpKind kind) {
    node.expect(1);
    ValueId axes =
        node.attributes()
            .integers("axes")
            .map(list -> node.constant("axes", list))
            .orElse(ValueId.ABSENT);
    return reduce(node, new Reduce(kind, keepDims(node), false), axes);
  }

  private static List<ValueId> reduce(OnnxNode node, OpKind kind) {
    node.expect(1, 2);
    boolean isNoopWithoutAxes = node.attributes().flag("noop_with_empty_axes", false);
    ValueId axes = node.has(1) ? node.operand(1) : ValueId.ABSENT;
    return reduce(node, new Reduce(kind, keepDims(node), isNoopWithoutAxes), axes);
  }

  /** Booleans have a largest and a smallest, too: they are numbers for it. */
  private static List<ValueId> reduce(OnnxNode node, Reduce op, ValueId axes) {
    Steps steps = new Steps(node);
    DType dtype = node.dtype(0);
    boolean areFlags = dtype == DType.BOOL;
    boolean isChoice = op.kind() == OpKind.REDUCE_MAX || op.kind() == OpKind.REDUCE_MIN;
    node.check(!areFlags || isChoice, "is not defined for BOOL");
    ValueId numbers = areFlags ? steps.cast(node.operand(0), DType.U8) : node.operand(0);
    ValueId reduced = axes.isAbsent() ? steps.apply(op, numbers) : steps.apply(op, numbers, axes);
    return List.of(steps.cast(reduced, dtype));
  }

  private static List<ValueId> argMax(OnnxNode node, boolean selectsLast) {
    node.expect(1);
    int axis = node.attributes().smallInteger("axis", 0);
    return node.apply(new ArgMax(axis, keepDims(node), selectsLast));
  }

  /** The smallest is the largest of the opposites; that of an integer here is -1 less it. */
  private static List<ValueId> argMin(OnnxNode node, boolean selectsLast) {
    node.expect(1);
    DType dtype = node.dtype(0);
    Steps steps = new Steps(node);
    ValueId x = node.operand(0);
    ValueId opposite =
        dtype.isInteger()
            ? steps.binary(OpKind.SUB, allBits(node, dtype), x)
            : steps.unary(OpKind.NEG, x);
    int axis = node.attributes().smallInteger("axis", 0);
    return node.apply(new ArgMax(axis, keepDims(node), selectsLast), opposite);
  }

  /** -1 of signed integers, the largest of unsigned ones. */
  private static ValueId allBits(OnnxNode node, DType dtype) {
    Object bits =
        switch (dtype.bits()) {
          case 64 -> new long[] {-1};
          case 32 -> new int[] {-1};
          case 16 -> new short[] {-1};
          case 8 -> new byte[] {-1};
          default -> throw node.unsupported("inputs of " + dtype + " are not supported");
        };
    return node.constant("bits", Tensor.wrap(dtype, bits));
  }

  private static List<ValueId> topKByAttribute(OnnxNode node) {
    node.expect(1);
    long k = node.attributes().required("k", node.attributes().integer("k"));
    return node.apply(topKOp(node, true, true), node.operand(0), node.constant("k", k));
  }

  private static List<ValueId> topK(OnnxNode node, boolean largest, boolean sorted) {
    node.expect(2);
    return node.apply(topKOp(node, largest, sorted));
  }

  private static TopK topKOp(OnnxNode node, boolean largest, boolean sorted) {
    return new TopK(node.attributes().smallInteger("axis", -1), largest, sorted);
  }

  private static List<ValueId> softmax(OnnxNode node, int defaultAxis, boolean flattens) {
    node.expect(1);
    return node.apply(new Softmax(node.attributes().smallInteger("axis", defaultAxis), flattens));
  }

  static boolean keepDims(OnnxNode node) {
    return node.attributes().flag("keepdims", true);
  }
}
