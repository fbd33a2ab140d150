package io.pelton.cpu.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.second.SecondDevice;
import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.error.RunCancelled;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.executable.RunStatistics;
import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.MutationOp.WriteSlice;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ViewOp;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Executables of graphs whose shapes follow from what is computed. */
class SegmentedRunsTest {
  private final Graph graph = new Graph();
  private final ValueId x = graph.input("x", ValueType.tensor(DType.F32, Shape.fixed(1)));
  private final ValueId count =
      graph.apply("count", new ElementwiseOp.Cast(DType.I64), apply("twice", x, x));
  private final ValueId repeated = graph.apply("repeated", new ViewOp.Expand(), x, count);

  private ValueId apply(String name, ValueId a, ValueId b) {
    return graph.apply(name, new ElementwiseOp.Binary(OpKind.ADD), a, b);
  }

  private NamedGraph named(ValueId... outputs) {
    Map<String, ValueId> named = new LinkedHashMap<>();
    for (ValueId output : outputs) {
      named.put("y" + named.size(), output);
    }
    return new NamedGraph("test", graph, Map.of("x", x), named);
  }

  private static CompiledGraph onHost(NamedGraph named) {
    return CompiledGraph.compile(named, CompileOptions.on(Cpu.BACKEND));
  }

  private static Tensor one(float value) {
    return Tensor.of(new float[] {value}, 1);
  }

  private static float[] floats(ExecutableGraph executable, int output) {
    return ((Tensor) executable.output(output)).toFloats();
  }

  @Test
  void plansAreKeptByWhatDecidesShapesAndGoWithTheExecutable() {
    try (CompiledGraph compiled = onHost(named(apply("sum", repeated, x)))) {
      ExecutableGraph executable = compiled.newExecutable();
      for (int round = 0; round < 3; round++) {
        executable.runSlots(one(1));
        assertThat(floats(executable, 0)).containsExactly(2, 2);
        executable.runSlots(one(2));
        assertThat(floats(executable, 0)).containsExactly(4, 4, 4, 4);
      }
      assertThat(compiled.runsInSegments()).isTrue();
      RunStatistics statistics = executable.statistics();
      assertThat(statistics.runs()).isEqualTo(6);
      assertThat(statistics.planHits()).isEqualTo(4);
      assertThat(statistics.arenaBytes()).isPositive();
      executable.close();
      assertThat(executable.statistics().arenaBytes()).isZero();
    }
  }

  @Test
  void aFullCacheForgetsTheEldestPlans() {
    CompileOptions options = CompileOptions.on(Cpu.BACKEND).withPlanCacheCapacity(1);
    try (ExecutableGraph executable =
        CompiledGraph.compile(named(apply("sum", repeated, x)), options).newExecutable()) {
      executable.runSlots(one(1));
      long misses = executable.statistics().planMisses();
      executable.runSlots(one(2));
      executable.runSlots(one(1));
      assertThat(executable.statistics().planMisses()).isEqualTo(misses + 2);
      assertThat(floats(executable, 0)).containsExactly(2, 2);
    }
  }

  @Test
  void eachSegmentIsExplained() {
    CompiledGraph compiled = onHost(named(apply("sum", repeated, x)));
    try (ExecutableGraph executable = compiled.newExecutable()) {
      executable.runSlots(one(1));
      assertThat(executable.explain())
          .startsWith(
              "segments planned on the way: 2, because the outputs of 'repeated' (Expand) take"
                  + " their shape from the values of 'count'\n\nsegment 1, plan of 'segment' on")
          .contains("twice", "segment 2, plan of 'segment' on", "sum");
    }
    assertThat(compiled.explain(1, Map.of()))
        .isEqualTo(
            "no plan ahead of a run, which has several: the outputs of 'repeated' (Expand) take"
                + " their shape from the values of 'count'\n");
  }

  @Test
  void nodesRunWhereTheyArePlaced() {
    ValueId sum = apply("sum", repeated, x);
    graph.place(count.node(), SecondDevice.ID);
    graph.place(sum.node(), SecondDevice.ID);
    SecondDevice second = new SecondDevice();
    try (CompiledGraph compiled =
            CompiledGraph.compile(named(sum), CompileOptions.on(second.besideHost()));
        ExecutableGraph executable = compiled.newExecutable()) {
      for (int round = 0; round < 2; round++) {
        executable.runSlots(one(1));
        assertThat(floats(executable, 0)).containsExactly(2, 2);
        executable.runSlots(one(2));
        assertThat(floats(executable, 0)).containsExactly(4, 4, 4, 4);
        assertThat(executable.slot(0).storage()).isInstanceOf(HeapStorage.class);
      }
      assertThat(executable.explain()).containsPattern("sum.*cpu:1");
      assertThat(executable.statistics().planHits()).isEqualTo(2);
    }
    assertThat(second.memory().liveAllocations()).isZero();
  }

  @Test
  void sessionStateIsWrittenInPlace() {
    ValueId state = graph.input("state", ValueType.tensor(DType.F32, Shape.fixed(4)));
    graph.markSession(state);
    WriteSlice write = new WriteSlice(0, DynScalar.of(0), false);
    ValueId written = graph.apply("written", write, state, repeated);
    ValueId first = graph.apply("first", new ElementwiseOp.Unary(OpKind.NEG), written);
    Map<String, ValueId> inputs = new LinkedHashMap<>();
    inputs.put("x", x);
    inputs.put("state", state);
    Map<String, ValueId> outputs = new LinkedHashMap<>();
    outputs.put("negated", first);
    outputs.put("written", written);
    Tensor memory = Tensor.of(new float[4], 4);
    CompiledGraph compiled = onHost(new NamedGraph("test", graph, inputs, outputs));
    try (ExecutableGraph executable = compiled.newExecutable()) {
      executable.runSlots(one(2), memory);
      assertThat(memory.toFloats()).containsExactly(2, 2, 2, 2);
      executable.runSlots(one(1), memory);
      assertThat(memory.toFloats()).containsExactly(1, 1, 2, 2);
      assertThat(floats(executable, 0)).containsExactly(-1, -1, -2, -2);
      overwrite(executable, 1);
      assertThat(memory.toFloats()).containsExactly(1, 1, 2, 2);
    }
    assertThat(compiled.runsInSegments()).isTrue();
  }

  @Test
  void whatACallerWritesToOutputsReachesNeitherConstantsNorInputs() {
    ValueId table = graph.constant("table", Tensor.of(new float[] {1, 2, 3, 4, 5}, 5));
    ValueId start = graph.constant("start", Tensor.of(new long[] {0}, 1));
    ValueId part = graph.apply("part", new ViewOp.Slice(), table, start, count);
    ValueId reshaped = graph.apply("reshaped", new ViewOp.Reshape(false), part, count);
    try (ExecutableGraph executable =
        onHost(named(part, reshaped, x, table, part)).newExecutable()) {
      Tensor two = one(2);
      for (int round = 0; round < 2; round++) {
        executable.runSlots(two);
        assertThat(floats(executable, 0)).containsExactly(1, 2, 3, 4);
        assertThat(floats(executable, 1)).containsExactly(1, 2, 3, 4);
        assertThat(floats(executable, 2)).containsExactly(2);
        assertThat(floats(executable, 3)).containsExactly(1, 2, 3, 4, 5);
        for (int output = 0; output < 5; output++) {
          overwrite(executable, output);
        }
      }
      assertThat(two.toFloats()).containsExactly(2);
    }
  }

  private static void overwrite(ExecutableGraph executable, int output) {
    HeapStorage storage = (HeapStorage) executable.slot(output).storage();
    int from = storage.base() + (int) executable.slot(output).offset();
    float[] array = (float[]) storage.array();
    Arrays.fill(array, from, from + (int) executable.slot(output).length(), -7);
  }

  @Test
  void anInterruptedThreadRunsNoFurther() {
    try (ExecutableGraph executable = onHost(named(apply("sum", repeated, x))).newExecutable()) {
      Thread.currentThread().interrupt();
      try {
        assertThatThrownBy(() -> executable.runSlots(one(1))).isInstanceOf(RunCancelled.class);
      } finally {
        assertThat(Thread.interrupted()).isTrue();
      }
      executable.runSlots(one(1));
      assertThat(floats(executable, 0)).containsExactly(2, 2);
    }
  }
}
