package io.pelton.engine.realize;

import io.pelton.engine.graph.BranchOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.plan.run.CriticalPath;
import io.pelton.engine.plan.run.RunCosts;
import io.pelton.engine.plan.run.Runs;
import io.pelton.engine.realize.pick.PickedRoute;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.function.ToIntFunction;

/** An order that is known as a whole before the first node is asked for. */
final class ListedOrder implements OrderSource {
  private final Queue<List<NodeId>> chunks;

  private ListedOrder(List<List<NodeId>> chunks) {
    this.chunks = new ArrayDeque<>(chunks);
  }

  static ListedOrder planned(
      Graph graph, List<ValueId> targets, ToIntFunction<NodeId> arms, RunCosts costs) {
    Runs runs = Runs.of(graph, targets, arms, costs::device);
    return new ListedOrder(Chunks.of(runs.nodes(), runs, CHUNK));
  }

  static ListedOrder optimized(
      Graph graph, List<ValueId> targets, PickedRoute route, RunCosts costs) {
    Runs runs = Runs.of(graph, targets, route::arm, costs::device);
    return new ListedOrder(Chunks.of(CriticalPath.order(runs, costs), runs, CHUNK));
  }

  static Optional<List<NodeId>> cacheable(Graph graph, List<ValueId> targets, RunCosts costs) {
    Runs runs = Runs.of(graph, targets, branch -> 0, costs::device);
    boolean isBranched = runs.nodes().stream().anyMatch(n -> graph.op(n) instanceof BranchOp);
    return isBranched ? Optional.empty() : Optional.of(CriticalPath.order(runs, costs));
  }

  static ListedOrder cached(List<NodeId> order) {
    return new ListedOrder(order.isEmpty() ? List.of() : List.of(List.copyOf(order)));
  }

  @Override
  public List<NodeId> next() {
    List<NodeId> chunk = chunks.poll();
    return chunk == null ? List.of() : chunk;
  }
}
