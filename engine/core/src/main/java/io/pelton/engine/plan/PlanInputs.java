package io.pelton.engine.plan;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.SourceOp;
import io.pelton.engine.graph.StorageClass;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Shape;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Finds the small inputs from whose values shapes follow: they become part of a plan's key. */
public final class PlanInputs {
  /** Factors by which something is resized: one an axis. */
  private static final int MAX_FLOATS = 32;

  private PlanInputs() {}

  /** Names of these inputs. */
  public static Set<String> of(OptimizedGraph template) {
    return of(template.named().graph(), template.order());
  }

  /** Those of a graph's nodes. */
  public static Set<String> of(Graph graph, List<NodeId> order) {
    Set<String> names = new LinkedHashSet<>();
    for (NodeId node : order) {
      Op op = graph.op(node);
      for (int i = 0; i < graph.operands(node).size(); i++) {
        ValueId operand = graph.operands(node).get(i);
        if (op.isPlanOperand(i) && !operand.isAbsent() && graph.integers(operand).isEmpty()) {
          collect(graph, operand, op.kind() == OpKind.RESAMPLE, names);
        }
      }
    }
    return names;
  }

  /**
   * For an input on whose values shapes depend.
   *
   * @throws io.pelton.engine.error.InvalidOp when it is session state
   */
  public static void checkShared(Graph graph, ValueId input) {
    graph
        .inference(input.node())
        .check(
            graph.storageClass(input.node()) != StorageClass.SESSION,
            "session state is written while the graph runs, so that no shape can depend on it; give"
                + " the lengths as an input of their own");
  }

  /**
   * Walks from a plan operand to the inputs, stopping at shapes, which are known with the inputs'
   * own.
   *
   * @param takesFloats the operand may follow from factors; elsewhere floats are data, which differ
   *     from run to run
   */
  private static void collect(
      Graph graph, ValueId start, boolean takesFloats, Collection<String> names) {
    Deque<ValueId> open = new ArrayDeque<>(Set.of(start));
    Set<ValueId> seen = new HashSet<>();
    while (!open.isEmpty()) {
      ValueId value = open.pop();
      if (!seen.add(value) || graph.op(value.node()).kind() == OpKind.SHAPE) {
        continue;
      }
      if (graph.op(value.node()) instanceof SourceOp.Input input
          && (isSmallInteger(graph, value) || (takesFloats && isShortFloat(graph, value)))) {
        names.add(input.name());
      }
      graph.operands(value.node()).stream().filter(next -> !next.isAbsent()).forEach(open::push);
    }
  }

  private static boolean isSmallInteger(Graph graph, ValueId input) {
    TensorType type = (TensorType) graph.type(input);
    boolean isInteger = type.dtype() == DType.I64 || type.dtype() == DType.I32;
    return isInteger && (!type.shape().isRanked() || type.shape().rank() <= 1);
  }

  private static boolean isShortFloat(Graph graph, ValueId input) {
    TensorType type = (TensorType) graph.type(input);
    Shape shape = type.shape();
    return (type.dtype() == DType.F64 || type.dtype() == DType.F32)
        && shape.isRanked()
        && shape.rank() <= 1
        && shape.isFixed()
        && Layout.elements(shape.dims()) <= MAX_FLOATS;
  }
}
