package io.pelton.cpu.property.naive;

import io.pelton.engine.graph.Decomposable;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.SourceOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Computes values of a graph by computing what they are made from, and keeps what it has. */
public final class NaiveGraph {
  private final NaiveOps ops;

  public NaiveGraph(NaiveOps ops) {
    this.ops = ops;
  }

  /**
   * @param inputs by the value that they are
   * @return by target, in order
   * @throws Rejected when an op is not defined for what it gets
   */
  public List<Grid> evaluate(Graph graph, Map<ValueId, Grid> inputs, List<ValueId> targets) {
    Map<ValueId, Grid> known = new HashMap<>(inputs);
    return targets.stream().map(target -> value(graph, known, target)).toList();
  }

  private Grid value(Graph graph, Map<ValueId, Grid> known, ValueId target) {
    Grid grid = known.get(target);
    if (grid != null) {
      return grid;
    }
    NodeId node = target.node();
    if (graph.op(node) instanceof SourceOp) {
      known.put(target, Grid.of(graph.constant(target).orElseThrow()));
      return known.get(target);
    }
    List<Grid> in = new ArrayList<>();
    for (ValueId operand : graph.operands(node)) {
      in.add(operand.isAbsent() ? null : value(graph, known, operand));
    }
    for (SymbolId symbol : graph.op(node).symbols()) {
      graph.producer(symbol).ifPresent(by -> value(graph, known, new ValueId(by, 0)));
    }
    List<Grid> out = ops.apply(graph.op(node), in);
    for (int slot = 0; slot < out.size(); slot++) {
      known.put(new ValueId(node, slot), out.get(slot));
    }
    return known.get(target);
  }

  /** An op by what it stands for. */
  List<Grid> evaluate(Decomposable op, List<Grid> in) {
    Graph steps = new Graph();
    Map<ValueId, Grid> inputs = new HashMap<>();
    List<ValueId> operands = new ArrayList<>();
    for (Grid grid : in) {
      ValueId operand = grid == null ? ValueId.ABSENT : input(steps, grid);
      operands.add(operand);
      if (grid != null) {
        inputs.put(operand, grid);
      }
    }
    return evaluate(steps, inputs, op.decompose(steps, "step", operands));
  }

  private static ValueId input(Graph graph, Grid grid) {
    long[] dims = new long[grid.rank()];
    for (int axis = 0; axis < dims.length; axis++) {
      dims[axis] = grid.dim(axis);
    }
    return graph.input("operand " + graph.size(), new TensorType(grid.dtype(), Shape.fixed(dims)));
  }
}
