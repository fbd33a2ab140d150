package io.pelton.engine.optimize.lowering;

import io.pelton.engine.graph.Decomposable;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.optimize.ExactRule;
import io.pelton.engine.optimize.Rewrite;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** An op for which the backend has no kernel becomes the ops that it stands for. */
final class Decompose extends ExactRule {
  Decompose() {
    super(
        "decompose",
        Set.of(),
        "an op with a decomposition and without a kernel",
        "its decomposition");
  }

  @Override
  public Optional<List<ValueId>> apply(Rewrite rewrite, NodeId node) {
    Graph graph = rewrite.graph();
    if (!(graph.op(node) instanceof Decomposable op)
        || rewrite.covers(node)
        || !isRanked(graph, node)) {
      return Optional.empty();
    }
    int before = graph.size();
    List<ValueId> parts = op.decompose(graph, graph.name(node), List.copyOf(graph.operands(node)));
    // an op that is part of its own decomposition, and still not covered, would come back for ever
    for (int added = before; added < graph.size(); added++) {
      NodeId part = new NodeId(added);
      if (graph.op(part).kind() == graph.op(node).kind() && !rewrite.covers(part)) {
        return Optional.empty();
      }
    }
    return Optional.of(parts);
  }

  private static boolean isRanked(Graph graph, NodeId node) {
    return graph.operands(node).stream()
        .allMatch(
            operand ->
                operand.isAbsent()
                    || !(graph.type(operand) instanceof TensorType tensor)
                    || tensor.shape().isRanked());
  }
}
