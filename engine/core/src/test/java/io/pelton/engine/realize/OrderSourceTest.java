package io.pelton.engine.realize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.InvalidBranch;
import io.pelton.engine.graph.BranchOp;
import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.realize.pick.PickedRoute;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OrderSourceTest {
  private static final DeviceId TWO = new DeviceId("cpu", 1);

  private final Graph graph = new Graph();
  private final ValueId x = graph.input("x", ValueType.tensor(DType.F32, Shape.fixed(4)));
  private final UnitCosts costs = new UnitCosts(graph);
  private final List<String> asked = new ArrayList<>();

  private ValueId relu(String name, ValueId of) {
    return graph.apply(name, new ElementwiseOp.Unary(OpKind.RELU), of);
  }

  private ValueId sum(String name, ValueId left, ValueId right) {
    return graph.apply(name, new ElementwiseOp.Binary(OpKind.ADD), left, right);
  }

  private ValueId branch(String name, ValueId... arms) {
    return graph.apply(name, new BranchOp("end"), arms);
  }

  private ValueId chain(String name, int length, ValueId of) {
    ValueId last = of;
    for (int i = 0; i < length; i++) {
      last = relu(name, last);
    }
    return last;
  }

  private OrderSource planned(ValueId target) {
    return OrderSource.planned(graph, List.of(target), branch -> 0, costs);
  }

  private OrderSource streaming(Map<String, Integer> arms, ValueId... targets) {
    return OrderSource.streaming(
        graph,
        List.of(targets),
        branch -> {
          asked.add(graph.name(branch));
          return arms.getOrDefault(graph.name(branch), 0);
        },
        costs);
  }

  private List<String> next(OrderSource source) {
    return source.next().stream().map(graph::name).toList();
  }

  private static List<Integer> sizes(OrderSource source) {
    List<Integer> sizes = new ArrayList<>();
    for (List<NodeId> chunk = source.next(); !chunk.isEmpty(); chunk = source.next()) {
      sizes.add(chunk.size());
    }
    return sizes;
  }

  @Test
  void chunksEndWhereRunsDo() {
    ValueId first = chain("a", 100, x);
    ValueId second = chain("b", 27, x);
    ValueId third = chain("c", 2, x);
    assertThat(sizes(planned(sum("end", sum("sum", first, second), third))))
        .containsExactly(128, 3);
    ValueId longer = chain("d", 29, x);
    assertThat(sizes(planned(sum("end", sum("sum", first, longer), third))))
        .containsExactly(100, 33);
  }

  @Test
  void onlyARunThatIsLongerThanAChunkIsCut() {
    ValueId end = sum("end", relu("a", x), chain("b", 300, x));
    assertThat(sizes(planned(end))).containsExactly(1, 128, 128, 45);
  }

  @Test
  void whatAsksForSourcesOnlyYieldsNothing() {
    assertThat(planned(x).next()).isEmpty();
    assertThat(streaming(Map.of(), x).next()).isEmpty();
    assertThat(OrderSource.optimized(graph, List.of(x), PickedRoute.FIRST_ARMS, costs).next())
        .isEmpty();
    assertThat(OrderSource.cached(List.of()).next()).isEmpty();
  }

  @Test
  void plannedKeepsTheGraphsOrderAndOptimizedTheCriticalPath() {
    ValueId shorter = chain("short", 1, x);
    ValueId longer = chain("long", 3, x);
    graph.place(shorter.node(), TWO);
    ValueId merge = branch("merge", sum("sum", shorter, longer), relu("other", shorter));
    assertThat(next(planned(merge)))
        .containsExactly("short", "long", "long", "long", "sum", "merge");
    PickedRoute route = PickedRoute.FIRST_ARMS;
    assertThat(next(OrderSource.optimized(graph, List.of(merge), route, costs)))
        .containsExactly("long", "long", "long", "short", "sum", "merge");
    PickedRoute second = new PickedRoute(Map.of(merge.node(), 1));
    assertThat(next(OrderSource.optimized(graph, List.of(merge), second, costs)))
        .containsExactly("short", "other", "merge");
  }

  @Test
  void aCachedOrderIsOneChunkAndNeedsAGraphWithoutBranches() {
    ValueId shorter = chain("short", 1, x);
    graph.place(shorter.node(), TWO);
    ValueId end = sum("end", shorter, chain("long", 300, x));
    List<NodeId> order = OrderSource.cacheable(graph, List.of(end), costs).orElseThrow();
    assertThat(order).hasSize(302);
    assertThat(order.get(300)).isEqualTo(shorter.node());
    for (int pass = 0; pass < 2; pass++) {
      OrderSource source = OrderSource.cached(order);
      assertThat(source.next()).isEqualTo(order);
      assertThat(source.next()).isEmpty();
    }
    ValueId merge = branch("merge", end, relu("arm", shorter));
    assertThat(OrderSource.cacheable(graph, List.of(merge), costs)).isEmpty();
    assertThat(OrderSource.cacheable(graph, List.of(end), costs)).contains(order);
  }

  @Test
  void aBranchIsAskedForOnceEverythingBeforeItWasYielded() {
    ValueId before = relu("before", x);
    ValueId merge = branch("merge", relu("left", before), relu("right", before));
    ValueId end = sum("end", relu("after", merge), relu("aside", x));
    OrderSource source = streaming(Map.of("merge", 1), end);
    assertThat(next(source)).containsExactly("before", "aside");
    assertThat(asked).isEmpty();
    assertThat(next(source)).containsExactly("right", "merge", "after", "end");
    assertThat(asked).containsExactly("merge");
    assertThat(next(source)).isEmpty();
    assertThat(next(source)).isEmpty();
  }

  @Test
  void nestedBranchesAreAskedForOnlyWhereTheyAreReached() {
    ValueId before = relu("before", x);
    ValueId start = relu("start", before);
    ValueId inner = branch("inner", relu("in0", start), relu("in1", start));
    ValueId outer = branch("outer", relu("out0", inner), relu("out1", before));
    ValueId end = relu("end", outer);
    OrderSource through = streaming(Map.of("inner", 1), end);
    assertThat(next(through)).containsExactly("before");
    assertThat(next(through)).containsExactly("start");
    assertThat(asked).containsExactly("outer");
    assertThat(next(through)).containsExactly("in1", "inner", "out0", "outer", "end");
    assertThat(asked).containsExactly("outer", "inner");
    assertThat(next(through)).isEmpty();
    asked.clear();
    OrderSource past = streaming(Map.of("outer", 1), end);
    assertThat(next(past)).containsExactly("before");
    assertThat(next(past)).containsExactly("out1", "outer", "end");
    assertThat(next(past)).isEmpty();
    assertThat(asked).containsExactly("outer");
  }

  @Test
  void branchesInARowAreAskedForOneAfterTheOther() {
    ValueId first = branch("first", relu("a0", x), relu("a1", x));
    ValueId between = relu("between", first);
    ValueId second = branch("second", relu("b0", between), relu("b1", between));
    OrderSource source = streaming(Map.of(), relu("end", second));
    assertThat(next(source)).containsExactly("a0", "first", "between");
    assertThat(asked).containsExactly("first");
    assertThat(next(source)).containsExactly("b0", "second", "end");
    assertThat(asked).containsExactly("first", "second");
  }

  @Test
  void theArmsOfABranchMayHaveNoNodes() {
    ValueId before = relu("before", x);
    ValueId merge = branch("merge", relu("arm", before), before);
    ValueId either = branch("either", merge, x);
    OrderSource source = streaming(Map.of("merge", 1), either);
    assertThat(next(source)).containsExactly("before");
    assertThat(asked).containsExactly("either");
    assertThat(next(source)).containsExactly("merge", "either");
    asked.clear();
    OrderSource other = streaming(Map.of("either", 1), either);
    assertThat(next(other)).containsExactly("either");
    assertThat(next(other)).isEmpty();
    assertThat(asked).containsExactly("either");
  }

  @Test
  void stretchesFollowTheCriticalPath() {
    ValueId before = relu("before", x);
    ValueId shorter = relu("short", before);
    graph.place(shorter.node(), TWO);
    ValueId arm = sum("sum", shorter, chain("long", 3, before));
    OrderSource source = streaming(Map.of(), branch("merge", arm, relu("other", before)));
    assertThat(next(source)).containsExactly("before");
    assertThat(next(source)).containsExactly("long", "long", "long", "short", "sum", "merge");
  }

  @Test
  void anAnswerThatIsNoArmIsRefused() {
    ValueId merge = branch("merge", relu("a", x), relu("b", x));
    OrderSource source = streaming(Map.of("merge", 2), merge);
    assertThatThrownBy(source::next)
        .isInstanceOfSatisfying(
            InvalidBranch.class,
            e -> {
              assertThat(e.branch()).isEqualTo("merge");
              assertThat(e.arm()).isEqualTo(2);
            });
  }

  @Test
  void deepGraphsTakeNoStack() {
    ValueId end = chain("a", 30_000, x);
    assertThat(sizes(planned(end)).stream().mapToInt(i -> i).sum()).isEqualTo(30_000);
    ValueId nested = x;
    ValueId inRow = x;
    for (int i = 0; i < 5_000; i++) {
      nested = branch("nested" + i, relu("a", nested), relu("b", x));
      inRow = branch("inRow" + i, relu("a", inRow), relu("b", inRow));
    }
    List<Integer> sizes = sizes(streaming(Map.of(), sum("end", nested, inRow)));
    assertThat(sizes.stream().mapToInt(i -> i).sum()).isEqualTo(20_001);
    assertThat(asked).hasSize(10_000).doesNotHaveDuplicates();
  }
}
