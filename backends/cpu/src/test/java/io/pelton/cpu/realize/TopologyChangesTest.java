package io.pelton.cpu.realize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.error.TopologyChanged;
import io.pelton.engine.graph.ElementwiseOp.Unary;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.optimize.RuleRegistry;
import io.pelton.engine.plan.OptimizedGraph;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.realize.OrderCache;
import io.pelton.engine.realize.PipelinedExecutor;
import io.pelton.engine.realize.Realization;
import io.pelton.engine.realize.Realized;
import io.pelton.engine.realize.StorageCache;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Graphs that change after they were optimized, or while they run. */
class TopologyChangesTest {
  /** Several chunks. */
  private static final int NODES = 400;

  private final AtomicBoolean changes = new AtomicBoolean(true);
  private final AtomicInteger runs = new AtomicInteger();
  private final Sketch sketch = new Sketch();
  private final ValueId x = sketch.rows("x", 2);
  private final ValueId target;

  TopologyChangesTest() {
    ValueId value = sketch.unary(OpKind.NEG, x);
    for (int i = 0; i < NODES; i++) {
      value = sketch.graph.apply("sign", new Unary(OpKind.SIGN), value);
    }
    target = value;
    sketch.output("y", target);
  }

  private PipelinedExecutor executor() {
    return new PipelinedExecutor(
        Devices.of(Hooked.atRun(OpKind.NEG, this::change)),
        PlanOptions.pinnedTo(DeviceId.first("cpu")));
  }

  private void change() {
    runs.incrementAndGet();
    if (changes.get()) {
      late();
    }
  }

  private void late() {
    sketch.graph.input("late" + sketch.graph.size(), ValueType.tensor(DType.F32, Shape.fixed(1)));
  }

  private StorageCache inputs() {
    return new StorageCache().put(x, Tensor.of(new float[] {-1, 2}, 1, 2));
  }

  private void seen(PipelinedExecutor executor, Realization realization) {
    long planned = sketch.graph.generation();
    TopologyChanged e =
        catchThrowableOfType(TopologyChanged.class, () -> executor.realize(realization));
    assertThat(e.planned()).isEqualTo(planned);
    assertThat(e.current()).isEqualTo(planned + 1);
    assertThat(e)
        .hasMessage(
            "The plan was made for generation "
                + planned
                + " of the graph, which is now at "
                + (planned + 1)
                + "; optimize and compile it again.");
  }

  private void works(PipelinedExecutor executor, Realization realization) {
    try (Realized realized = executor.realize(realization)) {
      assertThat(realized.onHost(target).toFloats()).containsExactly(1, -1);
    }
  }

  @Test
  void aChangeWhileItRunsIsSeenAtTheNextChunk() {
    try (PipelinedExecutor executor = executor()) {
      Realization realization = Realization.of(sketch.graph).targets(target).inputs(inputs());
      seen(executor, realization);
      assertThat(runs).hasValue(1);
      changes.set(false);
      works(executor, realization);
    }
  }

  private OptimizedGraph optimized(NamedGraph named) {
    RuleRegistry folding = RuleRegistry.folding(new Evaluator(Cpu.BACKEND, new Prepared()));
    return OptimizedGraph.of(named, folding);
  }

  @Test
  void alsoOfTheGraphThatWasOptimized() {
    OptimizedGraph optimized = optimized(sketch.named("test"));
    Realization realization =
        Realization.of(sketch.graph).targets(target).inputs(inputs()).optimized(optimized);
    try (PipelinedExecutor executor = executor()) {
      seen(executor, realization);
      changes.set(false);
      works(executor, realization.optimized(optimized(sketch.named("test"))));
    }
  }

  @Test
  void aGraphThatChangedSinceItWasOptimizedDoesNotStart() {
    OptimizedGraph optimized = optimized(sketch.named("test"));
    Realization realization =
        Realization.of(sketch.graph).targets(target).inputs(inputs()).optimized(optimized);
    changes.set(false);
    try (PipelinedExecutor executor = executor();
        OrderCache order = new OrderCache()) {
      works(executor, realization);
      works(executor, realization.order(order));
      int before = runs.get();
      late();
      for (Realization way : List.of(realization, realization.order(order))) {
        TopologyChanged e =
            catchThrowableOfType(TopologyChanged.class, () -> executor.realize(way));
        assertThat(e.planned()).isEqualTo(optimized.generation());
        assertThat(e.current()).isEqualTo(optimized.generation() + 1);
      }
      assertThat(runs).hasValue(before);
    }
  }

  /** Nobody said that it stays as it is. */
  @Test
  void aPlainGraphThatChangedBetweenPassesIsPlannedAgain() {
    changes.set(false);
    try (PipelinedExecutor executor = executor();
        OrderCache order = new OrderCache()) {
      Realization realization =
          Realization.of(sketch.graph).targets(target).inputs(inputs()).order(order);
      works(executor, realization);
      works(executor, realization);
      assertThat(executor.statistics().ordersMade()).isEqualTo(1);
      late();
      works(executor, realization);
      assertThat(executor.statistics().ordersMade()).isEqualTo(2);
    }
  }
}
