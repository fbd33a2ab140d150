package io.pelton.cpu.realize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.error.EngineException;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.realize.ExecutorStatistics;
import io.pelton.engine.realize.OrderCache;
import io.pelton.engine.realize.PipelinedExecutor;
import io.pelton.engine.realize.Realization;
import io.pelton.engine.realize.StorageCache;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.Tensor;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which threads plan, and which run. */
class CompilerThreadsTest {
  private final Set<Thread> planners = Collections.synchronizedSet(new HashSet<>());
  private final Set<Thread> runners = Collections.synchronizedSet(new HashSet<>());
  private final Sketch sketch = new Sketch();
  private final ValueId x = sketch.rows("x", 2);
  private final ValueId target = sketch.unary(OpKind.NEG, sketch.unary(OpKind.TANH, x));

  private FixedKernel watched(FixedKernel kernel) {
    FixedKernel atRun = Hooked.atRun(kernel, () -> runners.add(Thread.currentThread()));
    return Hooked.atBind(atRun, () -> planners.add(Thread.currentThread()));
  }

  private PipelinedExecutor executor() {
    return new PipelinedExecutor(
        Devices.of(Hooked.replacing(OpKind.NEG, List.of(this::watched))),
        PlanOptions.pinnedTo(DeviceId.first("cpu")));
  }

  private Realization realization(int rows) {
    Tensor tensor = Tensor.of(new float[2 * rows], rows, 2);
    return Realization.of(sketch.graph).targets(target).inputs(new StorageCache().put(x, tensor));
  }

  @Test
  void oneThreadPlansForAllPassesOfAnExecutorAndEndsWithIt() {
    try (PipelinedExecutor executor = executor()) {
      for (int pass = 1; pass <= 50; pass++) {
        executor.realize(realization(pass)).close();
      }
      assertThatThrownBy(() -> executor.realize(Realization.of(sketch.graph).targets(target)))
          .isInstanceOf(EngineException.class);
      executor.realize(realization(1)).close();
      assertThat(executor.statistics().compilerJobs()).isEqualTo(51);
      assertThat(planners).hasSize(1).doesNotContain(Thread.currentThread());
      assertThat(planners.iterator().next().isAlive()).isTrue();
      assertThat(planners.iterator().next().isDaemon()).isTrue();
      assertThat(runners).containsExactly(Thread.currentThread());
    }
    assertThat(planners.iterator().next().isAlive()).isFalse();
  }

  @Test
  void passesWhosePlansAreKeptPlanNothing() {
    try (OrderCache order = new OrderCache();
        PipelinedExecutor executor = executor()) {
      executor.realize(realization(3).order(order)).close();
      executor.realize(realization(4).order(order)).close();
      assertThat(planners).hasSize(1);
      planners.clear();
      ExecutorStatistics planned = executor.statistics();
      for (int pass = 0; pass < 20; pass++) {
        executor.realize(realization(3 + pass % 2).order(order)).close();
      }
      assertThat(planners).isEmpty();
      assertThat(runners).containsExactly(Thread.currentThread());
      assertThat(executor.statistics())
          .isEqualTo(
              new ExecutorStatistics(
                  planned.passes() + 20,
                  planned.ordersMade(),
                  planned.segmentsPlanned(),
                  planned.stepsBound(),
                  planned.compilerJobs()));
      assertThat(order.hits()).isEqualTo(20);
      assertThat(order.misses()).isEqualTo(2);
    }
  }

  /** What it keeps, memory and weights, is the executor's. */
  @Test
  void anotherExecutorPlansItsOwn() {
    try (OrderCache order = new OrderCache()) {
      try (PipelinedExecutor first = executor()) {
        first.realize(realization(3).order(order)).close();
      }
      assertThat(planners).hasSize(1).noneMatch(Thread::isAlive);
      try (PipelinedExecutor second = executor()) {
        second.realize(realization(3).order(order)).close();
        second.realize(realization(3).order(order)).close();
        assertThat(second.statistics().compilerJobs()).isEqualTo(1);
      }
      assertThat(planners).hasSize(2).noneMatch(Thread::isAlive);
    }
  }

  @Test
  void anExecutorThatNeverRanHasNoThread() {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    PipelinedExecutor executor =
        new PipelinedExecutor(Devices.of(Cpu.BACKEND), PlanOptions.pinnedTo(DeviceId.first("cpu")));
    Set<Thread> started = new HashSet<>(Thread.getAllStackTraces().keySet());
    executor.close();
    executor.close();
    started.removeAll(before);
    assertThat(started).noneMatch(thread -> thread.getName().startsWith("pelton"));
  }
}
