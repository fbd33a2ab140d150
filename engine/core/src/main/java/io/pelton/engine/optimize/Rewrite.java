package io.pelton.engine.optimize;

import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.graph.BranchOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.StorageClass;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ValueType.TensorType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * A graph that is being rewritten: what rules may know of it beyond its nodes. Nodes that the
 * targets no longer need count as gone, although the graph keeps them until it is compacted.
 */
public final class Rewrite {
  private final Graph graph;
  private final List<ValueId> targets;
  private final Coverage coverage;
  private final LiveUses uses;
  private final ValueNumbers numbers = new ValueNumbers(this);

  Rewrite(Graph graph, List<ValueId> targets, Coverage coverage) {
    this.graph = graph;
    this.targets = new ArrayList<>(targets);
    this.coverage = coverage;
    this.uses = new LiveUses(graph);
    targets.forEach(target -> uses.add(target, 1));
  }

  public Graph graph() {
    return graph;
  }

  List<ValueId> targets() {
    return targets;
  }

  /** How many edges of needed nodes read the value; being a target counts as one more. */
  public int uses(ValueId value) {
    return uses.of(value);
  }

  public boolean isNeeded(NodeId node) {
    return uses.isNeeded(node);
  }

  /**
   * True when a node that takes the root's place may do the node's work too: nothing orders the
   * node, and both are to run in the same place.
   */
  public boolean canAbsorb(NodeId root, NodeId node) {
    return !graph.isOrdered(node) && isSamePlace(root, node);
  }

  boolean isSamePlace(NodeId one, NodeId other) {
    return graph.placement(one).equals(graph.placement(other))
        && graph.targetBackend(one).equals(graph.targetBackend(other));
  }

  /** Finds equal nodes, as of the current sweep. */
  public ValueNumbers numbers() {
    return numbers;
  }

  /** True when the target backend has a kernel for such a node, whose operands fit the op. */
  public boolean covers(Op op, List<ValueId> operands) {
    return covers(op, operands, op.infer(graph.inference("candidate", op, operands)));
  }

  /** Like {@link #covers(Op, List)}, where the types of the outputs are known. */
  public boolean covers(Op op, List<ValueId> operands, List<ValueType> outputs) {
    return coverage.covers(graph, op, operands, outputs);
  }

  /** The types that the outputs of such a node would have; empty where its operands don't fit. */
  public Optional<List<ValueType>> admits(String name, Op op, List<ValueId> operands) {
    try {
      return Optional.of(op.infer(graph.inference(name, op, operands)));
    } catch (InvalidOp refusal) {
      return Optional.empty();
    }
  }

  /**
   * True when a value of that type can stand for the node's output: one dtype and rank, the same
   * fixed lengths, rows where there were rows.
   */
  public boolean canReplace(NodeId node, ValueType type) {
    return canReplace(node, List.of(type));
  }

  /** Like {@link #canReplace(NodeId, ValueType)}, for each of the node's outputs. */
  public boolean canReplace(NodeId node, List<ValueType> types) {
    List<ValueType> expected = graph.types(node);
    return expected.size() == types.size()
        && IntStream.range(0, types.size())
            .allMatch(slot -> canReplace(expected.get(slot), types.get(slot)));
  }

  private boolean canReplace(ValueType expected, ValueType found) {
    return expected instanceof TensorType before
        && found instanceof TensorType after
        && Types.agree(graph, before, after);
  }

  /** True when the target backend has a kernel for the node. */
  public boolean covers(NodeId node) {
    return coverage.covers(graph, graph.op(node), graph.operands(node), graph.types(node));
  }

  /**
   * Replaces the outputs of a node, by slot, for all that need them.
   *
   * @return false when nothing needed what was replaced by something else
   */
  boolean replace(NodeId node, List<ValueId> replacement) {
    boolean progress = false;
    for (int slot = 0; slot < replacement.size(); slot++) {
      progress |= replace(new ValueId(node, slot), replacement.get(slot));
    }
    return progress;
  }

  private boolean replace(ValueId from, ValueId to) {
    int moved = uses.of(from);
    if (from.equals(to) || moved == 0 || exposesState(from, to)) {
      return false;
    }
    graph.redirect(from, to);
    targets.replaceAll(target -> target.equals(from) ? to : target);
    uses.add(to, moved);
    uses.remove(from, moved);
    return true;
  }

  /** What destructive nodes make of a value of the run's own must not reach the session's state. */
  private boolean exposesState(ValueId from, ValueId to) {
    return isState(to) && !isState(from) && isRewritten(from);
  }

  private boolean isState(ValueId value) {
    ValueId at = value;
    while (graph.op(at.node()).isView()
        || graph.op(at.node()).destructiveInput().equals(OptionalInt.of(at.slot()))) {
      if (graph.op(at.node()) instanceof BranchOp) {
        return graph.operands(at.node()).stream().anyMatch(this::isState);
      }
      at = graph.operands(at.node()).get(0);
    }
    return graph.storageClass(at.node()) == StorageClass.SESSION;
  }

  private boolean isRewritten(ValueId value) {
    for (NodeId reader : graph.consumers(value)) {
      boolean isFirst = graph.operands(reader).get(0).equals(value);
      boolean isAlias =
          graph.op(reader).isView() && (isFirst || graph.op(reader) instanceof BranchOp);
      if ((isAlias && isRewritten(new ValueId(reader, 0)))
          || (isFirst && graph.op(reader).destructiveInput().isPresent())) {
        return true;
      }
    }
    return false;
  }
}
