package io.pelton.cpu.realize;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.realize.ExecutorStatistics;
import io.pelton.engine.realize.OrderCache;
import io.pelton.engine.realize.PipelinedExecutor;
import io.pelton.engine.realize.Realization;
import io.pelton.engine.realize.Realized;
import io.pelton.engine.realize.StorageCache;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import org.junit.jupiter.api.Test;

/** What an order cache keeps of graphs where there is little to keep. */
class CachedOrderTest {
  private final Devices devices = Devices.of(Cpu.BACKEND);
  private final PlanOptions planning = PlanOptions.pinnedTo(devices.host().id());

  @Test
  void whereNoNodeRunsThatIsFoundOutOnce() {
    Graph graph = new Graph();
    ValueId x = graph.input("x", ValueType.tensor(DType.F32, Shape.fixed(2)));
    ValueId constant = graph.constant("constant", Tensor.of(new float[] {3}, 1));
    StorageCache given = new StorageCache().put(x, Tensor.of(new float[] {1, 2}, 2));
    try (PipelinedExecutor executor = new PipelinedExecutor(devices, planning);
        OrderCache order = new OrderCache()) {
      Realization realization =
          Realization.of(graph).targets(constant, x).inputs(given).order(order);
      executor.realize(realization).close();
      ExecutorStatistics first = executor.statistics();
      try (Realized realized = executor.realize(realization)) {
        assertThat(realized.onHost(constant).toFloats()).containsExactly(3);
        assertThat(realized.onHost(x).toFloats()).containsExactly(1, 2);
      }
      assertThat(executor.statistics())
          .isEqualTo(new ExecutorStatistics(2, first.ordersMade(), 0, 0, first.compilerJobs()));
      assertThat(order.hits()).isEqualTo(1);
    }
  }
}
