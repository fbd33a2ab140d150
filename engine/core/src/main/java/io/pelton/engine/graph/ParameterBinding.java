package io.pelton.engine.graph;

import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Copies a graph with constants in the place of inputs. Types of what is computed from them are
 * inferred anew, since shapes may follow from their values, so that the copy is the graph that its
 * author would have built on constants.
 */
final class ParameterBinding {
  private final Graph source;
  private final Map<NodeId, Tensor> values;
  private final Graph copy;
  private final Map<NodeId, NodeId> moved = new LinkedHashMap<>();
  private final Set<NodeId> concerned = new HashSet<>();

  /**
   * @param values by the inputs whose place they take
   */
  ParameterBinding(Graph source, Map<NodeId, Tensor> values) {
    this.source = source;
    this.values = values;
    this.copy = source.emptied();
  }

  /** What the roots need. */
  Compaction bind(Collection<ValueId> roots) {
    for (NodeId old : source.order(roots)) {
      Tensor value = values.get(old);
      NodeId id = value == null ? add(old) : copy.constant(source.name(old), value).node();
      moved.put(old, id);
      if (value == null) {
        copy.copySideTables(source, old, id);
      } else {
        concerned.add(old);
      }
      source.divergence(old).map(moved::get).ifPresent(at -> copy.diverge(id, at));
      source.controlled(old).forEach(before -> copy.orderAfter(id, moved.get(before)));
    }
    return new Compaction(copy, moved);
  }

  private NodeId add(NodeId old) {
    List<ValueId> operands = new ArrayList<>();
    for (ValueId operand : source.operands(old)) {
      operands.add(
          operand.isAbsent() ? operand : new ValueId(moved.get(operand.node()), operand.slot()));
    }
    // arms of a branch had to agree when it was made, by what was known then
    boolean isConcerned =
        !(source.op(old) instanceof BranchOp)
            && source.operands(old).stream()
                .anyMatch(operand -> !operand.isAbsent() && concerned.contains(operand.node()));
    if (!isConcerned) {
      return copy.copy(source, old, source.op(old), operands);
    }
    concerned.add(old);
    return copy.add(source.name(old), source.op(old), operands);
  }
}
