package io.pelton.cpu.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.second.Gate;
import io.pelton.cpu.second.SecondDevice;
import io.pelton.engine.error.ConcurrentUse;
import io.pelton.engine.error.KernelFailure;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableCapability;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.executable.HandleFeeds;
import io.pelton.engine.executable.Handles;
import io.pelton.engine.executable.OutputTargets;
import io.pelton.engine.executable.Parameters;
import io.pelton.engine.executable.Pipelining;
import io.pelton.engine.executable.ResidentHandles;
import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Work that fails on the device when its run has long returned, whoever hears of it. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FailingQueueTest {
  private static final Extent N = Extent.symbolic(new SymbolId("N"));
  private static final Tensor X = Tensor.of(new float[] {1, 2}, 2);
  private static final Tensor H = Tensor.of(new float[] {10, 20}, 2);
  private static final Tensor W = Tensor.of(new float[] {3}, 1);

  private final Gate gate = new Gate();
  private final List<AutoCloseable> opened = new ArrayList<>();
  private volatile boolean isBroken;
  private final SecondDevice second = SecondDevice.slow(gate, Map.of(OpKind.ADD, this::add));
  private final ExecutableGraph executable = executable();

  private void add() {
    if (isBroken) {
      throw new IllegalStateException("broken");
    }
  }

  @AfterEach
  void nothingIsLeft() throws Exception {
    gate.open();
    for (int i = opened.size() - 1; i >= 0; i--) {
      opened.get(i).close();
    }
    Machines.on(second).checkReleased().run();
  }

  /** sum [N] = x [N] + h [N]; product [N] = h * w, a parameter. */
  private ExecutableGraph executable() {
    Graph graph = new Graph();
    ValueId x = graph.input("x", ValueType.tensor(DType.F32, Shape.of(N)));
    ValueId h = graph.input("h", ValueType.tensor(DType.F32, Shape.of(N)));
    ValueId w = graph.input("w", ValueType.tensor(DType.F32, Shape.fixed(1)));
    graph.markParameter(w);
    Map<String, ValueId> inputs = new LinkedHashMap<>();
    inputs.put("x", x);
    inputs.put("h", h);
    inputs.put("w", w);
    Map<String, ValueId> outputs = new LinkedHashMap<>();
    outputs.put("sum", graph.apply("sum", new ElementwiseOp.Binary(OpKind.ADD), x, h));
    outputs.put("product", graph.apply("product", new ElementwiseOp.Binary(OpKind.MUL), h, w));
    NamedGraph named = new NamedGraph("failing", graph, inputs, outputs);
    CompiledGraph compiled =
        CompiledGraph.compile(named, Machines.on(second).options().withPlanCacheCapacity(1));
    opened.add(compiled);
    ExecutableGraph made = compiled.newExecutable();
    opened.add(made);
    Parameters parameters = made.capability(Parameters.class).orElseThrow();
    parameters.set("w", W);
    parameters.finalizeParameters();
    return made;
  }

  private <T extends ExecutableCapability> T of(Class<T> type) {
    return executable.capability(type).orElseThrow();
  }

  private void commitAndFail(Tensor... inputs) {
    gate.shut();
    isBroken = true;
    of(Pipelining.class).commit(inputs);
    gate.open();
  }

  /** The failure is told once, there are no outputs, and everything works again. */
  private void checkToldOnce(ThrowingCallable told) {
    assertThatThrownBy(told).isInstanceOf(KernelFailure.class).hasRootCauseMessage("broken");
    isBroken = false;
    assertThatThrownBy(() -> executable.output(0)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> executable.slot(1)).isInstanceOf(IllegalStateException.class);
    of(Pipelining.class).await();
    executable.runSlots(X, H);
    assertThat(((Tensor) executable.output(0)).toFloats()).containsExactly(11, 22);
  }

  @Test
  void whoeverWaitsHearsOfIt() {
    of(ResidentHandles.class).bind("h", H);
    List<ThrowingCallable> waiting =
        List.of(
            () -> of(Pipelining.class).await(),
            () -> executable.output(0),
            () -> executable.slot(0),
            () -> executable.runSlots(X, H),
            () -> executable.run(Map.of("x", X)),
            () -> of(Handles.class).read("h"),
            () -> of(Handles.class).bind("h", H),
            () -> of(Handles.class).unbind("h"),
            () -> of(ResidentHandles.class).bind("h", H),
            () -> of(ResidentHandles.class).prepare("h", 2),
            () -> of(ResidentHandles.class).readRow("h", 0),
            () -> of(OutputTargets.class).bind(0, Tensor.of(new float[2], 2)),
            () -> of(OutputTargets.class).unbind(0),
            () -> of(Parameters.class).set("w", W),
            () -> of(Pipelining.class).runPipelined(List.of(Map.of("x", X))));
    for (ThrowingCallable each : waiting) {
      commitAndFail(X, H);
      checkToldOnce(each);
      assertThat(of(ResidentHandles.class).read("h").toFloats()).containsExactly(10, 20);
    }
  }

  @Test
  void aPlanThatHasToGoTellsWhatItsRunsDid() {
    of(Pipelining.class).commit(X, H);
    commitAndFail(X, H);
    Tensor longer = Tensor.of(new float[9], 9);
    checkToldOnce(() -> executable.runSlots(longer, longer));
  }

  @Test
  void aHandleThatWasNeverFedIsNotThere() {
    of(HandleFeeds.class).feed("h", 1);
    commitAndFail(X, H);
    checkToldOnce(() -> of(Pipelining.class).await());
    of(Handles.class).unbind("h");
    commitAndFail(X, H);
    assertThatThrownBy(() -> of(Pipelining.class).await()).isInstanceOf(KernelFailure.class);
    assertThat(of(Handles.class).isBound("h")).isFalse();
    isBroken = false;
    executable.runSlots(X, H);
    assertThat(of(ResidentHandles.class).read("h").toFloats()).containsExactly(30, 60);
  }

  @Test
  void aHandleThatCouldNotGrowIsAsItWas() {
    of(HandleFeeds.class).feed("h", 1);
    executable.runSlots(X, H);
    gate.shut();
    isBroken = true;
    of(Pipelining.class).commit(X, H);
    gate.open();
    Tensor longer = Tensor.of(new float[] {1, 2, 3}, 3);
    assertThatThrownBy(() -> executable.runSlots(longer, longer)).isInstanceOf(KernelFailure.class);
    isBroken = false;
    assertThat(of(ResidentHandles.class).read("h").toFloats()).containsExactly(30, 60);
    executable.runSlots(longer, longer);
    assertThat(of(ResidentHandles.class).read("h").toFloats()).containsExactly(3, 6, 9);
  }

  @Test
  void whatIsBoundIsSentAgain() {
    of(ResidentHandles.class).bind("h", H);
    isBroken = true;
    gate.shut();
    of(Pipelining.class).commit(X);
    gate.open();
    assertThatThrownBy(() -> of(Pipelining.class).await()).isInstanceOf(KernelFailure.class);
    isBroken = false;
    executable.runSlots(X);
    assertThat(((Tensor) executable.output(0)).toFloats()).containsExactly(11, 22);
  }

  @Test
  void closingForgetsIt() {
    of(ResidentHandles.class).bind("h", H);
    of(HandleFeeds.class).feed("h", 1);
    commitAndFail(X);
    executable.close();
    assertThatThrownBy(() -> of(Pipelining.class).await()).isInstanceOf(ConcurrentUse.class);
  }

  @Test
  void closingOnAnotherThreadWaitsForTheQueue() {
    of(ResidentHandles.class).bind("h", H);
    gate.shut();
    for (int run = 0; run < 4; run++) {
      of(Pipelining.class).commit(X);
    }
    CompletableFuture<Void> closing = CompletableFuture.runAsync(executable::close);
    while (!isRefused()) {
      Thread.onSpinWait();
    }
    assertThatThrownBy(() -> executable.output(0)).isInstanceOf(ConcurrentUse.class);
    assertThatThrownBy(() -> of(ResidentHandles.class).read("h")).isInstanceOf(ConcurrentUse.class);
    assertThat(closing).isNotDone();
    gate.open();
    closing.join();
    assertThat(second.memory().liveQueues()).isZero();
  }

  private boolean isRefused() {
    try {
      return !of(Handles.class).isBound("h");
    } catch (ConcurrentUse e) {
      return true;
    }
  }

  /** Who reads an output has it to the end. */
  @Test
  void closingWaitsForWhoReads() {
    of(ResidentHandles.class).bind("h", H);
    gate.shut();
    of(Pipelining.class).commit(X);
    CompletableFuture<float[]> reading =
        CompletableFuture.supplyAsync(() -> ((Tensor) executable.output(0)).toFloats());
    while (!isRefused()) {
      Thread.onSpinWait();
    }
    CompletableFuture<Void> closing = CompletableFuture.runAsync(executable::close);
    assertThat(closing).isNotDone();
    gate.open();
    assertThat(reading.join()).containsExactly(11, 22);
    closing.join();
  }
}
