package io.pelton.cpu.realize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.management.ThreadMXBean;
import io.pelton.cpu.second.SecondDevice;
import io.pelton.engine.error.CapacityExceeded;
import io.pelton.engine.error.CaptureRefused;
import io.pelton.engine.error.InputMismatch;
import io.pelton.engine.error.NoSuchArm;
import io.pelton.engine.error.TopologyChanged;
import io.pelton.engine.error.UnknownName;
import io.pelton.engine.graph.Branches;
import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.ElementwiseOp.Binary;
import io.pelton.engine.graph.ElementwiseOp.Unary;
import io.pelton.engine.graph.GeneratorOp.Iota;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.MutationOp.WriteSlice;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ShapeOp.NonZeroIndices;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ViewOp;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.realize.CapturedRun;
import io.pelton.engine.realize.PersistentOutputs;
import io.pelton.engine.realize.PipelinedExecutor;
import io.pelton.engine.realize.Realization;
import io.pelton.engine.realize.Realized;
import io.pelton.engine.realize.StorageCache;
import io.pelton.engine.realize.SymEnv;
import io.pelton.engine.realize.pick.PickedRoute;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CapturedRunTest {
  private static final SymbolId LENGTH = new SymbolId("length");
  private static final SymbolId START = new SymbolId("start");

  private final SecondDevice second = new SecondDevice();
  private final Devices devices = second.besideHost();
  private final PipelinedExecutor executor =
      new PipelinedExecutor(devices, PlanOptions.pinnedTo(devices.host().id()));
  private final Graph graph = new Graph();
  private final ValueId x =
      graph.input("x", ValueType.tensor(DType.F32, Shape.of(List.of(Extent.symbolic(LENGTH)))));

  private static StorageCache given(ValueId id, float... values) {
    return new StorageCache().put(id, Tensor.of(values, values.length));
  }

  private ValueId doubled() {
    return graph.apply("doubled", new Binary(OpKind.ADD), x, x);
  }

  private CaptureRefused refused(ValueId target, SymEnv env) {
    return catchThrowableOfType(
        CaptureRefused.class,
        () ->
            executor.capture(
                Realization.of(graph).targets(target).inputs(given(x, 1, 2)).env(env)));
  }

  @Test
  void runsAgainOnOtherInputsWhereItRanBefore() {
    ValueId doubled = doubled();
    ValueId relu = graph.apply("relu", new Unary(OpKind.RELU), doubled);
    try (PersistentOutputs outputs = new PersistentOutputs();
        CapturedRun run =
            executor.capture(
                Realization.of(graph)
                    .targets(relu, doubled)
                    .inputs(given(x, 0, 0))
                    .outputs(outputs))) {
      Realized first = run.replay(given(x, 1, -2));
      assertThat(first.onHost(relu).toFloats()).containsExactly(2, 0);
      assertThat(first.onHost(doubled).toFloats()).containsExactly(2, -4);
      Realized second = run.replay(given(x, -3, 4));
      assertThat(second).isSameAs(first);
      assertThat(second.onHost(relu).toFloats()).containsExactly(0, 8);
      assertThat(outputs.allocations()).isEqualTo(2);
    }
  }

  @Test
  void runningAgainAllocatesNothing() {
    ValueId target = doubled();
    for (int i = 0; i < 20; i++) {
      target = graph.apply("more", new Binary(OpKind.ADD), target, x);
    }
    StorageCache given = given(x, 1, 2, 3, 4);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    try (CapturedRun run = executor.capture(Realization.of(graph).targets(target).inputs(given))) {
      SymEnv env = new SymEnv();
      for (int i = 0; i < 20_000; i++) {
        run.replay(given, env);
      }
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < 1_000; i++) {
        run.replay(given, env);
      }
      // an iterator over the inputs may be there or not
      assertThat((threads.getCurrentThreadAllocatedBytes() - before) / 1_000).isLessThan(100);
    }
  }

  @Test
  void inputsHaveTheLengthsThatWereCaptured() {
    ValueId doubled = doubled();
    try (CapturedRun run =
        executor.capture(Realization.of(graph).targets(doubled).inputs(given(x, 0, 0)))) {
      assertThatThrownBy(() -> run.replay(given(x, 1, 2, 3)))
          .isInstanceOf(InputMismatch.class)
          .hasMessage("Input 'x': shape should be [2] but is [3].");
      assertThatThrownBy(() -> run.replay(new StorageCache()))
          .isInstanceOf(UnknownName.class)
          .hasMessageContaining("missing input 'x'");
      assertThat(run.replay(given(x, 1, 2)).onHost(doubled).toFloats()).containsExactly(2, 4);
      graph.apply("later", new Unary(OpKind.RELU), x);
      assertThatThrownBy(() -> run.replay(given(x, 1, 2))).isInstanceOf(TopologyChanged.class);
    }
  }

  @Test
  void sessionStateIsWrittenWhereItLiesAtTheStartOfEachRun() {
    ValueId state = graph.input("state", ValueType.tensor(DType.F32, Shape.fixed(6)));
    graph.markSession(state);
    DynScalar start = DynScalar.of(Extent.symbolic(START));
    ValueId written = graph.apply("write", new WriteSlice(0, start, false), state, x);
    Tensor kept = Tensor.of(new float[6], 6);
    try (CapturedRun run =
        executor.capture(
            Realization.of(graph)
                .targets(written)
                .inputs(given(x, 0, 0).put(state, kept))
                .env(new SymEnv().bind(START, 0)))) {
      run.replay(given(x, 1, 2).put(state, kept), new SymEnv().bind(START, 1));
      run.replay(given(x, 3, 4).put(state, kept), new SymEnv().bind(START, 4));
      assertThat(kept.toFloats()).containsExactly(0, 1, 2, 0, 3, 4);
      assertThatThrownBy(
              () -> run.replay(given(x, 3, 4).put(state, kept), new SymEnv().bind(START, 5)))
          .isInstanceOf(CapacityExceeded.class);
      Tensor other = Tensor.of(new float[6], 6);
      assertThatThrownBy(
              () -> run.replay(given(x, 3, 4).put(state, other), new SymEnv().bind(START, 1)))
          .isInstanceOf(InputMismatch.class)
          .hasMessageContaining("the session state that was captured");
    }
  }

  @Test
  void namesEveryNodeOnAnotherDevice() {
    ValueId doubled = doubled();
    ValueId relu = graph.apply("relu", new Unary(OpKind.RELU), doubled);
    graph.place(relu.node(), SecondDevice.ID);
    assertThat(refused(relu, new SymEnv()).obstacles())
        .anyMatch(text -> text.equals("node 'relu' (Relu) runs on cpu:1, others on cpu"));
    assertThat(second.memory().liveAllocations()).isZero();
  }

  @Test
  void runsOnAnotherDeviceAlone() {
    ValueId doubled = doubled();
    graph.place(doubled.node(), SecondDevice.ID);
    assertThat(refused(doubled, new SymEnv()).obstacles())
        .anyMatch(text -> text.contains("may allocate or wait"));
  }

  @Test
  void namesSymbolsThatDecideLengths() {
    ValueId iota =
        graph.apply("iota", new Iota(DType.F32, Shape.of(List.of(Extent.symbolic(START))), 0));
    assertThat(refused(iota, new SymEnv().bind(START, 3)).obstacles())
        .containsExactly("symbol 'start' changes the geometry of launches");
  }

  @Test
  void namesNodesThatDependOnWhatIsComputed() {
    SymbolId count = graph.freshSymbol();
    ValueId indices = new ValueId(graph.add("where", new NonZeroIndices(count), List.of(x)), 0);
    DynScalar length = DynScalar.of(Extent.symbolic(count));
    ValueId first = graph.apply("first", new ViewOp.Narrow(1, DynScalar.of(0), length), indices);
    CaptureRefused refused = refused(first, new SymEnv());
    assertThat(refused.obstacles())
        .contains("node 'first' (Narrow) depends on what is computed before it");
    assertThat(refused)
        .hasMessageStartingWith("The pass can't be captured: ")
        .hasMessageEndingWith("Realize it with an OrderCache instead.");
  }

  @Test
  void namesStringsAndInputsOnWhichLengthsDepend() {
    ValueId text = graph.input("text", ValueType.tensor(DType.STRING, Shape.fixed(1)));
    ValueId shape = graph.input("shape", ValueType.tensor(DType.I64, Shape.fixed(1)));
    ValueId reshaped = graph.apply("reshaped", new ViewOp.Reshape(false), x, shape);
    ValueId copied = graph.apply("copied", new ElementwiseOp.Identity(), text);
    StorageCache given =
        given(x, 1, 2)
            .put(text, Tensor.of(new String[] {"a"}, 1))
            .put(shape, Tensor.of(new long[] {2}, 1));
    CaptureRefused refused =
        catchThrowableOfType(
            CaptureRefused.class,
            () -> executor.capture(Realization.of(graph).targets(reshaped, copied).inputs(given)));
    assertThat(refused.obstacles())
        .contains("input 'text' holds strings", "lengths depend on the elements of input 'shape'");
  }

  /** What is captured is a copy, where symbolic starts are inputs. */
  @Test
  void takesTheArmsOfARouteWhereSymbolsAreRead() {
    ValueId before = graph.input("before", ValueType.tensor(DType.F32, Shape.fixed(4)));
    ValueId unread = graph.apply("unread", new Unary(OpKind.RELU), x);
    ValueId first = graph.apply("first", new Unary(OpKind.NEG), before);
    ValueId second = graph.apply("second", new Unary(OpKind.RELU), before);
    ValueId branch = Branches.join(graph, "branch", before, List.of(first, second));
    DynScalar start = DynScalar.of(Extent.symbolic(START));
    ValueId written = graph.apply("write", new WriteSlice(0, start, false), branch, x);
    ValueId other = Branches.join(graph, "other", x, List.of(unread, doubled()));
    StorageCache given = given(x, 7).put(before, Tensor.of(new float[] {-1, -2, -3, -4}, 4));
    SymEnv env = new SymEnv().bind(START, 2);
    Realization realization = Realization.of(graph).targets(written).inputs(given).env(env);
    for (int arm = 0; arm < 2; arm++) {
      PickedRoute route = new PickedRoute(Map.of(branch.node(), arm, other.node(), 1));
      try (CapturedRun run = executor.capture(realization.route(route))) {
        assertThat(run.replay(given, env).onHost(written).toFloats())
            .containsExactly(arm == 0 ? new float[] {1, 2, 7, 4} : new float[] {0, 0, 7, 0});
      }
    }
    PickedRoute missing = new PickedRoute(Map.of(branch.node(), 2));
    assertThatThrownBy(() -> executor.capture(realization.route(missing)))
        .isInstanceOf(NoSuchArm.class);
  }

  @Test
  void namesArmsThatArePickedLate() {
    ValueId doubled = doubled();
    Realization realization =
        Realization.of(graph)
            .targets(doubled)
            .inputs(given(x, 1, 2))
            .picking((branch, arms, lookup) -> 0, device -> null);
    assertThatThrownBy(() -> executor.capture(realization))
        .isInstanceOf(CaptureRefused.class)
        .hasMessageContaining("branches pick their arms while it runs; give it a route");
  }
}
