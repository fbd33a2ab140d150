package io.pelton.cpu.realize;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.MutationOp.WriteSlice;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.ShapeOp.NonZeroIndices;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ViewOp.Narrow;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.optimize.RuleRegistry;
import io.pelton.engine.plan.OptimizedGraph;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.realize.ExecutorStatistics;
import io.pelton.engine.realize.OrderCache;
import io.pelton.engine.realize.PipelinedExecutor;
import io.pelton.engine.realize.Realization;
import io.pelton.engine.realize.Realized;
import io.pelton.engine.realize.StorageCache;
import io.pelton.engine.realize.SymEnv;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.Map;
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

  /**
   * Once what is counted is a constant, the slice's length is known, though it was added before.
   */
  @Test
  void startsAreInputsWhereTheOptimizerKnowsLengthsBetter() {
    Graph graph = new Graph();
    SymbolId start = new SymbolId("start");
    SymbolId count = graph.freshSymbol();
    ValueId x = graph.input("x", ValueType.tensor(DType.F32, Shape.fixed(4)));
    ValueId update = graph.input("update", ValueType.tensor(DType.F32, Shape.fixed(1)));
    ValueId counted = graph.constant("counted", Tensor.of(new float[] {1, 0, 2, 3}, 4));
    graph.add("where", new NonZeroIndices(count), List.of(counted));
    Narrow narrow = new Narrow(0, DynScalar.of(0), DynScalar.of(Extent.symbolic(count, 4)));
    ValueId first = graph.apply("first", narrow, x);
    WriteSlice write = new WriteSlice(0, DynScalar.of(Extent.symbolic(start)), false);
    ValueId written = graph.apply("write", write, first, update);
    NamedGraph named =
        new NamedGraph(
            "counted", graph, Map.of("x", x, "update", update), Map.of("written", written));
    OptimizedGraph optimized =
        OptimizedGraph.of(named, RuleRegistry.exact(new Evaluator(Cpu.BACKEND, new Prepared())));
    StorageCache given =
        new StorageCache()
            .put(x, Tensor.of(new float[] {1, 2, 3, 4}, 4))
            .put(update, Tensor.of(new float[] {9}, 1));
    try (PipelinedExecutor executor = new PipelinedExecutor(devices, planning);
        OrderCache order = new OrderCache()) {
      Realization realization =
          Realization.of(graph).targets(written).inputs(given).optimized(optimized).order(order);
      for (int at = 0; at < 3; at++) {
        float[] expected = {1, 2, 3};
        expected[at] = 9;
        SymEnv env = new SymEnv().bind(start, at);
        try (Realized realized = executor.realize(realization.env(env))) {
          assertThat(realized.onHost(written).toFloats()).containsExactly(expected);
        }
      }
      assertThat(order.misses()).isEqualTo(1);
    }
  }
}
