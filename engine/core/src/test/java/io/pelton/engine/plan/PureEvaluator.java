package io.pelton.engine.plan;

import io.pelton.engine.graph.BranchOp;
import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.MutationOp;
import io.pelton.engine.graph.MutationOp.WriteSlice;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.Layout;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a graph of I64 values means: every value is an array of its own that never changes. */
final class PureEvaluator {
  private final Graph graph;
  private final Map<ValueId, long[]> values;

  private PureEvaluator(Graph graph, Map<ValueId, long[]> sources) {
    this.graph = graph;
    this.values = new HashMap<>(sources);
  }

  static List<long[]> evaluate(Graph graph, Map<ValueId, long[]> sources, List<ValueId> targets) {
    PureEvaluator evaluator = new PureEvaluator(graph, sources);
    graph.order(targets).forEach(evaluator::evaluate);
    return targets.stream().map(evaluator.values::get).toList();
  }

  private void evaluate(NodeId node) {
    values.computeIfAbsent(new ValueId(node, 0), value -> compute(node));
  }

  private long[] compute(NodeId node) {
    Op op = graph.op(node);
    long[] x = values.get(graph.operands(node).get(0));
    if (op instanceof ShapeOp.Copy || op instanceof MutationOp.Move || op instanceof BranchOp) {
      return x;
    }
    if (op.isView()) {
      Layout view = op.view(graph.inference(node), Layout.contiguous(dims(node))).orElseThrow();
      long[] viewed = new long[(int) view.elements()];
      for (int i = 0; i < viewed.length; i++) {
        viewed[i] = x[(int) view.position(i)];
      }
      return viewed;
    }
    if (op instanceof MutationOp.Release) {
      return new long[0];
    }
    long[] y = x.clone();
    for (int i = 0; i < y.length; i++) {
      if (op instanceof MutationOp.ZeroFill) {
        y[i] = 0;
      } else if (op instanceof ElementwiseOp.Binary) {
        y[i] += values.get(graph.operands(node).get(1))[i];
      } else if (op instanceof ElementwiseOp.Unary || op instanceof MutationOp.InPlace) {
        y[i] = Math.max(0, y[i]);
      }
    }
    if (op instanceof WriteSlice write) {
      long[] update = values.get(graph.operands(node).get(1));
      for (int i = 0; i < update.length; i++) {
        y[WrittenAt.element(dims(node), updateLength(node, write), write.axis(), start(node), i)] =
            update[i];
      }
    }
    return y;
  }

  private long[] dims(NodeId node) {
    return dims(graph.operands(node).get(0));
  }

  private long[] dims(ValueId value) {
    return ((TensorType) graph.type(value)).shape().dims();
  }

  private int updateLength(NodeId node, WriteSlice write) {
    return (int) dims(graph.operands(node).get(1))[write.axis()];
  }

  private long start(NodeId node) {
    long start = ((WriteSlice) graph.op(node)).start().constant();
    boolean isDynamic = graph.operands(node).size() > 2;
    return start + (isDynamic ? values.get(graph.operands(node).get(2))[0] : 0);
  }
}
