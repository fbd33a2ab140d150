package io.pelton.cpu.realize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.pelton.cpu.second.SecondDevice;
import io.pelton.engine.error.ConcurrentUse;
import io.pelton.engine.error.RunCancelled;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.realize.OrderCache;
import io.pelton.engine.realize.PipelinedExecutor;
import io.pelton.engine.realize.Realization;
import io.pelton.engine.realize.Realized;
import io.pelton.engine.realize.StorageCache;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.Tensor;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ends passes while a kernel runs. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class CancelledRunsTest {
  private static final DeviceId HOST = DeviceId.first("cpu");

  private final CountDownLatch reached = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);
  private final SecondDevice second = new SecondDevice();
  private final Sketch sketch = new Sketch();
  private final ValueId x = sketch.rows("x", 2);
  private final ValueId target;

  /** Long enough for the compiler to wait until there is room. */
  CancelledRunsTest() {
    ValueId value = sketch.unary(OpKind.TANH, x);
    sketch.graph.place(value.node(), SecondDevice.ID);
    value = sketch.unary(OpKind.NEG, value);
    for (int i = 0; i < 300; i++) {
      value = sketch.unary(OpKind.RELU, value);
    }
    target = value;
  }

  private PipelinedExecutor executor() {
    Devices devices =
        Devices.of(Hooked.atRun(OpKind.NEG, this::block))
            .with(second.device())
            .withPrice(HOST, SecondDevice.ID, SecondDevice.PRICE);
    return new PipelinedExecutor(devices, PlanOptions.pinnedTo(HOST));
  }

  /** Kernels can't be interrupted. */
  private void block() {
    reached.countDown();
    boolean isInterrupted = false;
    while (goOn.getCount() > 0) {
      try {
        goOn.await();
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private Realization realization() {
    Tensor tensor = Tensor.of(new float[] {-1, 2}, 1, 2);
    return Realization.of(sketch.graph).targets(target).inputs(new StorageCache().put(x, tensor));
  }

  /** What another thread's pass ends in, and whether that thread is interrupted then. */
  private record Ended(Throwable failure, boolean isInterrupted) {}

  private final class Pass {
    private final FutureTask<Ended> task;
    private final Thread thread;

    private Pass(PipelinedExecutor executor, Realization realization) throws Exception {
      task =
          new FutureTask<>(
              () -> {
                Throwable failure = catchThrowable(() -> executor.realize(realization).close());
                return new Ended(failure, Thread.interrupted());
              });
      thread = new Thread(task, "caller");
      thread.start();
      reached.await();
    }

    private Ended ended() throws ExecutionException, InterruptedException {
      Ended ended = task.get();
      thread.join();
      return ended;
    }
  }

  @Test
  void byInterruptingTheCaller() throws Exception {
    try (PipelinedExecutor executor = executor();
        OrderCache order = new OrderCache()) {
      Pass pass = new Pass(executor, realization());
      pass.thread.interrupt();
      goOn.countDown();
      Ended ended = pass.ended();
      assertThat(ended.failure())
          .isInstanceOfSatisfying(
              RunCancelled.class,
              e -> assertThat(e.reason()).isEqualTo("the calling thread was interrupted"))
          .hasMessage(
              "The run ended before its results were complete: the calling thread was interrupted");
      assertThat(ended.isInterrupted()).isTrue();
      assertThat(second.memory().liveAllocations()).isZero();
      try (Realized realized = executor.realize(realization().order(order))) {
        assertThat(realized.onHost(target).toFloats()[0]).isGreaterThan(0);
      }
      interruptedBeforehand(executor, realization().order(order));
    }
    assertThat(second.memory().liveAllocations()).isZero();
  }

  private void interruptedBeforehand(PipelinedExecutor executor, Realization kept) {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> executor.realize(kept)).isInstanceOf(RunCancelled.class);
    assertThat(Thread.interrupted()).isTrue();
    executor.realize(kept).close();
  }

  @Test
  void byClosingTheExecutor() throws Exception {
    PipelinedExecutor executor = executor();
    Pass pass = new Pass(executor, realization());
    Thread closer = new Thread(executor::close, "closer");
    closer.start();
    awaitWaiting(closer);
    goOn.countDown();
    Ended ended = pass.ended();
    assertThat(ended.failure())
        .isInstanceOfSatisfying(
            RunCancelled.class, e -> assertThat(e.reason()).contains("executor was closed"))
        .hasMessageStartingWith("The run ended before its results were complete: the executor");
    assertThat(ended.isInterrupted()).isFalse();
    closer.join();
    assertThat(second.memory().liveAllocations()).isZero();
    refused(executor, "it is closed");
  }

  @Test
  void aSecondThreadIsRefusedMeanwhile() throws Exception {
    try (PipelinedExecutor executor = executor();
        OrderCache order = new OrderCache();
        PipelinedExecutor other = executor()) {
      Pass pass = new Pass(executor, realization().order(order));
      refused(executor, "another thread is running it");
      assertThatThrownBy(() -> other.realize(realization().order(order)))
          .isInstanceOfSatisfying(
              ConcurrentUse.class, e -> assertThat(e.subject()).isEqualTo("order cache"))
          .hasMessage(
              "The order cache can't run: another thread is running it."
                  + " Give every thread a cache of its own.");
      goOn.countDown();
      assertThat(pass.ended().failure()).isNull();
      executor.realize(realization().order(order)).close();
    }
  }

  private void refused(PipelinedExecutor executor, String reason) {
    assertThatThrownBy(() -> executor.realize(realization()))
        .isInstanceOfSatisfying(
            ConcurrentUse.class,
            e -> {
              assertThat(e.subject()).isEqualTo("executor");
              assertThat(e.reason()).isEqualTo(reason);
            })
        .hasMessage(
            "The executor can't run: " + reason + ". Give every thread an executor of its own.");
  }

  private static void awaitWaiting(Thread thread) {
    while (thread.getState() != Thread.State.WAITING
        && thread.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
  }
}
