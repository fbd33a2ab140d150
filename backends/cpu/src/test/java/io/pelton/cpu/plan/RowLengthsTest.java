package io.pelton.cpu.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.graph.GeneratorOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.graph.ViewOp;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Where the number of rows shows in results, it is the batch's and not the bucket's. */
class RowLengthsTest {
  private static final Extent ROWS = Extent.symbolic(new SymbolId("N"));

  private final Graph graph = new Graph();
  private final ValueId x =
      graph.input("x", new TensorType(DType.F32, Shape.of(ROWS, Extent.fixed(3))));
  private final Map<String, Tensor> batch = Map.of("x", Tensor.of(new float[15], 5, 3));

  private NamedGraph named(ValueId y) {
    return new NamedGraph("test", graph, Map.of("x", x), Map.of("y", y));
  }

  @Test
  void theCapacityOfNonZeroIndicesIsThatOfTheBatch() {
    ValueId indices = graph.apply("indices", new ShapeOp.NonZeroIndices(graph.freshSymbol()), x);
    ValueId shape = graph.apply("shape", new ShapeOp.ShapeOf(0, 2), indices);
    CompiledGraph compiled = CompiledGraph.compile(named(shape), CompileOptions.on(Cpu.BACKEND));
    try (ExecutableGraph executable = compiled.newExecutable()) {
      Tensor found = (Tensor) executable.run(batch).get("y");
      assertThat(found.toLongs()).containsExactly(2, 15);
    }
  }

  @Test
  void aBatchOfOneRowLosesItsAxisWhereAllOfLengthOneGo() {
    ValueId squeezed = graph.apply("squeezed", new ViewOp.Squeeze(), x);
    CompiledGraph compiled = CompiledGraph.compile(named(squeezed), CompileOptions.on(Cpu.BACKEND));
    try (ExecutableGraph executable = compiled.newExecutable()) {
      assertThat(((Tensor) executable.run(batch).get("y")).dims()).containsExactly(5, 3);
      Map<String, Tensor> row = Map.of("x", Tensor.of(new float[3], 1, 3));
      assertThat(((Tensor) executable.run(row).get("y")).dims()).containsExactly(3);
    }
  }

  @Test
  void aSymbolAmongAttributesStandsForTheLengthOfAnInput() {
    GeneratorOp.Iota op = new GeneratorOp.Iota(DType.I64, Shape.of(ROWS), 0);
    Tensor found = (Tensor) Cpu.realize(named(graph.apply("count", op)), batch).get("y");
    assertThat(found.toLongs()).containsExactly(0, 1, 2, 3, 4);
  }
}
