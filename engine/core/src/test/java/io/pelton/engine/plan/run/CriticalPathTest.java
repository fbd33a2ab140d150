package io.pelton.engine.plan.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.testing.BranchingGraph;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CriticalPathTest {
  private static final DeviceId ONE = DeviceId.first("cpu");
  private static final DeviceId TWO = new DeviceId("cpu", 1);

  private final Graph graph = new Graph();
  private final ValueId x = graph.input("x", ValueType.tensor(DType.F32, Shape.fixed(4)));
  private final Map<NodeId, Double> nanos = new HashMap<>();
  private double move;

  /** Whole numbers, so that sums don't depend on their order. */
  private final RunCosts costs =
      new RunCosts() {
        @Override
        public DeviceId device(NodeId node) {
          return graph.placement(node).orElse(ONE);
        }

        @Override
        public double nanos(NodeId node) {
          return nanos.getOrDefault(node, 1.0);
        }

        @Override
        public double moveNanos(NodeId producer, NodeId reader) {
          return move;
        }
      };

  private ValueId relu(String name, double cost, DeviceId device, ValueId of) {
    return add(name, cost, device, new ElementwiseOp.Unary(OpKind.RELU), of);
  }

  private ValueId sum(String name, ValueId left, ValueId right) {
    return add(name, 1, ONE, new ElementwiseOp.Binary(OpKind.ADD), left, right);
  }

  private ValueId add(
      String name, double cost, DeviceId device, ElementwiseOp op, ValueId... operands) {
    ValueId added = graph.apply(name, op, operands);
    graph.place(added.node(), device);
    nanos.put(added.node(), cost);
    return added;
  }

  private List<String> order(ValueId... targets) {
    Runs runs = Runs.of(graph, List.of(targets), branch -> 0, costs::device);
    return CriticalPath.order(runs, costs).stream().map(graph::name).toList();
  }

  @Test
  void theLongestPathComesFirst() {
    ValueId shorter = relu("shorter", 5, TWO, relu("short", 5, TWO, x));
    ValueId longer = relu("longer", 10, ONE, relu("long", 1, ONE, x));
    assertThat(order(sum("sum", shorter, longer)))
        .containsExactly("long", "longer", "short", "shorter", "sum");
  }

  @Test
  void aMoveIsPartOfThePath() {
    ValueId shorter = relu("shorter", 5, TWO, relu("short", 5, TWO, x));
    ValueId longer = relu("longer", 10, ONE, relu("long", 1, ONE, x));
    move = 2;
    assertThat(order(sum("sum", shorter, longer)))
        .containsExactly("short", "shorter", "long", "longer", "sum");
  }

  @Test
  void equalsStayInGraphOrder() {
    ValueId a = relu("a", 3, TWO, x);
    ValueId b = relu("b", 3, ONE, x);
    ValueId c = relu("c", 3, ONE, x);
    assertThat(order(sum("end", sum("sum", a, b), c))).containsExactly("a", "b", "c", "sum", "end");
    assertThat(order(a, c, b)).containsExactly("a", "c", "b");
  }

  @Test
  void onOneDeviceTheOrderIsUntouched() {
    ValueId shorter = relu("shorter", 5, ONE, relu("short", 5, ONE, x));
    ValueId longer = relu("longer", 10, ONE, relu("long", 1, ONE, x));
    assertThat(order(sum("sum", shorter, longer)))
        .containsExactly("short", "shorter", "long", "longer", "sum");
    for (long seed = 1; seed <= 200; seed++) {
      BranchingGraph random = new BranchingGraph(seed, 1);
      Map<NodeId, Integer> arms = random.randomArms();
      List<NodeId> graphOrder = new ArrayList<>(random.graph.order(random.targets, arms::get));
      graphOrder.removeIf(random::isSource);
      Runs runs = Runs.of(random.graph, random.targets, arms::get, random::device);
      assertThat(CriticalPath.order(runs, new RandomCosts(random)))
          .as("seed %d", seed)
          .isEqualTo(graphOrder);
    }
  }

  @Test
  void onTwoDevicesItIsThatOfTheNaiveScheduler() {
    int reordered = 0;
    for (long seed = 1; seed <= 500; seed++) {
      BranchingGraph random = new BranchingGraph(seed, 2);
      Map<NodeId, Integer> arms = random.randomArms();
      Runs runs = Runs.of(random.graph, random.targets, arms::get, random::device);
      if (runs.all().stream().map(Run::device).distinct().count() < 2) {
        continue;
      }
      RandomCosts some = new RandomCosts(random);
      List<NodeId> order = CriticalPath.order(runs, some);
      assertThat(order).as("seed %d", seed).isEqualTo(new Naive(random, arms, runs, some).order());
      reordered += order.equals(runs.nodes()) ? 0 : 1;
    }
    assertThat(reordered).isGreaterThan(100);
  }

  @Test
  void deepGraphsTakeNoStack() {
    ValueId one = x;
    ValueId two = x;
    for (int i = 0; i < 15_000; i++) {
      one = relu("one", 1, i % 2 == 0 ? ONE : TWO, one);
      two = i % 3 == 0 ? sum("sum", two, one) : relu("two", 2, TWO, two);
    }
    ValueId end = sum("end", one, two);
    Runs runs = Runs.of(graph, List.of(end), branch -> 0, costs::device);
    assertThat(runs.all()).hasSizeGreaterThan(15_000);
    List<NodeId> order = CriticalPath.order(runs, costs);
    assertThat(order).hasSize(30_001).doesNotHaveDuplicates();
    assertThat(order.get(30_000)).isEqualTo(end.node());
  }

  /** Small whole numbers, so that many are equal. */
  private record RandomCosts(BranchingGraph random) implements RunCosts {
    @Override
    public DeviceId device(NodeId node) {
      return random.device(node);
    }

    @Override
    public double nanos(NodeId node) {
      return 1 + node.index() * 7919 % 5;
    }

    @Override
    public double moveNanos(NodeId producer, NodeId reader) {
      return (producer.index() + reader.index()) % 4;
    }
  }

  /** Looks at every node for every decision. */
  private record Naive(
      BranchingGraph random, Map<NodeId, Integer> arms, Runs runs, RunCosts costs) {
    private List<NodeId> order() {
      List<Run> open = new ArrayList<>(runs.all());
      List<NodeId> order = new ArrayList<>();
      while (!open.isEmpty()) {
        Run best = null;
        for (Run run : open) {
          boolean isReady = order.containsAll(before(run));
          if (isReady && (best == null || remaining(run) > remaining(best))) {
            best = run;
          }
        }
        open.remove(best);
        order.addAll(best.nodes());
      }
      return order;
    }

    private Set<NodeId> before(Run run) {
      Set<NodeId> before = new HashSet<>(random.before(run.nodes().get(0), arms::get));
      before.removeAll(run.nodes());
      return before;
    }

    private double remaining(Run run) {
      NodeId last = run.nodes().get(run.nodes().size() - 1);
      double behind = 0;
      for (Run later : runs.all()) {
        if (before(later).contains(last)) {
          boolean isMoved = !later.device().equals(run.device());
          double moved = isMoved ? costs.moveNanos(last, later.nodes().get(0)) : 0;
          behind = Math.max(behind, moved + remaining(later));
        }
      }
      double own = 0;
      for (NodeId node : run.nodes()) {
        own += costs.nanos(node);
      }
      return own + behind;
    }
  }
}
