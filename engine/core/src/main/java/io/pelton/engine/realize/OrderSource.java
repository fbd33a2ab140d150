package io.pelton.engine.realize;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.plan.run.RunCosts;
import io.pelton.engine.realize.pick.PickedRoute;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;

/**
 * Yields the nodes of one pass, chunk by chunk: each node that the targets need, for plan operands
 * too, once and after all that it depends on; of each branch one arm; no sources. All forms yield
 * the same nodes for the same arms. Used by one thread; reads the graph, which must not change
 * meanwhile.
 */
public sealed interface OrderSource permits ListedOrder, StreamingOrder {
  /**
   * The most nodes of a chunk, but for {@link #cached}: enough for a chunk's costs to be shared by
   * many nodes, and few enough for the first chunk to run while later ones are planned. A chunk
   * ends where a run does, except within runs that are longer than a chunk.
   */
  int CHUNK = 128;

  /** The next nodes; empty when there are no more. */
  List<NodeId> next();

  /**
   * The graph's own order.
   *
   * @param arms the arm of each branch
   * @throws io.pelton.engine.error.DestructiveCycle when the nodes have no order
   * @throws io.pelton.engine.error.InvalidBranch when there is no such arm
   */
  static OrderSource planned(
      Graph graph, List<ValueId> targets, ToIntFunction<NodeId> arms, RunCosts costs) {
    return ListedOrder.planned(graph, targets, arms, costs);
  }

  /**
   * Run by run along the critical path where there are several devices, else the graph's own order.
   *
   * @throws io.pelton.engine.error.DestructiveCycle when the nodes have no order
   * @throws io.pelton.engine.error.InvalidBranch when the route names an arm that is not there
   */
  static OrderSource optimized(
      Graph graph, List<ValueId> targets, PickedRoute route, RunCosts costs) {
    return ListedOrder.optimized(graph, targets, route, costs);
  }

  /**
   * First what is needed whichever arms are picked, up to the first branches. When all of that was
   * yielded, and {@link #next} is called for more, the first branch in graph order that nothing
   * unresolved is before is asked for; what its arm alone needs follows, and what then depends on
   * no other branch. What lies between two questions is ordered like {@link #optimized}.
   *
   * @param arms asked once for each branch that is needed, by {@link #next}
   * @throws io.pelton.engine.error.DestructiveCycle when the nodes, of all arms, have no order;
   *     {@link #next} throws {@link io.pelton.engine.error.InvalidBranch} when an answer is no arm
   */
  static OrderSource streaming(
      Graph graph, List<ValueId> targets, ToIntFunction<NodeId> arms, RunCosts costs) {
    return new StreamingOrder(graph, targets, arms, costs);
  }

  /**
   * The order of {@link #optimized}, to be kept for {@link #cached}.
   *
   * @return empty where the targets need a branch: what runs then differs from pass to pass
   * @throws io.pelton.engine.error.DestructiveCycle when the nodes have no order
   */
  static Optional<List<NodeId>> cacheable(Graph graph, List<ValueId> targets, RunCosts costs) {
    return ListedOrder.cacheable(graph, targets, costs);
  }

  /** An order that was found before, in one chunk. */
  static OrderSource cached(List<NodeId> order) {
    return ListedOrder.cached(order);
  }
}
