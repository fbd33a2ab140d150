package io.pelton.cpu.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.second.SecondDevice;
import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.error.IncompatibleSource;
import io.pelton.engine.error.NoBackendForOp;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.executable.Forking;
import io.pelton.engine.executable.Parameters;
import io.pelton.engine.graph.ControlOp.If;
import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.LinalgOp;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.graph.ViewOp;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Parameters, and what the CPU's kernels and plans make of them. */
class LateWeightsTest {
  private static final Extent ROWS = Extent.symbolic(new SymbolId("N"));
  private static final Extent LENGTH = Extent.symbolic(new SymbolId("length"));

  private final Graph graph = new Graph();
  private final Map<String, ValueId> inputs = new LinkedHashMap<>();
  private final List<AutoCloseable> opened = new ArrayList<>();

  @AfterEach
  void closeAll() throws Exception {
    for (int i = opened.size() - 1; i >= 0; i--) {
      opened.get(i).close();
    }
  }

  private ValueId input(String name, DType dtype, Extent... extents) {
    ValueId input = graph.input(name, ValueType.tensor(dtype, Shape.of(extents)));
    inputs.put(name, input);
    return input;
  }

  private ValueId parameter(String name, DType dtype, long... dims) {
    ValueId input = graph.input(name, ValueType.tensor(dtype, Shape.fixed(dims)));
    graph.markParameter(input);
    inputs.put(name, input);
    return input;
  }

  private ValueId apply(OpKind kind, ValueId a, ValueId b) {
    return graph.apply(kind.label(), new ElementwiseOp.Binary(kind), a, b);
  }

  private CompiledGraph compile(ValueId y) {
    return compile(y, CompileOptions.on(Cpu.BACKEND));
  }

  private CompiledGraph compile(ValueId y, CompileOptions options) {
    NamedGraph named = new NamedGraph("test", graph, inputs, Map.of("y", y));
    CompiledGraph compiled = CompiledGraph.compile(named, options);
    opened.add(compiled);
    return compiled;
  }

  private ExecutableGraph finished(CompiledGraph compiled, Map<String, Tensor> values) {
    ExecutableGraph executable = compiled.newExecutable();
    opened.add(executable);
    values.forEach(parameters(executable)::set);
    parameters(executable).finalizeParameters();
    return executable;
  }

  private static Parameters parameters(ExecutableGraph executable) {
    return executable.capability(Parameters.class).orElseThrow();
  }

  private static float[] run(ExecutableGraph executable, Tensor... tensors) {
    executable.runSlots(tensors);
    return ((Tensor) executable.output(0)).toFloats();
  }

  private static Tensor floats(float... values) {
    return Tensor.of(values, values.length);
  }

  /** Half-precision weights are unpacked before they are used. */
  private CompiledGraph product(Extent length) {
    ValueId x = input("x", DType.F16, ROWS, length);
    return compile(
        graph.apply("product", new LinalgOp.MatMul(), x, parameter("w", DType.F16, 8, 16)));
  }

  @Test
  void arePackedOnceForAllForks() {
    CompiledGraph compiled = product(Extent.fixed(8));
    ExecutableGraph executable = finished(compiled, Map.of("w", Tensor.allocate(DType.F16, 8, 16)));
    long packed = 8L * 16 * (Short.BYTES + Float.BYTES);
    assertThat(compiled.weightBytes()).as("before any run").isEqualTo(packed);
    for (int i = 0; i < 32; i++) {
      try (ExecutableGraph fork = executable.capability(Forking.class).orElseThrow().fork()) {
        fork.runSlots(Tensor.allocate(DType.F16, i + 1, 8));
        assertThat(compiled.weightBytes()).isEqualTo(packed);
      }
    }
  }

  @Test
  void arePackedByTheFirstRunWhereShapesAreOpen() {
    CompiledGraph compiled = product(LENGTH);
    ExecutableGraph executable = finished(compiled, Map.of("w", Tensor.allocate(DType.F16, 8, 16)));
    assertThat(compiled.weightBytes()).isEqualTo(8L * 16 * Short.BYTES);
    executable.runSlots(Tensor.allocate(DType.F16, 3, 8));
    assertThat(compiled.weightBytes()).isEqualTo(8L * 16 * (Short.BYTES + Float.BYTES));
  }

  @Test
  void aGraphThatTakesNoSingleRowBecomesFinalAllTheSame() {
    ValueId x = input("x", DType.F32, ROWS, Extent.fixed(3));
    ValueId pairs = graph.constant("pairs", Tensor.of(new long[] {-1, 2, 3}, 3));
    ValueId y =
        apply(
            OpKind.ADD,
            graph.apply("pair", new ViewOp.Reshape(false), x, pairs),
            parameter("w", DType.F32, 3));
    ExecutableGraph executable = finished(compile(y), Map.of("w", floats(1, 2, 3)));
    assertThat(run(executable, Tensor.of(new float[6], 2, 3))).containsExactly(1, 2, 3, 1, 2, 3);
  }

  @Test
  void areFoldedAndStillCounted() {
    ValueId x = input("x", DType.F32, ROWS, Extent.fixed(2));
    ValueId w = parameter("w", DType.F32, 2);
    CompiledGraph compiled = compile(apply(OpKind.ADD, x, apply(OpKind.MUL, w, w)));
    ExecutableGraph executable = finished(compiled, Map.of("w", floats(2, 3)));
    assertThat(compiled.explain(1, Map.of())).contains("Add").doesNotContain("Mul");
    assertThat(run(executable, Tensor.of(new float[] {1, 1}, 1, 2))).containsExactly(5, 10);
    assertThat(compiled.weightBytes()).as("the parameter and its square").isEqualTo(16);
  }

  @Test
  void shapesMayFollowFromInputsBesideThem() {
    ValueId x = input("x", DType.F32, ROWS, Extent.fixed(6));
    ValueId lengths = input("lengths", DType.I64, Extent.fixed(2));
    ValueId reshaped = graph.apply("reshaped", new ViewOp.Reshape(false), x, lengths);
    CompiledGraph compiled = compile(apply(OpKind.ADD, reshaped, parameter("w", DType.F32, 1)));
    ExecutableGraph executable = finished(compiled, Map.of("w", floats(5)));
    Tensor batch = Tensor.of(new float[6], 1, 6);
    for (long rows = 1; rows <= 3; rows++) {
      executable.runSlots(batch, Tensor.of(new long[] {rows, 6 / rows}, 2));
      assertThat(((Tensor) executable.output(0)).dims()).containsExactly(rows, 6 / rows);
    }
    assertThat(compiled.plansMade()).isEqualTo(3);
  }

  @Test
  void segmentsReadThemToo() {
    ValueId x = input("x", DType.F32, Extent.fixed(1));
    ValueId w = parameter("w", DType.F32, 1);
    ValueId count =
        graph.apply("count", new ElementwiseOp.Cast(DType.I64), apply(OpKind.ADD, x, w));
    ValueId y = apply(OpKind.MUL, graph.apply("repeated", new ViewOp.Expand(), x, count), w);
    CompiledGraph compiled = compile(y);
    ExecutableGraph executable = finished(compiled, Map.of("w", floats(1)));
    assertThat(run(executable, floats(2))).containsExactly(2, 2, 2);
    assertThat(compiled.runsInSegments()).isTrue();
    parameters(executable).set("w", floats(2));
    parameters(executable).finalizeParameters();
    assertThat(run(executable, floats(2))).containsExactly(4, 4, 4, 4);
  }

  @Test
  void theyDecideConditionsAndFeedBodies() {
    TensorType type = ValueType.tensor(DType.F32, Shape.fixed(2));
    ValueId x = input("x", DType.F32, Extent.fixed(2));
    ValueId w = parameter("w", DType.F32, 2);
    ValueId flag = parameter("flag", DType.BOOL);
    If choice = new If(body(OpKind.ADD, type), body(OpKind.MUL, type));
    CompiledGraph compiled =
        compile(new ValueId(graph.add("choice", choice, List.of(flag, x, w, x, w)), 0));
    for (boolean isSum : new boolean[] {true, false}) {
      Tensor decides = Tensor.wrap(DType.BOOL, new byte[] {(byte) (isSum ? 1 : 0)});
      ExecutableGraph executable = finished(compiled, Map.of("flag", decides, "w", floats(3, 4)));
      assertThat(run(executable, floats(5, 6)))
          .containsExactly(isSum ? new float[] {8, 10} : new float[] {15, 24});
    }
  }

  private static NamedGraph body(OpKind kind, TensorType type) {
    Graph body = new Graph();
    Map<String, ValueId> ends = new LinkedHashMap<>();
    ends.put("a", body.input("a", type));
    ends.put("b", body.input("b", type));
    ValueId result =
        body.apply("result", new ElementwiseOp.Binary(kind), ends.get("a"), ends.get("b"));
    return new NamedGraph("body", body, ends, Map.of("result", result));
  }

  @Test
  void sourcesOnOtherDevicesAreRefused() {
    ValueId x = input("x", DType.F32, ROWS, Extent.fixed(2));
    ValueId y = apply(OpKind.ADD, x, parameter("w", DType.F32, 2));
    ExecutableGraph target = finished(compile(y), Map.of("w", floats(1, 2)));
    CompileOptions beside = CompileOptions.on(new SecondDevice().besideHost());
    ExecutableGraph source = finished(compile(y, beside), Map.of("w", floats(3, 4)));
    assertThatThrownBy(() -> parameters(target).copyFrom(source))
        .isInstanceOfSatisfying(
            IncompatibleSource.class,
            e -> {
              assertThat(e.what()).isEqualTo("devices");
              assertThat(e.expected()).isEqualTo("[cpu]");
              assertThat(e.found()).isEqualTo("[cpu, cpu:1]");
            });
    assertThat(run(target, Tensor.of(new float[2], 1, 2))).containsExactly(1, 2);
  }

  @Test
  void aFailureLeavesThemAsTheyWereAndNothingBehind() {
    SecondDevice bare = new SecondDevice(kind -> kind != OpKind.MATMUL);
    ValueId x = input("x", DType.F32, ROWS, Extent.fixed(2));
    ValueId w = parameter("w", DType.F32, 2, 2);
    ValueId y = graph.apply("product", new LinalgOp.MatMul(), apply(OpKind.ADD, x, x), w);
    CompileOptions options =
        CompileOptions.on(bare.besideHost()).withPlanning(PlanOptions.pinnedTo(SecondDevice.ID));
    CompiledGraph compiled = compile(y, options);
    assertThatThrownBy(
            () -> finished(compiled, Map.of("w", Tensor.of(new float[] {1, 0, 0, 1}, 2, 2))))
        .isInstanceOf(NoBackendForOp.class);
    assertThat(compiled.weightBytes()).isZero();
    assertThat(bare.memory().liveAllocations()).isZero();
  }
}
