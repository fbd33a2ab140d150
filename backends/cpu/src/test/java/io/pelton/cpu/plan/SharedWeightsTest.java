package io.pelton.cpu.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.graph.GeneratorOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.LinalgOp;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Half-precision weights, which kernels pack before they use them. */
class SharedWeightsTest {
  private static final Extent ROWS = Extent.symbolic(new SymbolId("N"));
  private static final Extent LENGTH = Extent.symbolic(new SymbolId("length"));
  private static final int COLUMNS = 16;

  private final Graph graph = new Graph();

  private CompiledGraph compile(ValueId x, ValueId weights) {
    ValueId y = graph.apply("product", new LinalgOp.MatMul(), x, weights);
    NamedGraph named = new NamedGraph("test", graph, Map.of("x", x), Map.of("y", y));
    return CompiledGraph.compile(named, CompileOptions.on(Cpu.BACKEND).withPlanCacheCapacity(2));
  }

  private ValueId input(Extent... extents) {
    return graph.input("x", ValueType.tensor(DType.F16, Shape.of(extents)));
  }

  @Test
  void arePackedOnceForAllPlansAndExecutables() {
    ValueId weights = graph.constant("weights", Tensor.allocate(DType.F16, 8, COLUMNS));
    CompiledGraph compiled = compile(input(ROWS, Extent.fixed(8)), weights);
    long unpacked = compiled.weightBytes();
    for (int executable = 0; executable < 2; executable++) {
      try (ExecutableGraph own = compiled.newExecutable()) {
        for (int rows = 1; rows <= 32; rows *= 2) {
          own.runSlots(Tensor.allocate(DType.F16, rows, 8));
          assertThat(compiled.weightBytes() - unpacked).isEqualTo(8L * COLUMNS * Float.BYTES);
        }
      }
    }
  }

  /** Weights that were folded for one length are of no use to plans for another. */
  @Test
  void goWithThePlanThatAloneHadThem() {
    Shape square = Shape.of(LENGTH, Extent.fixed(COLUMNS));
    ValueId weights = graph.apply("weights", new GeneratorOp.Iota(DType.F16, square, 0));
    CompiledGraph compiled = compile(input(ROWS, LENGTH), weights);
    long before = compiled.weightBytes();
    try (ExecutableGraph executable = compiled.newExecutable()) {
      for (int length = 1; length <= 100; length++) {
        executable.runSlots(Tensor.allocate(DType.F16, 1, length));
      }
      long ofTwoPlans = (99L + 100) * COLUMNS * Float.BYTES;
      assertThat(IntStream.range(0, 50))
          .as("a collection after which two plans' weights are left")
          .anyMatch(
              attempt -> {
                System.gc();
                return compiled.weightBytes() - before == ofTwoPlans;
              });
    }
  }
}
