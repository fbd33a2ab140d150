package io.pelton.cuda.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.cuda.testing.Cuda;
import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.ShapeOp.Gather;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A chain of look-ups, of which each may be refused. */
@ExtendWith(OnEmulatedDriver.class)
class RefusalsTest {
  private static final SymbolId ROWS = new SymbolId("rows");

  /** last [rows] = next [first [index]] of tables of three and of two. */
  private static NamedGraph chain() {
    Graph graph = new Graph();
    graph.markRows(ROWS);
    Shape rows = Shape.of(Extent.symbolic(ROWS, 8));
    ValueId index = graph.input("index", ValueType.tensor(DType.I64, rows));
    ValueId first = graph.constant("first", Tensor.of(new long[] {0, 1, 7}, 3));
    ValueId next = graph.constant("next", Tensor.of(new float[] {0.5f, 1.5f}, 2));
    ValueId middle = graph.apply("one", new Gather(0), first, index);
    ValueId last = graph.apply("two", new Gather(0), next, middle);
    return new NamedGraph("chain", graph, Map.of("index", index), Map.of("last", last));
  }

  private static float[] run(ExecutableGraph executable, long... index) {
    Map<String, Tensor> inputs = Map.of("index", Tensor.of(index, index.length));
    return ((Tensor) executable.run(inputs).get("last")).toFloats();
  }

  @Test
  void theFirstNodeAndRowAreToldAndTheNextRunWorks() {
    CompileOptions options = CompileOptions.on(Cuda.devices()).withPlanning(Cuda.onlyThere());
    try (CompiledGraph compiled = CompiledGraph.compile(chain(), options);
        ExecutableGraph executable = compiled.newExecutable()) {
      assertThat(run(executable, 0, 1, -2)).containsExactly(0.5f, 1.5f, 1.5f);
      assertThatThrownBy(() -> run(executable, 0, 2, 1, 2))
          .isInstanceOfSatisfying(
              InvalidValue.class,
              e -> {
                assertThat(e.node()).isEqualTo("two");
                assertThat(e.row()).isEqualTo(1);
              })
          .hasMessageContaining("index 7 is outside of [-2, 1]");
      assertThat(run(executable, 1)).containsExactly(1.5f);
      assertThatThrownBy(() -> run(executable, 2, 0, 5, 3))
          .isInstanceOfSatisfying(
              InvalidValue.class,
              e -> {
                assertThat(e.node()).isEqualTo("one");
                assertThat(e.row()).isEqualTo(2);
              })
          .hasMessageContaining("index 5 is outside of [-3, 2]");
      assertThat(run(executable, 0, 0, 1, 1, 0, 0, 1, -3)).hasSize(8);
    }
  }

  @Test
  void executablesHearOnlyOfTheirOwn() {
    CompileOptions options = CompileOptions.on(Cuda.devices()).withPlanning(Cuda.onlyThere());
    try (CompiledGraph compiled = CompiledGraph.compile(chain(), options);
        ExecutableGraph one = compiled.newExecutable();
        ExecutableGraph other = compiled.newExecutable()) {
      assertThatThrownBy(() -> run(one, 3)).isInstanceOf(InvalidValue.class);
      assertThat(run(other, 1)).containsExactly(1.5f);
      assertThat(run(one, 1)).containsExactly(1.5f);
    }
  }
}
