package io.pelton.cpu.realize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.pelton.cpu.second.SecondDevice;
import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.error.ConcurrentUse;
import io.pelton.engine.error.KernelFailure;
import io.pelton.engine.error.UnknownName;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.optimize.RuleRegistry;
import io.pelton.engine.plan.OptimizedGraph;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.realize.OrderCache;
import io.pelton.engine.realize.PersistentOutputs;
import io.pelton.engine.realize.PipelinedExecutor;
import io.pelton.engine.realize.Realization;
import io.pelton.engine.realize.Realized;
import io.pelton.engine.realize.StorageCache;
import io.pelton.engine.realize.pick.DeviceTelemetry;
import io.pelton.engine.realize.pick.RuntimeSelector;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Tensor;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What would hang, leak or answer something else if nobody looked after it. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class MisuseTest {
  private static final DeviceId HOST = DeviceId.first("cpu");

  private final Sketch sketch = new Sketch();
  private final ValueId x = sketch.rows("x", 2);
  private final ValueId negated = sketch.unary(OpKind.NEG, x);

  private static PipelinedExecutor on(Devices devices) {
    return new PipelinedExecutor(devices, PlanOptions.pinnedTo(HOST));
  }

  private Realization of(ValueId target) {
    return Realization.of(sketch.graph)
        .targets(target)
        .inputs(given(Tensor.of(new float[2], 1, 2)));
  }

  private StorageCache given(Tensor tensor) {
    return new StorageCache().put(x, tensor);
  }

  private static OptimizedGraph optimized(Sketch sketch, ValueId target) {
    return OptimizedGraph.of(
        sketch.output("y", target).named("test"),
        RuleRegistry.exact(new Evaluator(Cpu.BACKEND, new Prepared())));
  }

  @Test
  void targetsThatTheGraphDoesNotHave() {
    try (PipelinedExecutor executor = on(Devices.of(Cpu.BACKEND));
        OrderCache order = new OrderCache()) {
      ValueId later = new ValueId(new NodeId(99), 0);
      for (ValueId target : List.of(later, new ValueId(negated.node(), 1), ValueId.ABSENT)) {
        for (Realization way : List.of(of(target), of(target).order(order))) {
          UnknownName e = catchThrowableOfType(UnknownName.class, () -> executor.realize(way));
          assertThat(e.name()).isEqualTo(target.toString());
          assertThat(e)
              .hasMessage("no target of the graph '" + target + "'; known names: [#0 to #1]");
        }
      }
    }
  }

  @Test
  void anOptimizedGraphOfAnotherGraph() {
    Sketch other = new Sketch();
    OptimizedGraph optimized = optimized(other, other.unary(OpKind.EXP, other.rows("x", 2)));
    assertThatThrownBy(() -> of(negated).optimized(optimized))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("was not optimized from the graph that is to be realized");
    assertThat(optimized.isOf(other.graph)).isTrue();
    assertThat(optimized(sketch, negated).isOf(sketch.graph)).isTrue();
  }

  /** Both run on the compiler thread, whose end closing would wait for. */
  @Test
  void closingByWhatPassesCall() {
    AtomicReference<PipelinedExecutor> executor = new AtomicReference<>();
    Runnable closing = () -> executor.get().close();
    Backend backend =
        Hooked.replacing(OpKind.EXP, List.of(kernel -> Hooked.atBind(kernel, closing)));
    executor.set(on(Devices.of(backend)));
    ValueId exp = sketch.unary(OpKind.EXP, negated);
    assertThatThrownBy(() -> executor.get().realize(of(exp)))
        .isInstanceOf(KernelFailure.class)
        .hasMessageContaining("can't close itself");
    ValueId merged = sketch.branch("way", negated, negated, sketch.unary(OpKind.ABS, negated));
    RuntimeSelector selector =
        (branch, arms, lookup) -> {
          closing.run();
          return 0;
        };
    assertThatThrownBy(
            () ->
                executor.get().realize(of(merged).picking(selector, id -> DeviceTelemetry.UNKNOWN)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("can't close itself");
    executor.get().realize(of(merged)).close();
    executor.get().close();
  }

  private static void throwChecked() {
    MisuseTest.<RuntimeException>throwAny(new IOException("checked"));
  }

  /** As languages other than Java do. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> void throwAny(Throwable thrown) throws T {
    throw (T) thrown;
  }

  @Test
  void kernelsThatThrowWhatTheyDoNotDeclare() {
    for (Backend backend :
        List.of(
            Hooked.atRun(OpKind.NEG, MisuseTest::throwChecked),
            Hooked.replacing(
                OpKind.NEG, List.of(kernel -> Hooked.atBind(kernel, MisuseTest::throwChecked))))) {
      try (PipelinedExecutor executor = on(Devices.of(backend));
          OrderCache order = new OrderCache()) {
        for (Realization way : List.of(of(negated), of(negated).order(order))) {
          KernelFailure e = catchThrowableOfType(KernelFailure.class, () -> executor.realize(way));
          assertThat(e).hasCauseInstanceOf(IOException.class);
          assertThat(e.node()).isEqualTo(sketch.graph.name(negated.node()));
        }
      }
    }
  }

  /** Selectors, too; what is thrown on the compiler thread must reach the caller in any case. */
  @Test
  void selectorsThatThrowWhatTheyDoNotDeclare() {
    ValueId merged = sketch.branch("way", negated, negated, sketch.unary(OpKind.ABS, negated));
    RuntimeSelector selector =
        (branch, arms, lookup) -> {
          throwChecked();
          return 0;
        };
    try (PipelinedExecutor executor = on(Devices.of(Cpu.BACKEND))) {
      Realization picking = of(merged).picking(selector, id -> DeviceTelemetry.UNKNOWN);
      assertThatThrownBy(() -> executor.realize(picking))
          .hasCauseInstanceOf(IOException.class)
          .hasRootCauseMessage("checked");
      executor.realize(of(merged)).close();
    }
  }

  /** Neither on devices, as soon as results are closed, nor on the heap. */
  @Test
  void keptPlansKeepNeitherInputsNorResults() throws Exception {
    SecondDevice second = new SecondDevice();
    ValueId remote = sketch.unary(OpKind.EXP, negated);
    sketch.graph.place(remote.node(), SecondDevice.ID);
    try (PipelinedExecutor executor = on(second.besideHost());
        OrderCache order = new OrderCache()) {
      Realization kept = of(remote).targets(remote, negated).order(order);
      executor.realize(kept).close();
      long idle = second.memory().liveAllocations();
      WeakReference<Object> input = null;
      WeakReference<Object> result = null;
      for (int pass = 0; pass < 2; pass++) {
        Tensor tensor = Tensor.of(new float[] {pass + 1, 1}, 1, 2);
        input = new WeakReference<>(((HeapStorage) tensor.storage()).array());
        try (Realized realized = executor.realize(kept.inputs(given(tensor)))) {
          result = new WeakReference<>(((HeapStorage) realized.storage(negated)).array());
          assertThat(second.memory().liveAllocations()).isEqualTo(idle + 1);
          assertThat(realized.onHost(negated).toFloats()).containsExactly(-1 - pass, -1);
        }
        assertThat(second.memory().liveAllocations()).isEqualTo(idle);
      }
      assertThat(order.hits()).isEqualTo(2);
      assertCollected(input);
      assertCollected(result);
    }
    assertThat(second.memory().liveAllocations()).isZero();
  }

  private static void assertCollected(WeakReference<Object> reference) throws Exception {
    for (int i = 0; i < 100 && reference.get() != null; i++) {
      System.gc();
      TimeUnit.MILLISECONDS.sleep(10);
    }
    assertThat(reference.get()).isNull();
  }

  @Test
  void persistentOutputsThatAreClosed() throws Exception {
    CountDownLatch reached = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    Runnable block =
        () -> {
          reached.countDown();
          try {
            goOn.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        };
    PersistentOutputs outputs = new PersistentOutputs();
    Realization kept = of(negated).outputs(outputs);
    try (PipelinedExecutor blocked = on(Devices.of(Hooked.atRun(OpKind.NEG, block)));
        PipelinedExecutor other = on(Devices.of(Cpu.BACKEND))) {
      FutureTask<float[]> pass =
          new FutureTask<>(
              () -> {
                try (Realized realized = blocked.realize(kept)) {
                  return realized.onHost(negated).toFloats();
                }
              });
      Thread caller = new Thread(pass, "caller");
      caller.start();
      reached.await();
      refused(other, kept, "another thread is running it");
      Thread closer = new Thread(outputs::close, "closer");
      closer.start();
      while (closer.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
      goOn.countDown();
      assertThat(pass.get()).hasSize(2);
      closer.join();
      caller.join();
      refused(other, kept, "it is closed");
      assertThat(outputs.bytes()).isZero();
      other.realize(of(negated)).close();
    }
  }

  private static void refused(PipelinedExecutor executor, Realization realization, String reason) {
    assertThatThrownBy(() -> executor.realize(realization))
        .isInstanceOfSatisfying(
            ConcurrentUse.class,
            e -> {
              assertThat(e.subject()).isEqualTo("persistent output memory");
              assertThat(e.reason()).isEqualTo(reason);
            });
  }
}
