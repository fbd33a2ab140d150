package io.pelton.cpu.realize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.pelton.cpu.second.SecondDevice;
import io.pelton.engine.error.KernelFailure;
import io.pelton.engine.graph.ElementwiseOp.Unary;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.plan.judge.Judge;
import io.pelton.engine.realize.ExecutorStatistics;
import io.pelton.engine.realize.OrderCache;
import io.pelton.engine.realize.PersistentOutputs;
import io.pelton.engine.realize.PipelinedExecutor;
import io.pelton.engine.realize.Realization;
import io.pelton.engine.realize.Realized;
import io.pelton.engine.realize.StorageCache;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A kernel that throws fails the pass, and nothing else is tried. */
class FailFastTest {
  private static final DeviceId HOST = DeviceId.first("cpu");

  private final AtomicBoolean fails = new AtomicBoolean(true);
  private final AtomicInteger siblings = new AtomicInteger();
  private final SecondDevice second = new SecondDevice();
  private final Sketch sketch = new Sketch();
  private final ValueId x = sketch.rows("x", 2);
  private final ValueId before = onSecond(sketch.unary(OpKind.TANH, x));
  private final ValueId failing = sketch.graph.apply("failing", new Unary(OpKind.NEG), before);
  private final ValueId after = onSecond(sketch.unary(OpKind.EXP, failing));
  private final ValueId target = sketch.binary(OpKind.ADD, after, before);

  private ValueId onSecond(ValueId value) {
    sketch.graph.place(value.node(), SecondDevice.ID);
    return value;
  }

  private void failIfAsked() {
    if (fails.get()) {
      Hooked.fail();
    }
  }

  /** May run the failing node elsewhere, and by another kernel here. */
  private PipelinedExecutor executor(Backend host) {
    Devices devices =
        Devices.of(host).with(second.device()).withPrice(HOST, SecondDevice.ID, SecondDevice.PRICE);
    return new PipelinedExecutor(
        devices,
        // measuring binds siblings, too
        PlanOptions.pinnedTo(HOST).withFallbackPlacements(SecondDevice.ID).withJudge(Judge.off()));
  }

  private Realization realization() {
    Tensor tensor = Tensor.of(new float[] {1, 2, 3, 4}, 2, 2);
    return Realization.of(sketch.graph).targets(target).inputs(new StorageCache().put(x, tensor));
  }

  private void failsOnce(PipelinedExecutor executor, Realization realization) {
    assertThatThrownBy(() -> executor.realize(realization))
        .isInstanceOfSatisfying(
            KernelFailure.class,
            e -> {
              assertThat(e.node()).isEqualTo("failing");
              assertThat(e.op()).isEqualTo("Neg");
              assertThat(e.kernel()).isEqualTo("kernel0");
            })
        .hasMessage(
            "Kernel 'kernel0' failed at node 'failing' (Neg):"
                + " java.lang.IllegalStateException: no luck")
        .hasRootCauseMessage("no luck")
        .hasNoSuppressedExceptions();
    assertThat(siblings).hasValue(0);
  }

  private void works(PipelinedExecutor executor, Realization realization) {
    fails.set(false);
    try (Realized realized = executor.realize(realization)) {
      double[] found = realized.onHost(target).toDoubles();
      for (int i = 0; i < 4; i++) {
        assertThat(found[i]).isCloseTo(expected(i + 1), within(1e-5));
      }
    }
    fails.set(true);
  }

  private static double expected(double x) {
    return Math.exp(-Math.tanh(x)) + Math.tanh(x);
  }

  @Test
  void atRunTime() {
    Backend host =
        Hooked.replacing(
            OpKind.NEG,
            List.of(
                kernel -> Hooked.atRun(kernel, this::failIfAsked),
                kernel -> Hooked.atBind(kernel, siblings::incrementAndGet)));
    try (PipelinedExecutor executor = executor(host)) {
      for (int round = 0; round < 3; round++) {
        failsOnce(executor, realization());
        assertThat(second.memory().liveAllocations()).isZero();
        works(executor, realization());
        assertThat(second.memory().liveAllocations()).isZero();
      }
      assertThat(executor.statistics().passes()).isEqualTo(3);
    }
    assertThat(second.memory().liveAllocations()).isZero();
  }

  @Test
  void whenItsKernelIsBound() {
    Backend host =
        Hooked.replacing(
            OpKind.NEG,
            List.of(
                kernel -> Hooked.atBind(kernel, this::failIfAsked),
                kernel -> Hooked.atBind(kernel, siblings::incrementAndGet)));
    try (PipelinedExecutor executor = executor(host);
        OrderCache order = new OrderCache()) {
      for (Realization way : List.of(realization(), realization().order(order))) {
        failsOnce(executor, way);
        assertThat(second.memory().liveAllocations()).isZero();
        works(executor, way);
      }
    }
    assertThat(second.memory().liveAllocations()).isZero();
  }

  /** What was bound stays, and runs again when the kernel does. */
  @Test
  void inAPassWhosePlansAreKept() {
    Backend host = Hooked.atRun(OpKind.NEG, this::failIfAsked);
    try (PipelinedExecutor executor = executor(host);
        PersistentOutputs outputs = new PersistentOutputs();
        OrderCache order = new OrderCache()) {
      Realization realization = realization().order(order).outputs(outputs);
      failsOnce(executor, realization);
      works(executor, realization);
      ExecutorStatistics planned = executor.statistics();
      int held = second.memory().liveAllocations();
      for (int round = 0; round < 3; round++) {
        failsOnce(executor, realization);
        works(executor, realization);
      }
      assertThat(executor.statistics().segmentsPlanned()).isEqualTo(planned.segmentsPlanned());
      assertThat(second.memory().liveAllocations()).isEqualTo(held);
    }
    assertThat(second.memory().liveAllocations()).isZero();
  }
}
