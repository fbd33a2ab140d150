package io.pelton.engine.realize.pick;

import io.pelton.engine.error.NoSuchArm;
import io.pelton.engine.graph.Branch.Arm;
import io.pelton.engine.graph.BranchOp;
import io.pelton.engine.graph.Branches;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.SymbolId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * Decides the arms of one pass, each branch once: at the branch, when the pass gets there ({@link
 * #arm}), or all before it starts ({@link #route}). Both ask in the same way, so that they agree as
 * long as telemetry stands still. Takes the graph as it is, optimized or not. One thread at a time.
 */
public final class Picker {
  private final Graph graph;
  private final List<ValueId> targets;
  private final ToIntFunction<NodeId> decision;
  private final Map<NodeId, Integer> picked = new HashMap<>();

  private Picker(Graph graph, Collection<ValueId> targets, ToIntFunction<NodeId> decision) {
    this.graph = graph;
    this.targets = List.copyOf(targets);
    this.decision = decision;
  }

  /**
   * Follows a route; {@link PickedRoute#FIRST_ARMS} where nobody picks.
   *
   * @throws NoSuchArm when the route names a node that is no branch, or an arm that its branch does
   *     not have
   */
  public static Picker following(Graph graph, Collection<ValueId> targets, PickedRoute route) {
    route.arms().forEach((node, arm) -> check(graph, node, arm));
    return new Picker(graph, targets, route::arm);
  }

  /**
   * Asks a selector at every branch that has a choice.
   *
   * @param devices where a node is to run
   * @param lengths what is known of symbols when the pass starts. What the pass itself finds out
   *     must not show, or a pick would depend on when it is made
   */
  public static Picker asking(
      Graph graph,
      Collection<ValueId> targets,
      RuntimeSelector selector,
      BackendRuntimeLookup lookup,
      Function<NodeId, DeviceId> devices,
      Function<SymbolId, OptionalLong> lengths) {
    ArmBytes bytes = new ArmBytes(graph, devices, lengths);
    return new Picker(graph, targets, new Asking(graph, targets, selector, lookup, bytes));
  }

  /** Lists the arms once the first branch is reached. */
  private static final class Asking implements ToIntFunction<NodeId> {
    private final Graph graph;
    private final Collection<ValueId> targets;
    private final RuntimeSelector selector;
    private final BackendRuntimeLookup lookup;
    private final ArmBytes bytes;
    private final Map<NodeId, List<Arm>> arms = new HashMap<>();

    Asking(
        Graph graph,
        Collection<ValueId> targets,
        RuntimeSelector selector,
        BackendRuntimeLookup lookup,
        ArmBytes bytes) {
      this.graph = graph;
      this.targets = List.copyOf(targets);
      this.selector = selector;
      this.lookup = lookup;
      this.bytes = bytes;
    }

    @Override
    public int applyAsInt(NodeId node) {
      if (arms.isEmpty()) {
        Branches.of(graph, targets).forEach(branch -> arms.put(branch.node(), branch.arms()));
      }
      List<ArmEstimate> estimates = new ArrayList<>();
      arms.get(node).forEach(arm -> estimates.add(bytes.of(estimates.size(), arm)));
      return estimates.size() < 2 ? 0 : selector.select(graph.name(node), estimates, lookup);
    }
  }

  private static void check(Graph graph, NodeId node, int arm) {
    boolean isNode = node.index() >= 0 && node.index() < graph.size();
    boolean isBranch = isNode && graph.op(node) instanceof BranchOp;
    int arms = isBranch ? graph.operands(node).size() : 0;
    if (arm < 0 || arm >= arms) {
      throw new NoSuchArm(isNode ? graph.name(node) : node.toString(), arm, arms);
    }
  }

  /**
   * The arm to run at a branch that the targets may need; the same at every call.
   *
   * @throws NoSuchArm when the selector picks one that is not there
   */
  public int arm(NodeId branch) {
    Integer known = picked.get(branch);
    if (known != null) {
      return known;
    }
    int arm = decision.applyAsInt(branch);
    check(graph, branch, arm);
    picked.put(branch, arm);
    return arm;
  }

  /** The arms of all branches that the targets need by way of picked arms. */
  public PickedRoute route() {
    Map<NodeId, Integer> route = new HashMap<>();
    for (NodeId node : graph.order(targets, this::arm)) {
      if (graph.op(node) instanceof BranchOp) {
        route.put(node, arm(node));
      }
    }
    return new PickedRoute(route);
  }
}
