package io.pelton.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.pelton.engine.error.UnpricedTransfer;
import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.kernel.Alternative;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.kernel.Device;
import io.pelton.engine.kernel.DeviceModel;
import io.pelton.engine.kernel.DeviceRuntime;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.kernel.Precision;
import io.pelton.engine.kernel.TransferPrice;
import io.pelton.engine.kernel.Work;
import io.pelton.engine.plan.judge.Budget;
import io.pelton.engine.plan.judge.Judge;
import io.pelton.engine.plan.judge.Verdict.Measured;
import io.pelton.engine.plan.judge.Verdict.Unknown;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.DeviceMemory;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Storage;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.testing.Relus;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CostModelTest {
  private static final DeviceModel MODEL = new DeviceModel(1e9, 2e9, 30);
  private static final DeviceId ONE = new DeviceId("other", 1);
  private static final DeviceId TWO = new DeviceId("other", 2);

  private static final Budget BUDGET = new Budget(1_000_000, 100_000);

  private final AtomicLong now = new AtomicLong();
  private final Backend backend = Relus.backend("cpu", Relus.alternative("relu"));
  private final Device host = Device.host(backend, MODEL);
  private final Devices devices = Devices.of(host).with(device(1)).with(device(2));
  private final CostModel model = new CostModel(devices, Judge.off());
  private final Graph graph = Relus.graph(1000);

  private static Device device(int index) {
    return Device.withMemory(Relus.backend("other"), index, new NoMemory(), MODEL);
  }

  @Test
  void aKernelCostsItsLaunchAndItsMemoryTraffic() {
    Cost cost = cost(Relus.alternative("relu"));
    assertThat(cost.estimatedNanos()).isCloseTo(30 + 8000 / 2.0, within(1e-6));
    assertThat(cost.nanos()).isEqualTo(cost.estimatedNanos());
    assertThat(cost.verdict()).isInstanceOf(Unknown.class);
  }

  @Test
  void orItsArithmeticWhereThatTakesLonger() {
    Alternative slow = costing("slow", new Work(9000, 4000, 4000));
    assertThat(cost(slow).nanos()).isCloseTo(30 + 9000, within(1e-6));
  }

  @Test
  void noWorkCostsTheLaunchAndNotNothing() {
    assertThat(cost(costing("view", Work.NONE)).nanos()).isEqualTo(30);
  }

  @Test
  void theCheaperKernelIsFirstAndEqualsStayInOrder() {
    Alternative cheap = costing("cheap", new Work(100, 0, 0));
    Alternative dear = costing("dear", new Work(5000, 0, 0));
    Alternative alsoDear = costing("also dear", new Work(5000, 0, 0));
    assertThat(names(model, graph, dear, cheap, alsoDear))
        .containsExactly("cheap", "dear", "also dear");
  }

  @Test
  void aMeasurementReplacesTheEstimateAmongKernelsOfEqualBits() {
    Alternative slow = lasting("slow", 2_000, new Work(100, 0, 0));
    Alternative fast = lasting("fast", 10, new Work(200, 0, 0));
    assertThat(names(model, graph, slow, fast)).containsExactly("slow", "fast");
    List<Ranked> ranked = rank(measuring(), graph, slow, fast);
    assertThat(ranked).extracting(r -> r.alternative().name()).containsExactly("fast", "slow");
    assertThat(ranked)
        .extracting(r -> r.cost().verdict())
        .containsExactly(new Measured(10), new Measured(2000));
    assertThat(ranked.get(0).cost().nanos()).isEqualTo(10);
    assertThat(ranked.get(0).cost().estimatedNanos()).isEqualTo(230);
  }

  @Test
  void theCostSaysWhyAKernelWasChosen() {
    Alternative slow = lasting("slow", 2_000, Work.NONE);
    Alternative fast = lasting("fast", 10, Work.NONE);
    assertThat(rank(measuring(), graph, slow, fast))
        .extracting(r -> r.cost().toString())
        .containsExactly(
            "30 ns estimated, 10 ns measured, chosen by measurement, slow 2.0 us",
            "30 ns estimated, 2.0 us measured");
    assertThat(rank(model, graph, slow, fast))
        .extracting(r -> r.alternative().name() + ": " + r.cost())
        .containsExactly(
            "slow: 30 ns estimated, chosen by default out of 2", "fast: 30 ns estimated");
    assertThat(cost(slow)).hasToString("30 ns estimated");
  }

  @Test
  void theFirstOneStaysUnlessAnotherIsClearlyFaster() {
    Alternative first = lasting("first", 100, Work.NONE);
    Alternative close = lasting("close", 95, Work.NONE);
    Alternative faster = lasting("faster", 80, Work.NONE);
    assertThat(names(measuring(), graph, first, close)).containsExactly("first", "close");
    assertThat(names(measuring(), graph, first, faster)).containsExactly("faster", "first");
  }

  @Test
  void aMeasurementIsNotComparedWithAnEstimate() {
    Alternative first = lasting("first", 5_000, Work.NONE);
    Alternative endless = lasting("endless", 90_000, Work.NONE);
    List<Ranked> ranked = rank(measuring(), graph, first, endless);
    assertThat(ranked).extracting(r -> r.alternative().name()).containsExactly("first", "endless");
    assertThat(ranked.get(0).cost().verdict()).isEqualTo(new Measured(5_000));
    assertThat(ranked.get(1).cost().verdict()).isInstanceOf(Unknown.class);
  }

  @Test
  void aKernelWithoutRivalIsNotMeasured() {
    Judge judge = Judge.inMemory(BUDGET, now::get);
    CostModel measuring = new CostModel(devices, judge);
    rank(measuring, graph, Relus.alternative("only"));
    rank(
        measuring,
        graph,
        Relus.alternative("exact"),
        Relus.alternative("rough").promising(Precision.REDUCED));
    assertThat(judge.spentNanos()).isZero();
  }

  @Test
  void measurementsDoNotMoveKernelsOfOtherBits() {
    Alternative slow = lasting("slow", 2_000, new Work(100, 0, 0));
    Alternative rough = lasting("rough", 10, new Work(200, 0, 0)).promising(Precision.within(1));
    Alternative fast = lasting("fast", 10, new Work(300, 0, 0));
    List<Ranked> ranked = rank(measuring(), graph, rough, slow, fast);
    assertThat(ranked)
        .extracting(candidate -> candidate.alternative().name())
        .containsExactly("fast", "rough", "slow");
    assertThat(ranked.get(1).cost().verdict())
        .isInstanceOfSatisfying(
            Unknown.class,
            unknown ->
                assertThat(unknown.reason())
                    .contains("within 1.0 ulps")
                    .contains("ranked by its estimate alone"));
  }

  @Test
  void theBatchDoesNotMoveKernelsOfOtherBits() {
    Alternative exact =
        Relus.alternative("exact").costing(node -> new Work(10 * node.elements(0), 0, 0));
    Alternative rough =
        Relus.alternative("rough")
            .costing(node -> new Work(50_000 + node.elements(0), 0, 0))
            .promising(Precision.REDUCED);
    for (long rows : new long[] {1, 64, 1 << 20}) {
      Graph batch = batch(rows);
      List<Ranked> ranked = rank(measuring(), batch, rough, exact);
      assertThat(ranked)
          .extracting(candidate -> candidate.alternative().name())
          .containsExactly("exact", "rough");
      assertThat(ranked.get(0).staticNanos()).isCloseTo(30 + 10 * 64 * 3, within(1e-6));
      assertThat(ranked.get(0).cost().estimatedNanos())
          .isCloseTo(30 + 10.0 * rows * 3, within(1e-3));
    }
  }

  private static Graph batch(long rows) {
    Graph graph = new Graph();
    SymbolId symbol = new SymbolId("rows");
    graph.markRows(symbol);
    Shape shape = Shape.of(Extent.symbolic(symbol, rows), Extent.fixed(3));
    ValueId x = graph.input("x", ValueType.tensor(DType.F32, shape));
    graph.apply("relu", new ElementwiseOp.Unary(OpKind.RELU), x);
    return graph;
  }

  @Test
  void whatAKernelNeedsPackedCountsAgainstIt() {
    Alternative strided = Relus.alternative("strided").costing(node -> new Work(2_000, 0, 0));
    Alternative packed = Relus.alternative("packed").costing(node -> new Work(1_000, 0, 0));
    List<Alternative> both = List.of(strided, packed);
    assertThat(model.rank(host, graph, Relus.node(), both, kernel -> 0).get(0).alternative())
        .isSameAs(packed);
    double copy = model.packingNanos(host, 4_000);
    assertThat(copy).isEqualTo(30 + 4_000);
    assertThat(
            model
                .rank(host, graph, Relus.node(), both, kernel -> kernel.equals(packed) ? copy : 0)
                .get(0)
                .alternative())
        .isSameAs(strided);
  }

  @Test
  void movingDataWithinADeviceIsFree() {
    assertThat(model.transferNanos(ONE, ONE, 1 << 20)).hasValue(0);
    assertThat(model.requiredTransferNanos("relu", ONE, ONE, 1 << 20)).isZero();
  }

  @Test
  void aLinkCostsItsLatencyAndItsBandwidthEitherWay() {
    Devices priced = devices.withPrice(host.id(), ONE, new TransferPrice(500, 1e9));
    CostModel prices = new CostModel(priced, Judge.off());
    assertThat(prices.transferNanos(host.id(), ONE, 4000)).hasValue(4500);
    assertThat(prices.requiredTransferNanos("relu", ONE, host.id(), 0)).isEqualTo(500);
  }

  @Test
  void betweenOtherDevicesDataGoesThroughTheHost() {
    Devices priced =
        devices
            .withPrice(host.id(), ONE, new TransferPrice(500, 1e9))
            .withPrice(host.id(), TWO, new TransferPrice(100, 2e9));
    CostModel throughHost = new CostModel(priced, Judge.off());
    assertThat(throughHost.transferNanos(ONE, TWO, 4000)).hasValue(4500 + 2100);
  }

  @Test
  void aMissingPriceIsNotZero() {
    Devices half = devices.withPrice(host.id(), ONE, new TransferPrice(500, 1e9));
    CostModel prices = new CostModel(half, Judge.off());
    assertThat(prices.transferNanos(host.id(), TWO, 4)).isEmpty();
    assertThat(prices.transferNanos(ONE, TWO, 4)).isEmpty();
    assertThatThrownBy(() -> prices.requiredTransferNanos("relu", ONE, TWO, 4))
        .isInstanceOfSatisfying(
            UnpricedTransfer.class,
            e -> {
              assertThat(e.node()).isEqualTo("relu");
              assertThat(e.from()).isEqualTo("other:1");
              assertThat(e.to()).isEqualTo("other:2");
            })
        .hasMessage(
            "Node 'relu': moving an operand from other:1 to other:2 has no price, and a plan is"
                + " not to take it for free; give the link a latency and a bandwidth, or don't"
                + " require prices.");
  }

  private CostModel measuring() {
    return new CostModel(devices, Judge.inMemory(BUDGET, now::get));
  }

  private Cost cost(Alternative alternative) {
    return rank(model, graph, alternative).get(0).cost();
  }

  private List<Ranked> rank(CostModel prices, Graph of, Alternative... admissible) {
    return prices.rank(host, of, new NodeId(1), List.of(admissible), kernel -> 0);
  }

  private List<String> names(CostModel prices, Graph of, Alternative... admissible) {
    return rank(prices, of, admissible).stream().map(r -> r.alternative().name()).toList();
  }

  private static Alternative costing(String name, Work work) {
    return Relus.alternative(name).costing(node -> work);
  }

  /** A kernel that takes so long by the test's clock. */
  private Alternative lasting(String name, long nanos, Work work) {
    return new Alternative(name, Relus.kernel(() -> now.addAndGet(nanos)), Set.of())
        .costing(node -> work);
  }

  /** Of devices on which nothing runs. */
  private static final class NoMemory implements DeviceRuntime {
    @Override
    public DeviceMemory allocate(long bytes) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void copy(Storage from, long fromElement, Storage to, long toElement, long elements) {
      throw new UnsupportedOperationException();
    }
  }
}
