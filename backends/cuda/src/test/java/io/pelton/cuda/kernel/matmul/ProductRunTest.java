package io.pelton.cuda.kernel.matmul;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.cuda.emulator.EmulatedDriver;
import io.pelton.cuda.emulator.FaultPoint;
import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.cuda.testing.Cuda;
import io.pelton.cuda.testing.KernelTwins;
import io.pelton.engine.error.DeviceFailure;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.LinalgOp.MatMul;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Products in the runs of a graph. */
@ExtendWith(OnEmulatedDriver.class)
class ProductRunTest {
  private final RandomTensors tensors = new RandomTensors(31);

  @Test
  void bitsDoNotDependOnTheBatch() {
    KernelTwins twins = new KernelTwins(Cuda.device());
    Tensor x = tensors.packed(DType.F32, 130, 50);
    Tensor w = tensors.packed(DType.F32, 50, 40);
    Object[] whole = twins.onDevice(MatMulKernels.NAME, new MatMul(), x, w);
    for (int rows : new int[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 17, 64, 65}) {
      Tensor first = new Tensor(x.storage(), x.layout().slice(0, 0, rows, 1));
      assertThat(twins.onDevice(MatMulKernels.NAME, new MatMul(), first, w))
          .isEqualTo(Arrays.copyOf(whole, rows * 40));
    }
  }

  @Test
  void cublasIsTakenOnlyWhereBitsMayChange() {
    PlanOptions stable = Cuda.onlyThere();
    assertThat(explain(stable)).contains(MatMulKernels.NAME).doesNotContain(CublasProducts.NAME);
    assertThat(explain(stable.withBitStablePreferred(false))).contains(CublasProducts.NAME);
  }

  private static String explain(PlanOptions planning) {
    CompileOptions options = CompileOptions.on(Cuda.devices()).withPlanning(planning);
    try (CompiledGraph compiled = CompiledGraph.compile(product(4000), options)) {
      return compiled.explain(1, Map.of());
    }
  }

  @Test
  void aFailedLaunchFailsTheRunAndTheNextOneWorks() {
    Map<String, Tensor> inputs = Map.of("x", tensors.packed(DType.F32, 20, 500));
    CompileOptions options = CompileOptions.on(Cuda.devices());
    Object[] expected;
    try (CompiledGraph compiled = CompiledGraph.compile(product(20), options);
        ExecutableGraph executable = compiled.newExecutable()) {
      expected = Cpu.elements((Tensor) executable.run(inputs).get("y"));
    }
    try (CompiledGraph compiled =
            CompiledGraph.compile(product(20), options.withPlanning(Cuda.onlyThere()));
        ExecutableGraph executable = compiled.newExecutable()) {
      EmulatedDriver.failLaunch(1, FaultPoint.CALL);
      assertThatThrownBy(() -> executable.run(inputs))
          .isInstanceOf(DeviceFailure.class)
          .hasMessageContaining("square_f32");
      assertThat(Cpu.elements((Tensor) executable.run(inputs).get("y"))).isEqualTo(expected);
    }
  }

  private static NamedGraph product(long rows) {
    Graph graph = new Graph();
    ValueId x = graph.input("x", ValueType.tensor(DType.F32, Shape.fixed(rows, 500)));
    ValueId w = graph.constant("w", new RandomTensors(32).packed(DType.F32, 500, 400));
    ValueId y = graph.apply("product", new MatMul(), x, w);
    return new NamedGraph("product", graph, Map.of("x", x), Map.of("y", y));
  }
}
