package io.pelton.onnx.op;

import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp.ArgMax;
import io.pelton.engine.graph.ReduceOp.Reduce;
import io.pelton.engine.graph.ReduceOp.Softmax;
import io.pelton.engine.graph.ValueId;
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
    ops.add("ArgMax", 1, node -> argMax(node, false));
    ops.add("ArgMax", 12, node -> argMax(node, node.attributes().flag("select_last_index", false)));
    ops.add("Softmax", 1, node -> softmax(node, 1, true));
    ops.add("Softmax", 13, node -> softmax(node, -1, false));
  }

  private static List<ValueId> reduceByAttribute(OnnxNode node, OpKind kind) {
    node.expect(1);
    Reduce op = new Reduce(kind, keepDims(node), false);
    return node.attributes()
        .integers("axes")
        .map(axes -> node.apply(op, node.operand(0), node.constant("axes", axes)))
        .orElseGet(() -> node.apply(op));
  }

  private static List<ValueId> reduce(OnnxNode node, OpKind kind) {
    node.expect(1, 2);
    boolean isNoopWithoutAxes = node.attributes().flag("noop_with_empty_axes", false);
    return node.apply(new Reduce(kind, keepDims(node), isNoopWithoutAxes));
  }

  private static List<ValueId> argMax(OnnxNode node, boolean selectsLast) {
    node.expect(1);
    int axis = node.attributes().smallInteger("axis", 0);
    return node.apply(new ArgMax(axis, keepDims(node), selectsLast));
  }

  private static List<ValueId> softmax(OnnxNode node, int defaultAxis, boolean flattens) {
    node.expect(1);
    return node.apply(new Softmax(node.attributes().smallInteger("axis", defaultAxis), flattens));
  }

  private static boolean keepDims(OnnxNode node) {
    return node.attributes().flag("keepdims", true);
  }
}
