package io.pelton.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.ConcurrentUse;
import io.pelton.engine.error.InputMismatch;
import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.error.TopologyChanged;
import io.pelton.engine.error.UnknownName;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.executable.OutputSlot;
import io.pelton.engine.graph.LinalgOp;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.realize.PipelinedExecutor;
import io.pelton.engine.realize.Realization;
import io.pelton.engine.realize.Realized;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.NativeStorage;
import io.pelton.engine.tensor.StringStorage;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/**
 * What an executable promises its caller, on any backend: checks, ownership, threads and memory.
 */
public abstract class ExecutableContract extends GraphFixture {
  @Test
  void compiledAndRealizedGraphsGiveTheSameBits() {
    NamedGraph network = network();
    CompiledGraph compiled = compile(network);
    Tensor x = Tensor.of(random(10), 2, 5);
    Devices devices = Devices.of(backend());
    PlanOptions planning = PlanOptions.pinnedTo(devices.host().id());
    try (PipelinedExecutor executor = new PipelinedExecutor(devices, planning);
        Realized realized = executor.realize(Realization.of(network, Map.of("x", x)))) {
      assertThat(((Tensor) realized.outputs(network).get("y")).toFloats())
          .containsExactly(run(opened(compiled.newExecutable()), "x", x));
    }
  }

  @Test
  void wrongInputsAreNamed() {
    ExecutableGraph executable = executable(network());
    Tensor good = Tensor.of(new float[5], 1, 5);
    assertThatThrownBy(() -> executable.run(Map.of("x", good, "z", good)))
        .isInstanceOfSatisfying(UnknownName.class, e -> assertThat(e.name()).isEqualTo("z"));
    assertThatThrownBy(() -> executable.run(Map.of()))
        .isInstanceOf(UnknownName.class)
        .hasMessage("missing input 'x'; known names: [x]");
    assertThatThrownBy(() -> executable.run(Map.of("x", Tensor.of(new float[4], 1, 4))))
        .isInstanceOf(InputMismatch.class)
        .hasMessage("Input 'x': axis 1 of shape [N,5] should be 5 but is 4.");
    assertThatThrownBy(() -> executable.run(Map.of("x", Tensor.of(new double[5], 1, 5))))
        .isInstanceOf(InputMismatch.class)
        .hasMessageContaining("F32 but is F64");
    assertThatThrownBy(() -> executable.run(Map.of("x", Tensor.of(new float[5], 5))))
        .isInstanceOf(InputMismatch.class);
  }

  @Test
  void inputsThatShareASymbolMustAgree() {
    ValueId a = input("a", DType.F32, N, Extent.fixed(2));
    ValueId b = input("b", DType.F32, N, Extent.fixed(2));
    ExecutableGraph executable = executable(named(binary(OpKind.ADD, a, b), "a", a, "b", b));
    assertThatThrownBy(
            () ->
                executable.run(
                    Map.of("a", Tensor.of(new float[6], 3, 2), "b", Tensor.of(new float[4], 2, 2))))
        .isInstanceOf(InputMismatch.class)
        .hasMessageContaining("Input 'b': axis 0 (N) should be 3, as in input 'a', but is 2");
  }

  @Test
  void nativeAndStridedInputsGiveTheSameBits() {
    ValueId x = input("x", DType.F32, N, Extent.fixed(3));
    ValueId y = graph.apply("product", new LinalgOp.MatMul(), x, floats(3, 2));
    ExecutableGraph executable = executable(named(y, "x", x));
    float[] data = {1, 2, 3, 4, 5, 6};
    float[] expected = run(executable, "x", Tensor.of(data, 2, 3));

    ByteBuffer columns = ByteBuffer.allocateDirect(24).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < 6; i++) {
      columns.putFloat(4 * (i % 3 * 2 + i / 3), data[i]);
    }
    try (NativeStorage storage = NativeStorage.wrap(DType.F32, columns, () -> {})) {
      Layout byColumn = Layout.of(new long[] {2, 3}, new long[] {1, 2}, 0);
      assertThat(run(executable, "x", new Tensor(storage, byColumn))).containsExactly(expected);
      assertThat(executable.explain()).contains("native");
    }
  }

  @Test
  void outputsMayBeInputsConstantsAndViews() {
    ValueId x = input("x", DType.F32, N, Extent.fixed(2));
    ValueId turned = graph.apply("turn", new ViewOp.Transpose(List.of(1, 0)), x);
    ValueId constant = floats(1, 2);
    NamedGraph named =
        new NamedGraph(
            "ends",
            graph,
            Map.of("x", x),
            new LinkedHashMap<>(Map.of("same", x, "turned", turned, "constant", constant)));
    Map<String, Value> outputs =
        executable(named).run(Map.of("x", Tensor.of(new float[] {1, 2, 3, 4}, 2, 2)));
    assertThat(((Tensor) outputs.get("same")).toFloats()).containsExactly(1, 2, 3, 4);
    assertThat(((Tensor) outputs.get("turned")).toFloats()).containsExactly(1, 3, 2, 4);
    assertThat(((Tensor) outputs.get("constant")).dims()).containsExactly(1, 2);
  }

  @Test
  void executablesShareWeightsAndNothingElse() throws Exception {
    CompiledGraph compiled = compile(network());
    Tensor x = Tensor.of(random(35), 7, 5);
    float[] expected = run(opened(compiled.newExecutable()), "x", x);
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Callable<float[]>> tasks = new ArrayList<>();
      for (int i = 0; i < 32; i++) {
        ExecutableGraph own = opened(compiled.newExecutable());
        tasks.add(() -> run(own, "x", x));
      }
      for (Future<float[]> result : threads.invokeAll(tasks)) {
        assertThat(result.get()).containsExactly(expected);
      }
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void executablesShareTheirPlans() {
    CompiledGraph compiled = compile(network());
    for (int i = 0; i < 3; i++) {
      try (ExecutableGraph executable = compiled.newExecutable()) {
        run(executable, "x", Tensor.of(random(15), 3, 5));
        run(executable, "x", Tensor.of(random(35), 7, 5));
        assertThat(executable.statistics().planMisses()).isEqualTo(2);
      }
    }
    assertThat(compiled.plansMade()).isEqualTo(2);
  }

  @Test
  void aClosedExecutableRefusesToRun() {
    ExecutableGraph executable = executable(network());
    executable.close();
    executable.close();
    assertThatThrownBy(() -> executable.runSlots(Tensor.of(new float[5], 1, 5)))
        .isInstanceOf(ConcurrentUse.class)
        .hasMessageContaining("closed");
  }

  @Test
  void aGraphMustNotChangeAfterItsPlan() {
    NamedGraph network = network();
    ExecutableGraph executable = executable(network);
    graph.constant("late", Tensor.of(new float[1], 1));
    assertThatThrownBy(() -> executable.runSlots(Tensor.of(new float[5], 1, 5)))
        .isInstanceOf(TopologyChanged.class);
  }

  @Test
  void aGraphMustNotChangeEvenWhereItsPlanIsThereAlready() {
    NamedGraph network = network();
    ExecutableGraph executable = executable(network);
    Tensor x = Tensor.of(new float[5], 1, 5);
    executable.runSlots(x);
    long planned = graph.generation();
    graph.constant("late", Tensor.of(new float[1], 1));
    assertThatThrownBy(() -> executable.runSlots(x))
        .isInstanceOfSatisfying(
            TopologyChanged.class,
            e -> {
              assertThat(e.planned()).isEqualTo(planned);
              assertThat(e.current()).isEqualTo(planned + 1);
              assertThat(e).hasMessageContaining("optimize and compile it again");
            });
  }

  @Test
  void aRefusedValueFailsTheRunAndNotTheExecutable() {
    ValueId x = input("x", DType.I64, N);
    ValueId y = graph.apply("pick", new ShapeOp.Gather(0), floats(3), x);
    ExecutableGraph executable = executable(named(y, "x", x));
    assertThatThrownBy(() -> executable.runSlots(Tensor.of(new long[] {0, 3}, 2)))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("'pick' (Gather)")
        .hasMessageContaining("3");
    executable.runSlots(Tensor.of(new long[] {0, -1}, 2));
    assertThat(((Tensor) executable.output(0)).dims()).containsExactly(2);
  }

  @Test
  void slotsPointIntoTheArena() {
    ExecutableGraph executable = executable(network());
    executable.runSlots(Tensor.of(random(10), 2, 5));
    OutputSlot slot = executable.slot(0);
    HeapStorage arena = (HeapStorage) slot.storage();
    float[] expected = ((Tensor) executable.output(0)).toFloats();
    assertThat(slot.length()).isEqualTo(6);
    assertThat(slice(arena.floats(), arena.base() + (int) slot.offset(), 6))
        .containsExactly(expected);
  }

  @Test
  void inputsMustLieWithinTheirStorage() {
    ExecutableGraph executable = executable(network());
    Tensor beyond = new Tensor(HeapStorage.allocate(DType.F32, 9), Layout.contiguous(2, 5));
    assertThatThrownBy(() -> executable.runSlots(beyond))
        .isInstanceOf(InputMismatch.class)
        .hasMessageContaining("elements 0 to 9");
    assertThatThrownBy(() -> executable.runSlots((Tensor) null))
        .isInstanceOf(UnknownName.class)
        .hasMessageContaining("missing input 'x'");
    assertThatThrownBy(() -> executable.runSlots())
        .isInstanceOf(UnknownName.class)
        .hasMessageContaining("missing input 'x'");
  }

  @Test
  void textThatWasTakenAwaySinceTheRunBeforeIsNoticed() {
    ValueId x = input("x", DType.STRING, N);
    ExecutableGraph executable = executable(named(x, "x", x));
    StringStorage texts = StringStorage.growable();
    texts.append("one");
    texts.append("two");
    Tensor both = new Tensor(texts, Layout.contiguous(2));
    executable.runSlots(both);
    executable.runSlots(both);
    texts.clear();
    texts.append("one");
    assertThatThrownBy(() -> executable.runSlots(both)).isInstanceOf(InputMismatch.class);
  }

  @Test
  void twoThreadsOnOneExecutableGetTheirOwnResultsOrAnError() throws Exception {
    ExecutableGraph shared = executable(network());
    Tensor x = Tensor.of(random(35), 7, 5);
    Tensor other = Tensor.of(random(40), 8, 5);
    float[] expected = run(shared, "x", x);
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      Callable<Integer> ours = () -> countRight(shared, x, expected);
      Callable<Integer> theirs = () -> countRight(shared, other, null);
      int right = 0;
      for (Future<Integer> result : threads.invokeAll(List.of(ours, theirs))) {
        right += result.get();
      }
      assertThat(right).isPositive();
    } finally {
      threads.shutdown();
    }
  }

  private static int countRight(ExecutableGraph shared, Tensor x, float[] expected) {
    int right = 0;
    // whoever counts goes on until the other one has ended and lets it in
    for (int i = 0; i < 2000 || (expected != null && right == 0); i++) {
      try {
        float[] found = run(shared, "x", x);
        if (expected != null) {
          assertThat(found).containsExactly(expected);
          right++;
        }
      } catch (ConcurrentUse e) {
        assertThat(e.subject()).isEqualTo("executable 'test'");
      }
    }
    return right;
  }

  @Test
  void aFailedRunLeavesNoOutputs() {
    ValueId x = input("x", DType.I64, N);
    ValueId y = graph.apply("pick", new ShapeOp.Gather(0), floats(3), x);
    ExecutableGraph executable = executable(named(y, "x", x));
    executable.runSlots(Tensor.of(new long[] {0, 1}, 2));
    assertThatThrownBy(() -> executable.runSlots(Tensor.of(new long[] {9}, 1)))
        .isInstanceOf(InvalidValue.class);
    assertThatThrownBy(() -> executable.output(0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("the last run failed");
  }
}
