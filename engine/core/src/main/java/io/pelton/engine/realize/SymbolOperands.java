package io.pelton.engine.realize;

import io.pelton.engine.graph.Compaction;
import io.pelton.engine.graph.ElementwiseOp.Binary;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.MutationOp.WriteSlice;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.SourceOp;
import io.pelton.engine.graph.Substitution;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A copy of a graph whose write-slices read their symbolic starts from inputs, so that one plan
 * serves all starts. Only of symbols that an environment binds: what inputs have as a length is
 * part of a plan anyhow, and what nodes bind is not there before the run. Values stay the same.
 *
 * @param compaction the copy, and what the graph's values are in it
 * @param inputs of the copy, by symbol: I64 scalars for what these stand for
 */
record SymbolOperands(Compaction compaction, Map<SymbolId, ValueId> inputs) {
  /** Rewrites what the roots need. */
  static SymbolOperands of(Graph graph, Collection<ValueId> roots) {
    Starts starts = new Starts(graph, graph.order(roots));
    Compaction compaction = graph.compact(roots, starts);
    return new SymbolOperands(compaction, starts.inputs);
  }

  /** Puts starts where kernels read them. */
  private static final class Starts implements Substitution {
    private final Graph graph;
    private final Set<SymbolId> lengths = new HashSet<>();
    private final Set<String> names = new HashSet<>();
    private final Map<SymbolId, ValueId> inputs = new LinkedHashMap<>();

    private Starts(Graph graph, List<NodeId> order) {
      this.graph = graph;
      for (NodeId node : order) {
        if (graph.op(node) instanceof SourceOp.Input input) {
          names.add(input.name());
          addLengths(graph.types(node).get(0));
        }
      }
    }

    private void addLengths(ValueType type) {
      if (type instanceof TensorType tensor && tensor.shape().isRanked()) {
        tensor.shape().extents().stream()
            .filter(extent -> !extent.isFixed())
            .map(Extent::symbol)
            .forEach(lengths::add);
      }
    }

    @Override
    public Optional<Replacement> substitute(Graph copy, NodeId node, List<ValueId> operands) {
      if (!(graph.op(node) instanceof WriteSlice op) || !isFree(op.start())) {
        return Optional.empty();
      }
      String name = graph.name(node);
      ValueId start =
          inputs.computeIfAbsent(op.start().extent().symbol(), symbol -> input(copy, symbol));
      List<ValueId> others = new ArrayList<>(operands.subList(0, 2));
      boolean hasOffset = operands.size() > 2 && !operands.get(2).isAbsent();
      others.add(
          hasOffset ? copy.apply(name, new Binary(OpKind.ADD), operands.get(2), start) : start);
      WriteSlice written = new WriteSlice(op.axis(), DynScalar.of(0), op.rotating());
      return Optional.of(new Replacement(written, others));
    }

    private boolean isFree(DynScalar start) {
      return !start.isConstant()
          && !lengths.contains(start.extent().symbol())
          && graph.producer(start.extent().symbol()).isEmpty();
    }

    private ValueId input(Graph copy, SymbolId symbol) {
      String name = symbol.name();
      while (!names.add(name)) {
        name = "'" + name + "'";
      }
      return copy.input(name, ValueType.tensor(DType.I64, Shape.scalar()));
    }
  }
}
