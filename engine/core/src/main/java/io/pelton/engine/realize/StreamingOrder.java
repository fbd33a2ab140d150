package io.pelton.engine.realize;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.plan.run.CriticalPath;
import io.pelton.engine.plan.run.Dependencies;
import io.pelton.engine.plan.run.RunCosts;
import io.pelton.engine.plan.run.RunCutter;
import io.pelton.engine.plan.run.Runs;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.function.ToIntFunction;

/** Resolves each branch when everything that is needed before it has been yielded. */
final class StreamingOrder implements OrderSource {
  private static final class Need {
    private final List<NodeId> dependents = new ArrayList<>();
    private int waitingFor;
    private boolean isDone;
  }

  private final Dependencies dependencies;
  private final CommonNeeds common;
  private final RunCutter cutter;
  private final RunCosts costs;
  private final ToIntFunction<NodeId> arms;
  private final Map<NodeId, Integer> picked = new HashMap<>();
  private final Need[] needs;
  private final Comparator<NodeId> inGraphOrder;
  private final Deque<NodeId> ready = new ArrayDeque<>();
  private final PriorityQueue<NodeId> frontier;
  private final Queue<List<NodeId>> chunks = new ArrayDeque<>();

  StreamingOrder(Graph graph, List<ValueId> targets, ToIntFunction<NodeId> arms, RunCosts costs) {
    this.arms = arms;
    this.costs = costs;
    this.dependencies = new Dependencies(graph);
    List<NodeId> order = graph.order(targets);
    int[] positions = new int[graph.size()];
    for (int at = 0; at < order.size(); at++) {
      positions[order.get(at).index()] = at;
    }
    this.common = new CommonNeeds(dependencies, order, positions);
    this.cutter = new RunCutter(graph, targets, costs::device);
    this.needs = new Need[graph.size()];
    this.inGraphOrder = Comparator.comparingInt(node -> positions[node.index()]);
    this.frontier = new PriorityQueue<>(inGraphOrder);
    need(dependencies.of(targets));
  }

  @Override
  public List<NodeId> next() {
    while (chunks.isEmpty()) {
      if (!ready.isEmpty()) {
        yieldStretch();
      } else if (!frontier.isEmpty()) {
        resolve(frontier.poll());
      } else {
        return List.of();
      }
    }
    return chunks.poll();
  }

  /** All nodes that nothing unresolved is before. */
  private void yieldStretch() {
    List<NodeId> stretch = new ArrayList<>();
    while (!ready.isEmpty()) {
      NodeId node = ready.pop();
      stretch.add(node);
      Need need = needs[node.index()];
      need.isDone = true;
      for (NodeId dependent : need.dependents) {
        if (--needs[dependent.index()].waitingFor == 0) {
          arrive(dependent);
        }
      }
    }
    stretch.sort(inGraphOrder);
    Runs runs = cutter.cut(stretch, picked::get);
    chunks.addAll(Chunks.of(CriticalPath.order(runs, costs), runs, CHUNK));
  }

  private void resolve(NodeId branch) {
    int arm = dependencies.checkedArm(branch, arms.applyAsInt(branch));
    picked.put(branch, arm);
    Set<NodeId> exit = dependencies.exit(branch, arm);
    need(exit);
    await(branch, exit);
  }

  private void need(Set<NodeId> roots) {
    Deque<NodeId> open = new ArrayDeque<>(roots);
    List<NodeId> found = new ArrayList<>();
    while (!open.isEmpty()) {
      NodeId node = open.pop();
      if (needs[node.index()] == null) {
        needs[node.index()] = new Need();
        found.add(node);
        common.before(node).forEach(open::push);
      }
    }
    found.forEach(node -> await(node, common.before(node)));
  }

  private void await(NodeId node, Set<NodeId> before) {
    Need need = needs[node.index()];
    for (NodeId earlier : before) {
      if (!needs[earlier.index()].isDone) {
        needs[earlier.index()].dependents.add(node);
        need.waitingFor++;
      }
    }
    if (need.waitingFor == 0) {
      arrive(node);
    }
  }

  /** Nothing is left before the node, or, of a branch, before its arms. */
  private void arrive(NodeId node) {
    if (dependencies.isBranch(node) && !picked.containsKey(node)) {
      frontier.add(node);
    } else {
      ready.add(node);
    }
  }
}
