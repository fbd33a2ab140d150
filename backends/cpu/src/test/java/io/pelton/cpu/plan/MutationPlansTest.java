package io.pelton.cpu.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.GeneratorOp.Alloc;
import io.pelton.engine.graph.GeneratorOp.Iota;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.MutationOp.WriteSlice;
import io.pelton.engine.graph.MutationOp.ZeroFill;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.optimize.FirstArms;
import io.pelton.engine.plan.MutatingGraph;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MutationPlansTest {
  private static final int GRAPHS = 500;
  private static final Extent LENGTH = Extent.symbolic(new SymbolId("length"));

  private final Graph graph = new Graph();

  private ValueId input(String name, Shape shape) {
    return graph.input(name, ValueType.tensor(DType.F32, shape));
  }

  private ValueId add(ValueId a, ValueId b) {
    return graph.apply("sum", new ElementwiseOp.Binary(OpKind.ADD), a, b);
  }

  private ExecutableGraph executable(ValueId output, Map<String, ValueId> inputs) {
    NamedGraph named = new NamedGraph("test", graph, inputs, Map.of("y", output));
    return CompiledGraph.compile(named, CompileOptions.on(Cpu.BACKEND)).newExecutable();
  }

  private static float[] run(ExecutableGraph executable, Map<String, Tensor> inputs) {
    return ((Tensor) executable.run(inputs).get("y")).toFloats();
  }

  private static Tensor floats(float... values) {
    return Tensor.of(values, values.length);
  }

  @Test
  void plansThatWriteInPlaceGiveTheValuesOfRealizedRuns() {
    for (long seed = 0; seed < GRAPHS; seed++) {
      MutatingGraph random = new MutatingGraph(seed, false);
      NamedGraph named = random.named();
      Map<String, Value> expected = Cpu.realize(FirstArms.of(named), random.tensors());
      Map<String, Tensor> inputs = random.tensors();
      try (ExecutableGraph executable =
          CompiledGraph.compile(named, CompileOptions.on(Cpu.BACKEND)).newExecutable()) {
        for (int run = 0; run < 2; run++) {
          Map<String, Value> found = executable.run(inputs);
          for (String name : expected.keySet()) {
            assertThat(((Tensor) found.get(name)).toLongs())
                .as("%s of run %d, seed %d", name, run, seed)
                .isEqualTo(((Tensor) expected.get(name)).toLongs());
          }
        }
      }
      random
          .tensors()
          .forEach(
              (name, tensor) -> assertThat(inputs.get(name).toLongs()).isEqualTo(tensor.toLongs()));
    }
  }

  @Test
  void sessionStateIsCarriedFromRunToRun() {
    ValueId state = input("state", Shape.fixed(4));
    ValueId update = input("update", Shape.fixed(2));
    ValueId start = graph.input("start", ValueType.tensor(DType.I64, Shape.scalar()));
    graph.markSession(state);
    WriteSlice write = new WriteSlice(0, DynScalar.of(0), true);
    ValueId written = graph.apply("written", write, state, update, start);
    Map<String, ValueId> inputs = new LinkedHashMap<>();
    inputs.put("state", state);
    inputs.put("update", update);
    inputs.put("start", start);
    Tensor memory = floats(0, 0, 0, 0);
    try (ExecutableGraph executable = executable(add(written, state), inputs)) {
      Map<String, Tensor> first =
          Map.of("state", memory, "update", floats(1, 2), "start", Tensor.of(new long[] {1}));
      assertThat(run(executable, first)).containsExactly(0, 1, 2, 0);
      assertThat(memory.toFloats()).containsExactly(0, 1, 2, 0);
      Map<String, Tensor> second =
          Map.of("state", memory, "update", floats(5, 6), "start", Tensor.of(new long[] {3}));
      assertThat(run(executable, second)).containsExactly(6, 2, 4, 5);
      assertThat(memory.toFloats()).containsExactly(6, 1, 2, 5);
    }
  }

  @Test
  void rowsAreWrittenInPlaceEachOnItsOwn() {
    Extent rows = Extent.symbolic(new SymbolId("rows"));
    ValueId x = input("x", Shape.of(rows, Extent.fixed(3)));
    ValueId doubled = add(x, x);
    ValueId twoColumns = graph.constant("columns", Tensor.of(new long[] {0, 2}, 2));
    ValueId update = graph.apply("gather", new ShapeOp.Gather(1), x, twoColumns);
    ValueId written =
        graph.apply("written", new WriteSlice(1, DynScalar.of(2), true), doubled, update);
    try (ExecutableGraph executable = executable(written, Map.of("x", x))) {
      for (int count : new int[] {5, 2, 7}) {
        float[] data = new float[3 * count];
        float[] expected = new float[3 * count];
        for (int i = 0; i < data.length; i++) {
          data[i] = i + 1;
        }
        for (int row = 0; row < count; row++) {
          expected[3 * row] = data[3 * row + 2];
          expected[3 * row + 1] = 2 * data[3 * row + 1];
          expected[3 * row + 2] = data[3 * row];
        }
        Tensor found = (Tensor) executable.run(Map.of("x", Tensor.of(data, count, 3))).get("y");
        assertThat(found.toFloats()).containsExactly(expected);
      }
      assertThat(executable.explain()).contains("WriteSlice");
    }
  }

  @Test
  void symbolsOfStartsAndShapesAreBoundFromInputs() {
    ValueId x = input("x", Shape.of(LENGTH));
    ValueId memory = graph.apply("memory", new Alloc(DType.F32, Shape.fixed(6)));
    ValueId cleared = graph.apply("cleared", new ZeroFill(), memory);
    ValueId one = graph.constant("one", floats(1));
    WriteSlice write = new WriteSlice(0, DynScalar.of(LENGTH), false);
    ValueId marked = graph.apply("marked", write, cleared, one);
    ValueId counted = graph.apply("counted", new Iota(DType.F32, Shape.of(LENGTH), 0));
    WriteSlice front = new WriteSlice(0, DynScalar.of(0), false);
    ValueId filled = graph.apply("filled", front, marked, add(x, counted));
    try (ExecutableGraph executable = executable(filled, Map.of("x", x))) {
      assertThat(run(executable, Map.of("x", floats(10, 20, 30))))
          .containsExactly(10, 21, 32, 1, 0, 0);
      assertThat(run(executable, Map.of("x", floats(7)))).containsExactly(7, 1, 0, 0, 0, 0);
      assertThatThrownBy(() -> run(executable, Map.of("x", floats(1, 2, 3, 4, 5, 6))))
          .isInstanceOfSatisfying(InvalidOp.class, e -> assertThat(e.node()).isEqualTo("marked"))
          .hasMessageContaining("an update of length 1 at 6 exceeds the axis of length 6");
    }
  }

  @Test
  void aSymbolThatNoInputHasIsRefusedBeforeAnythingRuns() {
    ValueId x = input("x", Shape.fixed(3));
    Shape unknown = Shape.of(Extent.symbolic(new SymbolId("elsewhere")));
    ValueId counted = graph.apply("counted", new Iota(DType.F32, unknown, 0));
    try (ExecutableGraph executable = executable(add(x, counted), Map.of("x", x))) {
      assertThatThrownBy(() -> run(executable, Map.of("x", floats(1, 2, 3))))
          .isInstanceOfSatisfying(InvalidOp.class, e -> assertThat(e.node()).isEqualTo("counted"))
          .hasMessageContaining("no input has an axis of length [elsewhere]");
    }
  }

  @Test
  void aStartOutOfRangeFailsTheRun() {
    ValueId x = input("x", Shape.fixed(3));
    ValueId start = graph.input("start", ValueType.tensor(DType.I64, Shape.scalar()));
    ValueId one = graph.constant("one", floats(1));
    WriteSlice write = new WriteSlice(0, DynScalar.of(0), false);
    ValueId written = graph.apply("written", write, x, one, start);
    Map<String, ValueId> inputs = new LinkedHashMap<>();
    inputs.put("x", x);
    inputs.put("start", start);
    try (ExecutableGraph executable = executable(written, inputs)) {
      Tensor data = floats(4, 5, 6);
      assertThat(run(executable, Map.of("x", data, "start", Tensor.of(new long[] {2}))))
          .containsExactly(4, 5, 1);
      assertThat(data.toFloats()).containsExactly(4, 5, 6);
      assertThatThrownBy(
              () -> run(executable, Map.of("x", data, "start", Tensor.of(new long[] {3}))))
          .isInstanceOfSatisfying(
              InvalidValue.class, e -> assertThat(e.node()).isEqualTo("written"))
          .hasMessageContaining("start 3 of an update of length 1 is outside of [0, 2]");
    }
  }
}
