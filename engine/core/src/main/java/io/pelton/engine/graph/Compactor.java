package io.pelton.engine.graph;

import io.pelton.engine.graph.Substitution.Replacement;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.Extent;
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
    Replacement kept = new Replacement(ops.apply(source.op(old)), operands);
    Optional<Replacement> other = substitution.substitute(copy, old, operands);
    other.ifPresent(replacement -> check(old, replacement));
    Replacement made = other.orElse(kept);
    return copy.copy(source, old, made.op(), made.operands());
  }

  /** Operands may be known better by now than when the node was added. */
  private void check(NodeId old, Replacement made) {
    Inference inference = copy.inference(source.name(old), made.op(), made.operands());
    List<ValueType> before = source.types(old);
    List<ValueType> after = made.op().infer(inference);
    boolean agree = before.size() == after.size();
    for (int slot = 0; agree && slot < before.size(); slot++) {
      agree = agree(before.get(slot), after.get(slot));
    }
    inference.check(agree, "outputs " + after + " can't replace " + before);
  }

  private static boolean agree(ValueType before, ValueType after) {
    if (!(before instanceof TensorType a && after instanceof TensorType b)) {
      return before.equals(after);
    }
    boolean isRanked = a.shape().isRanked() && b.shape().isRanked();
    boolean agree = a.dtype() == b.dtype() && (!isRanked || a.shape().rank() == b.shape().rank());
    for (int axis = 0; agree && isRanked && axis < a.shape().rank(); axis++) {
      Extent left = a.shape().extent(axis);
      Extent right = b.shape().extent(axis);
      agree = !left.isFixed() || !right.isFixed() || left.max() == right.max();
    }
    return agree;
  }
}
