package io.pelton.cpu.realize;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.second.SecondDevice;
import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ShapeOp.Concat;
import io.pelton.engine.graph.ShapeOp.NonZeroIndices;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp.Narrow;
import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.optimize.RuleRegistry;
import io.pelton.engine.plan.OptimizedGraph;
import io.pelton.engine.plan.PlanContext;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.plan.run.StaticCosts;
import io.pelton.engine.realize.ExecutorStatistics;
import io.pelton.engine.realize.OrderCache;
import io.pelton.engine.realize.PersistentOutputs;
import io.pelton.engine.realize.PipelinedExecutor;
import io.pelton.engine.realize.Realization;
import io.pelton.engine.realize.Realized;
import io.pelton.engine.realize.StorageCache;
import io.pelton.engine.realize.SymEnv;
import io.pelton.engine.realize.pick.BackendRuntimeLookup;
import io.pelton.engine.realize.pick.DeviceTelemetry;
import io.pelton.engine.realize.pick.PickedRoute;
import io.pelton.engine.realize.pick.Picker;
import io.pelton.engine.realize.pick.RankedSelector;
import io.pelton.engine.realize.pick.RuntimeSelector;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What each way to realize promises beside the bits. */
class RealizeRowsTest {
  private static final DeviceId HOST = DeviceId.first("cpu");
  private static final PlanOptions ON_HOST = PlanOptions.pinnedTo(HOST);

  private final SecondDevice second = new SecondDevice();
  private final PipelinedExecutor executor = new PipelinedExecutor(second.besideHost(), ON_HOST);
  private final OrderCache order = new OrderCache();
  private final PersistentOutputs outputs = new PersistentOutputs();
  private final Sketch sketch = new Sketch();
  private final ValueId x = sketch.rows("x", 2);

  @AfterEach
  void close() {
    executor.close();
    order.close();
    outputs.close();
    assertThat(second.memory().liveAllocations()).isZero();
  }

  private Realization realization(ValueId target, int rows) {
    return Realization.of(sketch.graph).targets(target).inputs(inputs(rows));
  }

  private StorageCache inputs(int rows) {
    float[] data = new float[2 * rows];
    for (int i = 0; i < data.length; i++) {
      data[i] = i % 3 == 0 ? 0 : i - 2.5f;
    }
    return new StorageCache().put(x, Tensor.of(data, rows, 2));
  }

  private Bits bits(Realization realization, ValueId target) {
    try (Realized realized = executor.realize(realization)) {
      return Bits.of(realized.onHost(target));
    }
  }

  @Test
  void aViewSharesItsOperandsMemoryAndIsALayout() {
    ValueId exp = sketch.unary(OpKind.EXP, x);
    ValueId second = sketch.apply(new Narrow(0, DynScalar.of(1), DynScalar.of(1)), exp);
    try (Realized realized = executor.realize(realization(exp, 3).targets(exp, second))) {
      HeapStorage whole = (HeapStorage) realized.storage(exp);
      HeapStorage part = (HeapStorage) realized.storage(second);
      assertThat(part.array()).isSameAs(whole.array());
      assertThat(realized.layout(second).dims()).containsExactly(1, 2);
      assertThat(realized.layout(second).offset()).isEqualTo(2);
    }
  }

  @Test
  void anEnvironmentThatNothingReadsChangesNothing() {
    ValueId exp = sketch.unary(OpKind.EXP, x);
    SymEnv unread = new SymEnv().bind(new SymbolId("unread"), 7);
    Bits plain = bits(realization(exp, 3), exp);
    assertThat(bits(realization(exp, 3).env(unread), exp)).isEqualTo(plain);
    assertThat(bits(realization(exp, 3).env(unread).order(order), exp)).isEqualTo(plain);
    long segments = executor.statistics().segmentsPlanned();
    unread.bind(new SymbolId("another"), 8);
    assertThat(bits(realization(exp, 3).env(unread).order(order), exp)).isEqualTo(plain);
    assertThat(executor.statistics().segmentsPlanned()).isEqualTo(segments);
    assertThat(unread.symbols()).hasSize(2);
  }

  @Test
  void whatNodesBindIsReturnedApartFromWhatIsGiven() {
    SymbolId count = sketch.graph.freshSymbol();
    SymbolId start = new SymbolId("start");
    NodeId where = sketch.graph.add("where", new NonZeroIndices(count), List.of(x));
    ValueId found =
        sketch.apply(
            new Narrow(
                1, DynScalar.of(Extent.symbolic(start)), DynScalar.of(Extent.symbolic(count))),
            sketch.apply(new Concat(1), new ValueId(where, 0), new ValueId(where, 0)));
    SymEnv env = new SymEnv().bind(start, 1);
    for (Realization way : List.of(realization(found, 3), realization(found, 3).order(order))) {
      for (int pass = 0; pass < 2; pass++) {
        try (Realized realized = executor.realize(way.env(env))) {
          assertThat(realized.producedEnv()).isEqualTo(new SymEnv().bind(count, 4));
          assertThat(realized.layout(found).dims()).containsExactly(2, 4);
        }
        assertThat(env).isEqualTo(new SymEnv().bind(start, 1));
      }
    }
  }

  @Test
  void anAbsentBranchIsArmZero() {
    ValueId first = Scenarios.twoArms(sketch, "first", x);
    ValueId last = Scenarios.twoArms(sketch, "last", first);
    OptimizedGraph optimized =
        OptimizedGraph.of(
            sketch.output("y", last).named("test"),
            RuleRegistry.exact(new Evaluator(Cpu.BACKEND, new Prepared())));
    NodeId lastThere = optimized.targets().get(last).node();
    Realization realization = realization(last, 3).optimized(optimized);
    Bits plain = bits(realization, last);
    assertThat(bits(realization.route(PickedRoute.FIRST_ARMS), last)).isEqualTo(plain);
    Bits picked = bits(realization.route(new PickedRoute(Map.of(lastThere, 1))), last);
    Bits expected = bits(realization(last, 3).route(new PickedRoute(Map.of(last.node(), 1))), last);
    assertThat(picked).isEqualTo(expected).isNotEqualTo(plain);
    Bits asFirst = bits(realization(last, 3).route(new PickedRoute(Map.of(first.node(), 1))), last);
    assertThat(asFirst).isNotEqualTo(plain).isNotEqualTo(picked);
  }

  /** A chain of branches, each with an arm on either device. */
  private ValueId onEitherDevice() {
    ValueId value = x;
    for (int i = 0; i < 3; i++) {
      ValueId local = sketch.unary(OpKind.EXP, value);
      ValueId negated = sketch.unary(OpKind.NEG, value);
      ValueId remote = sketch.unary(OpKind.TANH, negated);
      sketch.graph.place(negated.node(), SecondDevice.ID);
      sketch.graph.place(remote.node(), SecondDevice.ID);
      value = sketch.unary(OpKind.SIGMOID, sketch.branch("way" + i, value, local, remote));
    }
    return value;
  }

  private static DeviceTelemetry busy(int queue) {
    return new DeviceTelemetry(
        OptionalLong.empty(), OptionalLong.empty(), OptionalInt.of(queue), OptionalDouble.empty());
  }

  @Test
  void streamingEqualsEagerWhenTelemetryIsFrozen() {
    ValueId target = onEitherDevice();
    StaticCosts costs =
        new StaticCosts(sketch.graph, new PlanContext(second.besideHost(), ON_HOST));
    Set<Bits> different = new HashSet<>();
    for (int queue : new int[] {0, 10, 100}) {
      for (int other : new int[] {0, 10, 100}) {
        BackendRuntimeLookup frozen = id -> busy(id.equals(HOST) ? queue : other);
        RuntimeSelector selector = new RankedSelector();
        PickedRoute route =
            Picker.asking(
                    sketch.graph,
                    List.of(target),
                    selector,
                    frozen,
                    costs::device,
                    symbol -> OptionalLong.of(3))
                .route();
        assertThat(route.arms()).hasSize(queue > other ? 3 : 0);
        Bits eager = bits(realization(target, 3).route(route), target);
        Bits streamed = bits(realization(target, 3).picking(selector, frozen), target);
        assertThat(streamed).isEqualTo(eager);
        different.add(streamed);
      }
    }
    assertThat(different).hasSize(2);
  }

  /** Each branch is asked for once, and by what is known then. */
  @Test
  void armsArePickedOneByOneWhileThePassRuns() {
    ValueId target = onEitherDevice();
    List<String> asked = new ArrayList<>();
    RuntimeSelector changing =
        (branch, arms, lookup) -> {
          asked.add(branch);
          assertThat(arms).hasSize(2);
          return asked.size() % 2;
        };
    Bits streamed =
        bits(realization(target, 3).picking(changing, id -> DeviceTelemetry.UNKNOWN), target);
    assertThat(asked).containsExactly("way0", "way1", "way2");
    Map<NodeId, Integer> arms = Map.of(branch("way0"), 1, branch("way2"), 1);
    assertThat(streamed)
        .isEqualTo(bits(realization(target, 3).route(new PickedRoute(arms)), target));
  }

  private NodeId branch(String name) {
    for (int i = 0; i < sketch.graph.size(); i++) {
      if (sketch.graph.name(new NodeId(i)).equals(name)) {
        return new NodeId(i);
      }
    }
    throw new AssertionError(name);
  }

  @Test
  void aShapeThatWasSeenBeforePlansNothing() {
    ValueId exp = sketch.unary(OpKind.EXP, x);
    bits(realization(exp, 3).order(order), exp);
    Bits other = bits(realization(exp, 5).order(order), exp);
    ExecutorStatistics planned = executor.statistics();
    assertThat(planned).isEqualTo(new ExecutorStatistics(2, 1, 2, 2, 2));
    Bits again = bits(realization(exp, 3).order(order), exp);
    assertThat(executor.statistics()).isEqualTo(new ExecutorStatistics(3, 1, 2, 2, 2));
    assertThat(again).isEqualTo(bits(realization(exp, 3), exp)).isNotEqualTo(other);
  }

  @Test
  void graphsWithBranchesTakeTheUncachedPath() {
    ValueId merged = Scenarios.twoArms(sketch, "way", x);
    Bits plain = bits(realization(merged, 3), merged);
    RuntimeSelector selector = (branch, arms, lookup) -> 0;
    for (int pass = 1; pass <= 3; pass++) {
      ExecutorStatistics before = executor.statistics();
      Realization way =
          realization(merged, 3).order(order).picking(selector, id -> DeviceTelemetry.UNKNOWN);
      assertThat(bits(way, merged)).isEqualTo(plain);
      assertThat(executor.statistics().segmentsPlanned()).isGreaterThan(before.segmentsPlanned());
      assertThat(executor.statistics().compilerJobs()).isEqualTo(before.compilerJobs() + 1);
    }
    assertThat(order.hits() + order.misses()).isZero();
  }

  /** Also where arms are picked, and where shapes alternate once both were there. */
  @Test
  void persistentOutputsStayWhereTheyAre() {
    ValueId merged = onEitherDevice();
    Map<NodeId, Integer> arms = Map.of(branch("way1"), 1);
    Realization base = realization(merged, 5).outputs(outputs);
    for (Realization way : List.of(base, base.order(order), base.route(new PickedRoute(arms)))) {
      executor.realize(way).close();
      executor.realize(way.inputs(inputs(3))).close();
      long taken = outputs.allocations();
      Object first = array(way, merged);
      assertThat(array(way.inputs(inputs(3)), merged)).isSameAs(first);
      assertThat(array(way, merged)).isSameAs(first);
      assertThat(outputs.allocations()).isEqualTo(taken);
    }
  }

  private Object array(Realization realization, ValueId target) {
    try (Realized realized = executor.realize(realization)) {
      return ((HeapStorage) realized.storage(target)).array();
    }
  }
}
