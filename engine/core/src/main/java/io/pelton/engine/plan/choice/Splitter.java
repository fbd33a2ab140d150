package io.pelton.engine.plan.choice;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.kernel.Device;
import io.pelton.engine.plan.PlanContext;
import io.pelton.engine.plan.choice.Roles.Role;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Divides a graph between the host and a device so that kernels and moves together cost least: a
 * minimum cut, where a value that is read on the other side is moved once, however many read it
 * there. Inputs come from the host, outputs go there, and weights are free: they lie on both.
 */
final class Splitter {
  /** Sixteenths of a nanosecond, up to 18 minutes a node. */
  private static final double UNITS = 16;

  private static final long MOST = 1L << 44;

  private final Graph graph;
  private final List<NodeId> order;
  private final Roles roles;
  private final Prices prices;
  private final Map<NodeId, Integer> vertices = new HashMap<>();
  private final Map<NodeId, double[]> nanos = new HashMap<>();
  private final Map<ValueId, Set<Integer>> readers = new LinkedHashMap<>();
  private final MinimumCut cut = new MinimumCut();

  Splitter(Graph graph, List<ValueId> targets, PlanContext context, Device away) {
    this.graph = graph;
    this.order = graph.order(targets);
    this.roles = new Roles(graph, order, away.id());
    this.prices = new Prices(graph, context, away);
    for (NodeId node : order) {
      if (roles.of(node) != Role.KNOWN) {
        addNode(node);
      }
    }
    targets.forEach(target -> addReader(target, MinimumCut.SOURCE));
  }

  private void addNode(NodeId node) {
    Role role = roles.of(node);
    Op op = graph.op(node);
    Integer target = role == Role.HOST || role == Role.AWAY ? null : shared(node, op);
    int vertex = target != null ? target : vertex(role);
    vertices.put(node, vertex);
    if (role != Role.FOLLOWS) {
      addKernel(node, role);
    }
    for (int i = 0; i < graph.operands(node).size(); i++) {
      ValueId operand = graph.operands(node).get(i);
      if (!operand.isAbsent() && op.kind() != OpKind.SHAPE) {
        addReader(operand, op.isPlanOperand(i) ? MinimumCut.SOURCE : vertex);
      }
    }
    op.produces().keySet().forEach(slot -> addReader(new ValueId(node, slot), MinimumCut.SOURCE));
  }

  private int vertex(Role role) {
    return role == Role.HOST
        ? MinimumCut.SOURCE
        : role == Role.AWAY ? MinimumCut.SINK : cut.addVertex();
  }

  /** That of the operand whose memory the node's output lies in; null where there is none. */
  private Integer shared(NodeId node, Op op) {
    if (roles.of(node) == Role.FOLLOWS) {
      return vertices.get(graph.operands(node).get(0).node());
    }
    return op.destructiveInput().isPresent()
        ? vertices.get(graph.operands(node).get(op.destructiveInput().getAsInt()).node())
        : null;
  }

  private void addKernel(NodeId node, Role role) {
    boolean isPriced = role == Role.FREE || role == Role.AWAY;
    double[] both = isPriced ? new double[] {prices.host(node), prices.away(node)} : new double[2];
    if (Double.isInfinite(both[0]) && Double.isInfinite(both[1])) {
      // planning the node says so
      both = new double[2];
    }
    nanos.put(node, both);
    int vertex = vertices.get(node);
    if (vertex > MinimumCut.SINK) {
      cut.addEdge(vertex, MinimumCut.SINK, units(both[0]));
      cut.addEdge(MinimumCut.SOURCE, vertex, units(both[1]));
    }
  }

  private static long units(double nanos) {
    return Double.isInfinite(nanos)
        ? MinimumCut.INFINITE
        : Math.min(MOST, Math.round(nanos * UNITS));
  }

  private void addReader(ValueId value, int vertex) {
    if (roles.of(value.node()) != Role.KNOWN) {
      readers.computeIfAbsent(value, read -> new LinkedHashSet<>()).add(vertex);
    }
  }

  /** What stays where it is unless it was placed elsewhere. */
  Split hostAlone() {
    BitSet side = new BitSet();
    side.set(MinimumCut.SINK);
    return split(side);
  }

  /** The cheapest; where several are, the one with the least on the device. Asked for once. */
  Split cheapest() {
    readers.forEach(this::addMoves);
    return split(cut.sinkSide());
  }

  private void addMoves(ValueId value, Set<Integer> by) {
    int producer = vertices.get(value.node());
    List<Integer> others = new ArrayList<>(by);
    others.remove(Integer.valueOf(producer));
    if (others.size() == 1) {
      cut.addEdge(producer, others.get(0), units(prices.up(value)));
      cut.addEdge(others.get(0), producer, units(prices.down(value)));
    } else if (others.size() > 1) {
      int moved = cut.addVertex();
      cut.addEdge(producer, moved, units(prices.up(value)));
      others.forEach(reader -> cut.addEdge(moved, reader, MinimumCut.INFINITE));
      int returned = cut.addVertex();
      cut.addEdge(returned, producer, units(prices.down(value)));
      others.forEach(reader -> cut.addEdge(reader, returned, MinimumCut.INFINITE));
    }
  }

  private Split split(BitSet side) {
    Set<NodeId> away = new HashSet<>();
    int kernels = 0;
    double kernelNanos = 0;
    for (NodeId node : order) {
      Role role = roles.of(node);
      boolean isAway = role != Role.KNOWN && side.get(vertices.get(node));
      if (isAway && (role == Role.FREE || role == Role.FOLLOWS)) {
        away.add(node);
      }
      if (nanos.containsKey(node)) {
        kernels += isAway ? 1 : 0;
        kernelNanos += nanos.get(node)[isAway ? 1 : 0];
      }
    }
    int moves = 0;
    double moveNanos = 0;
    for (Map.Entry<ValueId, Set<Integer>> read : readers.entrySet()) {
      boolean isAway = side.get(vertices.get(read.getKey().node()));
      if (read.getValue().stream().anyMatch(reader -> side.get(reader) != isAway)) {
        moves++;
        moveNanos += isAway ? prices.down(read.getKey()) : prices.up(read.getKey());
      }
    }
    return new Split(away, kernels, kernelNanos, moves, moveNanos);
  }
}
