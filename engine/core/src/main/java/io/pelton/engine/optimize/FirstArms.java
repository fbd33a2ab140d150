package io.pelton.engine.optimize;

import io.pelton.engine.graph.BranchOp;
import io.pelton.engine.graph.ControlOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Decides branches before anything else, for who never picks another arm: without them, a graph is
 * optimized as if its other arms had not been there. No rule of the registries, since others pick
 * arms of optimized graphs.
 */
public final class FirstArms {
  private static final RuleRegistry RULES =
      new RuleRegistry(
          Coverage.ofAll(List.of()), List.of(new Family("branches", List.of(new FirstArm()))));

  private FirstArms() {}

  /**
   * A compact copy with arm 0 in the place of each branch; the graph itself where it has none. A
   * branch that control edges order stays, and so does one that is placed elsewhere than its arm 0,
   * which is what runs for it all the same. Bodies that nodes own are decided, too.
   */
  public static NamedGraph of(NamedGraph named) {
    if (!hasBranches(named)) {
      return named;
    }
    NamedGraph copy = named.mapBodies(FirstArms::of);
    dropOthers(copy.graph(), copy.outputs().values());
    List<ValueId> targets =
        RULES.optimizeToFixpoint(copy.graph(), List.copyOf(copy.outputs().values()));
    return new NamedGraph(copy.name(), copy.graph(), copy.inputs(), copy.outputsAs(targets))
        .compacted();
  }

  /** Branches that stay need their arm 0 alone, unless another's type says more than its. */
  private static void dropOthers(Graph graph, Collection<ValueId> targets) {
    for (NodeId node : graph.order(targets)) {
      ValueId first = graph.op(node) instanceof BranchOp ? graph.operands(node).get(0) : null;
      for (int arm = 1; first != null && arm < graph.operands(node).size(); arm++) {
        if (graph.type(graph.operands(node).get(arm)).equals(graph.type(first))) {
          graph.replaceOperand(node, arm, first);
        }
      }
    }
  }

  private static boolean hasBranches(NamedGraph named) {
    return named.graph().order(named.outputs().values()).stream()
        .map(named.graph()::op)
        .anyMatch(
            op ->
                op instanceof BranchOp
                    || (op instanceof ControlOp control
                        && control.bodies().stream().anyMatch(FirstArms::hasBranches)));
  }

  private record FirstArm() implements Rule {
    @Override
    public String name() {
      return "first-arm";
    }

    @Override
    public Exactness exactness() {
      return Exactness.EXACT;
    }

    @Override
    public String pattern() {
      return "Branch(x, ...)";
    }

    @Override
    public String becomes() {
      return "x";
    }

    @Override
    public Set<OpKind> roots() {
      return Set.of(OpKind.BRANCH);
    }

    @Override
    public Optional<List<ValueId>> apply(Rewrite rewrite, NodeId node) {
      return Optional.of(List.of(rewrite.graph().operands(node).get(0)));
    }
  }
}
