package io.pelton.engine.graph;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Copies what is needed of a graph. */
final class Compactor {
  private final Graph source;
  private final Substitution substitution;
  private final UnaryOperator<Op> ops;
  private final Graph copy;
  private final Map<NodeId, NodeId> moved = new LinkedHashMap<>();

  Compactor(Graph source, Substitution substitution, UnaryOperator<Op> ops) {
    this.source = source;
    this.substitution = substitution;
    this.ops = ops;
    this.copy = source.emptied();
  }

  Compaction compact(Collection<ValueId> roots) {
    for (NodeId old : source.order(roots)) {
      NodeId id = add(old);
      moved.put(old, id);
      copy.copySideTables(source, old, id);
      source.divergence(old).map(moved::get).ifPresent(at -> copy.diverge(id, at));
      source.controlled(old).forEach(before -> copy.orderAfter(id, moved.get(before)));
    }
    return new Compaction(copy, moved);
  }

  private NodeId add(NodeId old) {
    List<ValueId> operands = new ArrayList<>(source.operands(old));
    operands.replaceAll(
        operand ->
            operand.isAbsent() ? operand : new ValueId(moved.get(operand.node()), operand.slot()));
    Optional<NodeId> other = substitution.substitute(copy, old, operands);
    other.ifPresent(
        id ->
            copy.inference(id)
                .check(
                    copy.types(id).equals(source.types(old)),
                    "outputs " + copy.types(id) + " can't replace " + source.types(old)));
    return other.orElseGet(() -> copy.copy(source, old, ops.apply(source.op(old)), operands));
  }
}
