package io.pelton.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.ConcurrentUse;
import io.pelton.engine.error.EngineException;
import io.pelton.engine.error.IncompatibleSource;
import io.pelton.engine.error.InputMismatch;
import io.pelton.engine.error.ParametersPending;
import io.pelton.engine.error.UnknownName;
import io.pelton.engine.executable.ActiveExtent;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.executable.Forking;
import io.pelton.engine.executable.HandleFeeds;
import io.pelton.engine.executable.Handles;
import io.pelton.engine.executable.KvRows;
import io.pelton.engine.executable.OutputRows;
import io.pelton.engine.executable.OutputTargets;
import io.pelton.engine.executable.Parameters;
import io.pelton.engine.executable.Pipelining;
import io.pelton.engine.executable.ResidentHandles;
import io.pelton.engine.graph.LinalgOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.DeviceMemory;
import io.pelton.engine.tensor.DeviceStorage;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What an executable is not for gives a typed error, after which it works as before. */
public abstract class MisuseContract extends GraphFixture {
  private static final Tensor X = Tensor.of(new float[] {1, 2, 3}, 1, 3);
  private static final Tensor H = Tensor.of(new float[] {1, 2, 3, 10, 20, 30}, 2, 3);
  private static final float[] Y = {12, 24, 36};

  private static void assertWorks(ExecutableGraph executable) {
    executable.runSlots(X, H);
    assertThat(((Tensor) executable.output(0)).toFloats()).containsExactly(Y);
  }

  private static void assertRefused(
      ExecutableGraph executable, Class<? extends EngineException> error, ThrowingCallable call) {
    assertWorks(executable);
    assertThatThrownBy(call).isInstanceOf(error);
    assertWorks(executable);
  }

  @Test
  void wrongSlotCounts() {
    ExecutableGraph executable = executable(withState());
    assertRefused(executable, UnknownName.class, () -> executable.runSlots());
    assertRefused(executable, UnknownName.class, () -> executable.runSlots(X));
    assertRefused(executable, UnknownName.class, () -> executable.runSlots(X, H, X));
    assertThatThrownBy(() -> executable.runSlots(X, H, X))
        .hasMessage("no input '#2'; known names: [x, h]");
    assertThatThrownBy(() -> executable.runSlots(X))
        .hasMessage("missing input 'h'; known names: [x, h]");
    assertRefused(executable, InputMismatch.class, () -> executable.runSlots(H, X));
  }

  @Test
  void runsBeforeParametersAreFinal() {
    ValueId x = input("x", DType.F32, N, Extent.fixed(3));
    ValueId w = input("w", DType.F32, Extent.fixed(3), Extent.fixed(2));
    graph.markParameter(w);
    ValueId y = graph.apply("product", new LinalgOp.MatMul(), x, w);
    ExecutableGraph executable = executable(named(y, "x", x, "w", w));
    assertThatThrownBy(() -> executable.runSlots(X))
        .isInstanceOfSatisfying(
            ParametersPending.class,
            e -> {
              assertThat(e.graph()).isEqualTo("test");
              assertThat(e.missing()).containsExactly("w");
            })
        .hasMessage(
            "The parameters of 'test' are not final: [w] have no value. Set all of them, then call"
                + " finalizeParameters().");
    Parameters parameters = capability(executable, Parameters.class);
    parameters.set("w", Tensor.of(new float[] {1, 0, 0, 1, 1, 1}, 3, 2));
    assertThatThrownBy(() -> executable.runSlots(X))
        .isInstanceOf(ParametersPending.class)
        .hasMessageContaining("all are set");
    parameters.finalizeParameters();
    executable.runSlots(X);
    assertThat(((Tensor) executable.output(0)).toFloats()).containsExactly(4, 5);
  }

  @Test
  void everyAbilityEndsWithTheExecutable() {
    ExecutableGraph executable = executable(withState());
    ExecutableGraph other = opened(capability(executable, Forking.class).fork());
    executable.runSlots(X, H);
    final ActiveExtent extent = capability(executable, ActiveExtent.class);
    final Forking forking = capability(executable, Forking.class);
    final HandleFeeds feeds = capability(executable, HandleFeeds.class);
    final Handles handles = capability(executable, Handles.class);
    final KvRows rows = capability(executable, KvRows.class);
    final OutputRows outputRows = capability(executable, OutputRows.class);
    final OutputTargets targets = capability(executable, OutputTargets.class);
    final Pipelining pipelining = capability(executable, Pipelining.class);
    final ResidentHandles residents = capability(executable, ResidentHandles.class);
    executable.close();
    Tensor target = Tensor.of(new float[3], 1, 3);
    List<ThrowingCallable> calls =
        List.of(
            () -> executable.run(Map.of("x", X, "h", H)),
            () -> executable.run(Map.of("x", X, "h", H), 0),
            () -> executable.runSlots(X, H),
            () -> executable.output(0),
            () -> executable.slot(0),
            executable::explain,
            () -> extent.set(1, 1),
            extent::clear,
            () -> extent.isHonoured(4),
            forking::fork,
            () -> feeds.feed("h", 1),
            () -> feeds.remove("h"),
            () -> feeds.runAndFeed(Map.of("x", X, "h", H), "h", 1),
            () -> handles.bind("h", H),
            () -> handles.isBound("h"),
            () -> handles.read("h"),
            () -> handles.unbind("h"),
            () -> rows.register("h", 1, 0),
            () -> rows.feedRow(0, 0),
            () -> rows.copyRowsFrom(other, 0, 1),
            () -> outputRows.readRow(0, 0),
            () -> targets.bind(0, target),
            () -> targets.unbind(0),
            () -> pipelining.commit(X, H),
            pipelining::await,
            () -> pipelining.runPipelined(List.of(Map.of("x", X, "h", H))),
            () -> residents.bind("h", H),
            () -> residents.prepare("h", 2, 3),
            residents::stage,
            () -> residents.isResident("h"),
            () -> residents.allocation("h"),
            () -> residents.read("h"),
            () -> residents.readRow("h", 0));
    for (int i = 0; i < calls.size(); i++) {
      assertThatThrownBy(calls.get(i))
          .as("call %s", i)
          .isInstanceOfSatisfying(
              ConcurrentUse.class,
              e -> {
                assertThat(e.subject()).isEqualTo("executable 'stateful'");
                assertThat(e.reason()).isEqualTo("it is closed");
              });
    }
    assertWorks(other);
  }

  @Test
  void anotherThreadWhileARunIsInProgress() throws InterruptedException {
    ExecutableGraph executable = executable(withState());
    assertWorks(executable);
    AtomicReference<Throwable> found = new AtomicReference<>();
    Tensor large = Tensor.of(new float[3 * 200_000], 200_000, 3);
    Thread other =
        new Thread(
            () -> {
              try {
                while (true) {
                  executable.runSlots(X, H);
                }
              } catch (ConcurrentUse e) {
                found.set(e);
              }
            });
    other.start();
    while (other.isAlive()) {
      try {
        executable.runSlots(large, H);
      } catch (ConcurrentUse e) {
        assertThat(e.reason()).isEqualTo("another thread is running it");
      }
    }
    other.join();
    assertThat(found.get())
        .hasMessage(
            "The executable 'stateful' can't run: another thread is running it. Use one executable"
                + " a thread (newExecutable() shares the weights).");
    assertWorks(executable);
  }

  @Test
  void aForeignSource() {
    ExecutableGraph executable = executable(withState());
    ExecutableGraph foreign = new ForeignExecutable(executable);
    KvRows rows = capability(executable, KvRows.class);
    assertRefused(executable, IncompatibleSource.class, () -> rows.copyRowsFrom(foreign, 0, 1));
    assertRefused(executable, IncompatibleSource.class, () -> rows.seedPrefixFrom(executable, 1));
  }

  @Test
  void memoryOfAnotherDevice() {
    ExecutableGraph executable = executable(withState());
    DeviceMemory memory = new DeviceMemory(new DeviceId("elsewhere", 3), 64, 24, () -> {});
    Tensor there = new Tensor(DeviceStorage.wrap(DType.F32, memory, 0, 6), Layout.contiguous(2, 3));
    assertRefused(executable, InputMismatch.class, () -> executable.runSlots(X, there));
    assertRefused(
        executable,
        InputMismatch.class,
        () -> capability(executable, Handles.class).bind("h", there));
    assertRefused(
        executable,
        InputMismatch.class,
        () -> capability(executable, ResidentHandles.class).bind("h", there));
    assertThatThrownBy(() -> executable.run(Map.of("x", X, "h", there)))
        .hasMessage("Input 'h': memory should be on the host but is elsewhere:3.");
  }
}
