package io.pelton.cpu.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.error.DataDependentShape;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.graph.GeneratorOp.Iota;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.ShapeOp.NonZeroIndices;
import io.pelton.engine.graph.ShapeOp.ShapeOf;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ViewOp.Expand;
import io.pelton.engine.graph.ViewOp.Narrow;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.optimize.RuleRegistry;
import io.pelton.engine.plan.BoundInput;
import io.pelton.engine.plan.OptimizedGraph;
import io.pelton.engine.plan.PlanContext;
import io.pelton.engine.plan.PlanFactory;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.MemorySpace;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Compiled graphs run what waits for a count, and plan what follows from lengths. */
class ProducedCountsTest {
  private final Graph graph = new Graph();
  private final SymbolId count = graph.freshSymbol();
  private final ValueId x =
      graph.input("x", ValueType.tensor(DType.F32, Shape.of(Extent.symbolic(new SymbolId("N")))));

  private NamedGraph named(ValueId y) {
    return new NamedGraph("test", graph, Map.of("x", x), Map.of("y", y));
  }

  private ValueId found(ValueId operand) {
    ValueId indices = graph.apply("indices", new NonZeroIndices(count), operand);
    return graph.apply("found", new Narrow(1, DynScalar.of(Extent.symbolic(count))), indices);
  }

  private static Tensor batch(float... elements) {
    return Tensor.of(elements, elements.length);
  }

  @Test
  void countsOfDataAreBoundWhileRunning() {
    CompiledGraph compiled = CompiledGraph.compile(named(found(x)), CompileOptions.on(Cpu.BACKEND));
    try (ExecutableGraph executable = compiled.newExecutable()) {
      Tensor two = (Tensor) executable.run(Map.of("x", batch(0, 3, 0, Float.NaN))).get("y");
      assertThat(two.dims()).containsExactly(1, 2);
      assertThat(two.toLongs()).containsExactly(1, 3);
      Tensor none = (Tensor) executable.run(Map.of("x", batch(0, 0))).get("y");
      assertThat(none.dims()).containsExactly(1, 0);
    }
    assertThat(compiled.runsInSegments()).isTrue();
  }

  @Test
  void countsOfLengthsArePlanned() {
    ValueId one = graph.constant("one", Tensor.of(new long[] {1}, 1));
    ValueId length = graph.apply("length", new ShapeOf(0, 1), x);
    ValueId y = found(graph.apply("ones", new Expand(), one, length));
    CompiledGraph compiled = CompiledGraph.compile(named(y), CompileOptions.on(Cpu.BACKEND));
    try (ExecutableGraph executable = compiled.newExecutable()) {
      Tensor range = (Tensor) executable.run(Map.of("x", batch(7, 7, 7))).get("y");
      assertThat(range.dims()).containsExactly(1, 3);
      assertThat(range.toLongs()).containsExactly(0, 1, 2);
    }
    assertThat(compiled.runsInSegments()).isFalse();
  }

  @Test
  void aPlanSaysWhoseCountItWouldNeed() {
    graph.add("indices", new NonZeroIndices(count), List.of(x));
    ValueId y = graph.apply("range", new Iota(DType.I64, Shape.of(Extent.symbolic(count)), 0));
    RuleRegistry rules = RuleRegistry.standard(new Evaluator(Cpu.BACKEND, new Prepared()));
    PlanContext context =
        new PlanContext(Devices.of(Cpu.BACKEND), PlanOptions.pinnedTo(DeviceId.first("cpu")));
    PlanFactory plans = new PlanFactory(OptimizedGraph.of(named(y), rules), context, rules);
    BoundInput input = new BoundInput(Layout.contiguous(4), false, MemorySpace.HEAP, null);
    assertThatThrownBy(() -> plans.plan(List.of(input), -1))
        .isInstanceOfSatisfying(
            DataDependentShape.class,
            e -> {
              assertThat(e.node()).isEqualTo("range");
              assertThat(e.op()).isEqualTo("Iota");
              assertThat(e.operand()).isEqualTo("indices");
            })
        .hasMessageContaining("takes its output shape from the values of 'indices'");
  }
}
