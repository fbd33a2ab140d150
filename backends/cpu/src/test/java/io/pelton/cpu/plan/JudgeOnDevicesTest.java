package io.pelton.cpu.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.CpuBackendProvider;
import io.pelton.cpu.second.SecondDevice;
import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.LinalgOp;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.kernel.Alternative;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.kernel.Device;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.plan.judge.Budget;
import io.pelton.engine.plan.judge.Judge;
import io.pelton.engine.plan.judge.Verdict;
import io.pelton.engine.plan.judge.Verdict.Measured;
import io.pelton.engine.plan.judge.Verdict.Unknown;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Measures real kernels where they run, by a clock that counts how often it is read. */
class JudgeOnDevicesTest {
  private static final Budget BUDGET = new Budget(1_000_000, 1_000);

  private final AtomicLong clock = new AtomicLong();
  private final Judge judge = Judge.inMemory(BUDGET, () -> clock.addAndGet(7));
  private final Device host = Device.host(Backend.open(new CpuBackendProvider()));
  private final SecondDevice second = new SecondDevice();
  private final Graph graph = new Graph();

  @Test
  void weightsAndRowsAreMeasuredOnTheHost() {
    assertThat(verdict(host, product())).isEqualTo(new Measured(7));
  }

  @Test
  void andInTheMemoryOfAnotherDeviceWhichIsFreedAgain() {
    assertThat(verdict(second.device(), product())).isEqualTo(new Measured(7));
    assertThat(second.memory().copies()).isPositive();
    assertThat(second.memory().liveAllocations()).isZero();
  }

  @Test
  void theDevicesAreToldApart() {
    NodeId node = product();
    verdict(second.device(), node);
    assertThat(judge.recall(host, graph, node, host.backend().select(graph, node)))
        .isInstanceOf(Unknown.class);
  }

  @Test
  void aKernelThatFailsLeavesNoMemoryBehind() {
    NodeId node = product();
    Alternative real = second.device().backend().select(graph, node);
    FixedKernel failing =
        (spec, in, out) -> {
          throw new IllegalStateException("no");
        };
    Alternative broken = new Alternative("broken", failing, real.capabilities());
    assertThat(judge.judge(second.device(), graph, node, broken, 0))
        .isEqualTo(
            new Unknown("it fails on made-up operands: java.lang.IllegalStateException: no"));
    assertThat(second.memory().liveAllocations()).isZero();
  }

  @Test
  void everyDtypeOfAKernelCanBeMadeUp() {
    List<DType> measured = new ArrayList<>();
    for (DType dtype : DType.values()) {
      ValueId x = graph.input("x", ValueType.tensor(dtype, Shape.fixed(5)));
      NodeId node = graph.add("copy of " + dtype, new ShapeOp.Copy(), List.of(x));
      if (verdict(host, node) instanceof Measured) {
        measured.add(dtype);
      }
    }
    assertThat(measured).containsExactly(DType.values());
  }

  @Test
  void indicesThatAreMadeUpAreInRange() {
    ValueId table = graph.constant("table", Tensor.of(new float[6], 3, 2));
    ValueId indices = graph.input("indices", ValueType.tensor(DType.I64, Shape.fixed(4)));
    NodeId node = graph.add("gather", new ShapeOp.Gather(0), List.of(table, indices));
    assertThat(verdict(host, node)).isEqualTo(new Measured(7));
  }

  @Test
  void valuesThatAKernelRefusesMeanThatNothingIsKnown() {
    ValueId x = graph.input("x", ValueType.tensor(DType.I64, Shape.fixed(4)));
    NodeId node = graph.add("div", new ElementwiseOp.Binary(OpKind.DIV), List.of(x, x));
    assertThat(verdict(host, node))
        .isInstanceOfSatisfying(
            Unknown.class,
            unknown -> assertThat(unknown.reason()).contains("InvalidValue").contains("'div'"));
  }

  /** A batch of up to 8 rows times weights. */
  private NodeId product() {
    SymbolId rows = new SymbolId("rows");
    graph.markRows(rows);
    Shape shape = Shape.of(Extent.symbolic(rows, 8), Extent.fixed(3));
    ValueId x = graph.input("x", ValueType.tensor(DType.F32, shape));
    ValueId weights = graph.constant("w", Tensor.of(new float[6], 3, 2));
    return graph.add("product", new LinalgOp.MatMul(), List.of(x, weights));
  }

  private Verdict verdict(Device device, NodeId node) {
    return judge.judge(device, graph, node, device.backend().select(graph, node), 0);
  }
}
