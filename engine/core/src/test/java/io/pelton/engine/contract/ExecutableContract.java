package io.pelton.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.ConcurrentUse;
import io.pelton.engine.error.InputMismatch;
import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.error.TopologyChanged;
import io.pelton.engine.error.UnknownName;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.executable.OutputSlot;
import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.LinalgOp;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.graph.ViewOp;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.realize.Realization;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.NativeStorage;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What a compiled graph promises, on any backend. */
public abstract class ExecutableContract {
  private static final Extent N = Extent.symbolic(new SymbolId("N"));
  private static final Extent M = Extent.symbolic(new SymbolId("M"));

  protected abstract Backend backend();

  private final Graph graph = new Graph();

  @Test
  void anyBatchSizeGivesTheBitsOfAnyOther() {
    try (ExecutableGraph executable = compile(network()).newExecutable()) {
      float[] all = random(64 * 5);
      float[] expected = run(executable, "x", Tensor.of(all, 64, 5));
      for (int size : new int[] {1, 2, 3, 7, 32, 33, 63}) {
        for (int row = 0; row + size <= 64; row += size) {
          float[] part = slice(all, row * 5, size * 5);
          assertThat(run(executable, "x", Tensor.of(part, size, 5)))
              .as("rows %d to %d", row, row + size)
              .containsExactly(slice(expected, row * 3, size * 3));
        }
      }
    }
  }

  @Test
  void compiledAndRealizedGraphsGiveTheSameBits() {
    NamedGraph network = network();
    CompiledGraph compiled = compile(network);
    Tensor x = Tensor.of(random(10), 2, 5);
    Value realized =
        Realization.of(network)
            .inputs(Map.of("x", x))
            .realize(new Evaluator(backend(), new Prepared()))
            .get("y");
    assertThat(((Tensor) realized).toFloats())
        .containsExactly(run(compiled.newExecutable(), "x", x));
  }

  @Test
  void plansAreCachedPerBucket() {
    ExecutableGraph executable = compile(network()).newExecutable();
    for (int rows = 1; rows <= 64; rows++) {
      run(executable, "x", Tensor.of(random(rows * 5), rows, 5));
    }
    assertThat(executable.statistics().planMisses()).isEqualTo(7);
    assertThat(executable.statistics().planHits()).isEqualTo(57);
    assertThat(executable.statistics().runs()).isEqualTo(64);
    assertThat(executable.explain()).contains("up to 64 rows", "Gemm", "output y");
  }

  @Test
  void anEmptyBatchGivesEmptyOutputs() {
    ExecutableGraph executable = compile(network()).newExecutable();
    Tensor y = (Tensor) executable.run(Map.of("x", Tensor.of(new float[0], 0, 5))).get("y");
    assertThat(y.dims()).containsExactly(0, 3);
  }

  @Test
  void aFullCacheForgetsTheEldestPlan() {
    CompileOptions options = CompileOptions.on(backend()).withPlanCacheCapacity(2);
    ExecutableGraph executable = CompiledGraph.compile(network(), options).newExecutable();
    for (int rows : new int[] {1, 2, 4, 1}) {
      run(executable, "x", Tensor.of(random(rows * 5), rows, 5));
    }
    assertThat(executable.statistics().planEvictions()).isEqualTo(2);
    assertThat(executable.statistics().planMisses()).isEqualTo(4);
  }

  @Test
  void wrongInputsAreNamed() {
    ExecutableGraph executable = compile(network()).newExecutable();
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
    ExecutableGraph executable =
        compile(named(binary(OpKind.ADD, a, b), "a", a, "b", b)).newExecutable();
    assertThatThrownBy(
            () ->
                executable.run(
                    Map.of("a", Tensor.of(new float[6], 3, 2), "b", Tensor.of(new float[4], 2, 2))))
        .isInstanceOf(InputMismatch.class)
        .hasMessageContaining("Input 'b': axis 0 (N) should be 3, as in input 'a', but is 2");
  }

  /** Two dimensions without a name are not the same dimension. */
  @Test
  void rowsThatDifferRunAsAWhole() {
    ValueId a = input("a", DType.F32, N, Extent.fixed(2));
    ValueId b = input("b", DType.F32, M, Extent.fixed(2));
    ExecutableGraph executable =
        compile(named(binary(OpKind.ADD, a, b), "a", a, "b", b)).newExecutable();
    Map<String, Tensor> inputs =
        Map.of(
            "a",
            Tensor.of(new float[] {1, 2, 3, 4}, 2, 2),
            "b",
            Tensor.of(new float[] {10, 20}, 1, 2));
    assertThat(((Tensor) executable.run(inputs).get("y")).toFloats())
        .containsExactly(11, 22, 13, 24);
    assertThat(executable.explain()).contains("whole batch at once");
  }

  @Test
  void aGraphThatMixesRowsIsNeverPadded() {
    ValueId x = input("x", DType.F32, N, Extent.fixed(2));
    ValueId y = graph.apply("softmax", new ReduceOp.Softmax(0, false), x);
    CompiledGraph compiled = compile(named(y, "x", x));
    ExecutableGraph executable = compiled.newExecutable();
    assertThat(run(executable, "x", Tensor.of(new float[6], 3, 2)))
        .containsExactly(1 / 3f, 1 / 3f, 1 / 3f, 1 / 3f, 1 / 3f, 1 / 3f);
    assertThat(compiled.mixesRows()).isTrue();
  }

  @Test
  void shapesThatFollowFromTheBatchKeepItsRows() {
    ValueId x = input("x", DType.F32, N, Extent.fixed(2), Extent.fixed(3));
    ValueId lengths = graph.apply("shape", new ShapeOp.ShapeOf(0, Long.MAX_VALUE), x);
    ValueId rows = graph.apply("rows", new ShapeOp.Gather(0), lengths, longs(0));
    ValueId target = graph.apply("target", new ShapeOp.Concat(0), rows, longs(-1));
    ValueId flat = graph.apply("flat", new ViewOp.Reshape(false), x, target);
    ExecutableGraph executable =
        compile(named(graph.apply("relu", new ElementwiseOp.Unary(OpKind.RELU), flat), "x", x))
            .newExecutable();
    Tensor y = (Tensor) executable.run(Map.of("x", Tensor.of(random(18), 3, 2, 3))).get("y");
    assertThat(y.dims()).containsExactly(3, 6);
    assertThat(executable.explain()).contains("up to 4 rows");
  }

  @Test
  void shapesMayFollowFromTheValuesOfAnInput() {
    ValueId x = input("x", DType.F32, Extent.fixed(6));
    ValueId target = input("target", DType.I64, Extent.fixed(2));
    ValueId y = graph.apply("reshape", new ViewOp.Reshape(false), x, target);
    ExecutableGraph executable = compile(named(y, "x", x, "target", target)).newExecutable();
    Tensor data = Tensor.of(new float[] {1, 2, 3, 4, 5, 6}, 6);
    for (long[] dims : new long[][] {{2, 3}, {3, 2}, {2, 3}}) {
      Tensor out =
          (Tensor) executable.run(Map.of("x", data, "target", Tensor.of(dims, 2))).get("y");
      assertThat(out.dims()).containsExactly(dims);
    }
    assertThat(executable.statistics().planMisses()).isEqualTo(2);
  }

  @Test
  void shapesThatFollowFromComputedValuesRunNodeByNode() {
    ValueId x = input("x", DType.F32, Extent.fixed(6));
    ValueId columns = input("columns", DType.F32, Extent.fixed(1));
    ValueId count = graph.apply("cast", new ElementwiseOp.Cast(DType.I64), columns);
    ValueId target = graph.apply("target", new ShapeOp.Concat(0), longs(-1), count);
    ValueId y = graph.apply("reshape", new ViewOp.Reshape(false), x, target);
    ExecutableGraph executable = compile(named(y, "x", x, "columns", columns)).newExecutable();
    for (float width : new float[] {2, 3}) {
      Map<String, Tensor> inputs =
          Map.of("x", Tensor.of(random(6), 6), "columns", Tensor.of(new float[] {width}, 1));
      Tensor out = (Tensor) executable.run(inputs).get("y");
      assertThat(out.dims()).containsExactly((long) (6 / width), (long) width);
    }
    assertThat(executable.explain()).contains("node by node", "'reshape' (Reshape)");
  }

  @Test
  void axesThatAreNoListAreRefused() {
    Tensor table = Tensor.of(new long[] {1, 2}, 2, 1);
    Evaluator evaluator = new Evaluator(backend(), new Prepared());
    Value[] operands = {Tensor.of(new float[3], 3), table};
    assertThatThrownBy(() -> evaluator.evaluate("u", new ViewOp.Unsqueeze(), operands))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("operand 1 should be a short list of integers but is I64[2,1]");
  }

  @Test
  void nativeAndStridedInputsGiveTheSameBits() {
    ValueId x = input("x", DType.F32, N, Extent.fixed(3));
    ValueId y = graph.apply("product", new LinalgOp.MatMul(), x, floats(3, 2));
    ExecutableGraph executable = compile(named(y, "x", x)).newExecutable();
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
        compile(named).newExecutable().run(Map.of("x", Tensor.of(new float[] {1, 2, 3, 4}, 2, 2)));
    assertThat(((Tensor) outputs.get("same")).toFloats()).containsExactly(1, 2, 3, 4);
    assertThat(((Tensor) outputs.get("turned")).toFloats()).containsExactly(1, 3, 2, 4);
    assertThat(((Tensor) outputs.get("constant")).dims()).containsExactly(1, 2);
  }

  @Test
  void executablesShareWeightsAndNothingElse() throws Exception {
    CompiledGraph compiled = compile(network());
    Tensor x = Tensor.of(random(35), 7, 5);
    float[] expected = run(compiled.newExecutable(), "x", x);
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Callable<float[]>> tasks = new ArrayList<>();
      for (int i = 0; i < 32; i++) {
        ExecutableGraph own = compiled.newExecutable();
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
  void aClosedExecutableRefusesToRun() {
    ExecutableGraph executable = compile(network()).newExecutable();
    executable.close();
    executable.close();
    assertThatThrownBy(() -> executable.runSlots(Tensor.of(new float[5], 1, 5)))
        .isInstanceOf(ConcurrentUse.class)
        .hasMessageContaining("closed");
  }

  @Test
  void aGraphMustNotChangeAfterItsPlan() {
    NamedGraph network = network();
    ExecutableGraph executable = compile(network).newExecutable();
    graph.constant("late", Tensor.of(new float[1], 1));
    assertThatThrownBy(() -> executable.runSlots(Tensor.of(new float[5], 1, 5)))
        .isInstanceOf(TopologyChanged.class);
  }

  @Test
  void aRefusedValueFailsTheRunAndNotTheExecutable() {
    ValueId x = input("x", DType.I64, N);
    ValueId y = graph.apply("pick", new ShapeOp.Gather(0), floats(3), x);
    ExecutableGraph executable = compile(named(y, "x", x)).newExecutable();
    assertThatThrownBy(() -> executable.runSlots(Tensor.of(new long[] {0, 3}, 2)))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("'pick' (Gather)")
        .hasMessageContaining("3");
    executable.runSlots(Tensor.of(new long[] {0, -1}, 2));
    assertThat(((Tensor) executable.output(0)).dims()).containsExactly(2);
  }

  @Test
  void aWarmRunAllocatesNothing() {
    ExecutableGraph executable = compile(network()).newExecutable();
    Tensor[] inputs = {Tensor.of(random(35), 7, 5)};
    for (int i = 0; i < 20_000; i++) {
      executable.runSlots(inputs);
    }
    com.sun.management.ThreadMXBean threads =
        (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < 1_000; i++) {
      executable.runSlots(inputs);
    }
    long perRun = (threads.getCurrentThreadAllocatedBytes() - before) / 1_000;
    assertThat(perRun).isLessThanOrEqualTo(1);
  }

  @Test
  void slotsPointIntoTheArena() {
    ExecutableGraph executable = compile(network()).newExecutable();
    executable.runSlots(Tensor.of(random(10), 2, 5));
    OutputSlot slot = executable.slot(0);
    HeapStorage arena = (HeapStorage) slot.storage();
    float[] expected = ((Tensor) executable.output(0)).toFloats();
    assertThat(slot.length()).isEqualTo(6);
    assertThat(slice(arena.floats(), arena.base() + (int) slot.offset(), 6))
        .containsExactly(expected);
  }

  /** Otherwise rows of other records, or of an earlier run, would come out. */
  @Test
  void aReshapeThatFitsNoBatchIsRefused() {
    ValueId x = input("x", DType.F32, N, Extent.fixed(1));
    assertThatThrownBy(() -> graph.apply("reshape", new ViewOp.Reshape(false), x, longs(0, 4)))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("another number of elements");
  }

  @Test
  void shapeArithmeticBeyondTheRowsStillGetsAPlan() {
    ValueId x = input("x", DType.F32, N, Extent.fixed(2));
    ValueId rows =
        graph.apply(
            "rows",
            new ShapeOp.Gather(0),
            graph.apply("shape", new ShapeOp.ShapeOf(0, Long.MAX_VALUE), x),
            longs(0));
    ValueId twice = binary(OpKind.MUL, rows, longs(2));
    ValueId target = graph.apply("target", new ShapeOp.Concat(0), twice, longs(1));
    ValueId y = graph.apply("reshape", new ViewOp.Reshape(false), x, target);
    ExecutableGraph executable = compile(named(y, "x", x)).newExecutable();
    Tensor out = (Tensor) executable.run(Map.of("x", Tensor.of(random(6), 3, 2))).get("y");
    assertThat(out.dims()).containsExactly(6, 1);
    assertThat(executable.explain()).contains("whole batch at once");
  }

  @Test
  void batchAxesThatMeetAnotherAxisAreNoRows() {
    ValueId a = input("a", DType.F32, N, Extent.fixed(2), Extent.fixed(3));
    ValueId b = input("b", DType.F32, N, Extent.fixed(4), Extent.fixed(3), Extent.fixed(1));
    ValueId y = graph.apply("product", new LinalgOp.MatMul(), a, b);
    ExecutableGraph executable = compile(named(y, "a", a, "b", b)).newExecutable();
    for (int rows : new int[] {1, 4}) {
      Map<String, Tensor> inputs =
          Map.of(
              "a", Tensor.of(random(rows * 6), rows, 2, 3),
              "b", Tensor.of(random(rows * 12), rows, 4, 3, 1));
      assertThat(((Tensor) executable.run(inputs).get("y")).dims()).containsExactly(rows, 4, 2, 1);
    }
    Map<String, Tensor> unfit =
        Map.of("a", Tensor.of(random(18), 3, 2, 3), "b", Tensor.of(random(36), 3, 4, 3, 1));
    assertThatThrownBy(() -> executable.run(unfit)).isInstanceOf(InvalidOp.class);
  }

  @Test
  void aSummandThatDoesNotFitIsRefused() {
    ValueId x = input("x", DType.F32, Extent.fixed(1), Extent.fixed(2));
    assertThatThrownBy(
            () ->
                graph.apply(
                    "gemm", new LinalgOp.Gemm(1, 1, false, false), x, floats(2, 2), floats(5, 2)))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("C [5,2] does not broadcast to [1,2]");
  }

  @Test
  void zeroRowsOfAGraphThatMixesThem() {
    ValueId x = input("x", DType.F32, N, Extent.fixed(2));
    ValueId mixed = graph.apply("softmax", new ReduceOp.Softmax(0, false), x);
    ValueId y = graph.apply("column", new ViewOp.Slice(), mixed, longs(1), longs(2), longs(1));
    Tensor out =
        (Tensor)
            compile(named(y, "x", x))
                .newExecutable()
                .run(Map.of("x", Tensor.of(new float[0], 0, 2)))
                .get("y");
    assertThat(out.dims()).containsExactly(0, 1);
  }

  @Test
  void inputsMustLieWithinTheirStorage() {
    ExecutableGraph executable = compile(network()).newExecutable();
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
  void twoThreadsOnOneExecutableGetTheirOwnResultsOrAnError() throws Exception {
    ExecutableGraph shared = compile(network()).newExecutable();
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
    for (int i = 0; i < 2000; i++) {
      try {
        float[] found = run(shared, "x", x);
        if (expected != null) {
          assertThat(found).containsExactly(expected);
          right++;
        }
      } catch (ConcurrentUse e) {
        assertThat(e.executable()).isEqualTo("test");
      }
    }
    return right;
  }

  @Test
  void aFailedRunLeavesNoOutputs() {
    ValueId x = input("x", DType.I64, N);
    ValueId y = graph.apply("pick", new ShapeOp.Gather(0), floats(3), x);
    ExecutableGraph executable = compile(named(y, "x", x)).newExecutable();
    executable.runSlots(Tensor.of(new long[] {0, 1}, 2));
    assertThatThrownBy(() -> executable.runSlots(Tensor.of(new long[] {9}, 1)))
        .isInstanceOf(InvalidValue.class);
    assertThatThrownBy(() -> executable.output(0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("the last run failed");
  }

  /** [N,5] -> Gemm 8 -> Relu -> MatMul 3 -> Softmax. */
  private NamedGraph network() {
    ValueId x = input("x", DType.F32, N, Extent.fixed(5));
    ValueId hidden =
        graph.apply("hidden", new LinalgOp.Gemm(1, 1, false, false), x, floats(5, 8), floats(8));
    ValueId active = graph.apply("active", new ElementwiseOp.Unary(OpKind.RELU), hidden);
    ValueId scores = graph.apply("scores", new LinalgOp.MatMul(), active, floats(8, 3));
    return named(graph.apply("softmax", new ReduceOp.Softmax(-1, false), scores), "x", x);
  }

  private CompiledGraph compile(NamedGraph named) {
    return CompiledGraph.compile(named, CompileOptions.on(backend()));
  }

  private NamedGraph named(ValueId output, Object... inputs) {
    Map<String, ValueId> ends = new LinkedHashMap<>();
    for (int i = 0; i < inputs.length; i += 2) {
      ends.put((String) inputs[i], (ValueId) inputs[i + 1]);
    }
    return new NamedGraph("test", graph, ends, Map.of("y", output));
  }

  private ValueId input(String name, DType dtype, Extent... extents) {
    return graph.input(name, new TensorType(dtype, Shape.of(extents)));
  }

  private ValueId binary(OpKind kind, ValueId a, ValueId b) {
    return graph.apply(kind.label(), new ElementwiseOp.Binary(kind), a, b);
  }

  private ValueId longs(long... values) {
    return graph.constant("longs", Tensor.of(values, values.length));
  }

  private ValueId floats(long... dims) {
    return graph.constant("weights", Tensor.of(random((int) Layout.elements(dims)), dims));
  }

  private static float[] random(int count) {
    Random random = new Random(count);
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = random.nextFloat() * 2 - 1;
    }
    return values;
  }

  private static float[] slice(float[] values, int from, int count) {
    return Arrays.copyOfRange(values, from, from + count);
  }

  private static float[] run(ExecutableGraph executable, String input, Tensor tensor) {
    return ((Tensor) executable.run(Map.of(input, tensor)).get("y")).toFloats();
  }
}
