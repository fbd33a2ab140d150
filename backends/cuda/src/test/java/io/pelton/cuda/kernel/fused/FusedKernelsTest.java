package io.pelton.cuda.kernel.fused;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.testing.RandomTensors;
import io.pelton.cuda.driver.CompilationFailed;
import io.pelton.cuda.driver.CudaDriver;
import io.pelton.cuda.driver.Nvrtc;
import io.pelton.cuda.emulator.EmulatedDriver;
import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.cuda.testing.Cuda;
import io.pelton.cuda.testing.KernelTwins;
import io.pelton.cuda.testing.Twins;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.graph.ElementwiseOp.Binary;
import io.pelton.engine.graph.ElementwiseOp.Unary;
import io.pelton.engine.graph.ElementwiseProgram;
import io.pelton.engine.graph.ElementwiseProgram.Instruction;
import io.pelton.engine.graph.ElementwiseProgram.Ref;
import io.pelton.engine.graph.FusedOp.Elementwise;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(OnEmulatedDriver.class)
class FusedKernelsTest {
  @ParameterizedTest
  @EnumSource(names = {"F64", "F32"})
  void everyKindHasTheBitsThatItHasOnTheCpu(DType dtype) {
    int elements = 3001;
    RandomTensors tensors = new RandomTensors(11);
    List<Tensor> operands = new ArrayList<>(EveryKind.conditions(elements));
    operands.add(tensors.packed(dtype, elements));
    operands.add(tensors.packed(dtype, elements));
    operands.add(Tensor.scalar(dtype, -1.5));
    operands.add(Tensor.scalar(dtype, 2.5));
    Twins.check(new Elementwise(EveryKind.program()), operands.toArray(Tensor[]::new));
  }

  /** Row vectors, columns and single elements beside whole tensors; one bound of Clip alone. */
  @ParameterizedTest
  @EnumSource(names = {"F64", "F32"})
  void inputsAreBroadcast(DType dtype) {
    Elementwise op =
        new Elementwise(
            new ElementwiseProgram(
                1,
                6,
                List.of(
                    Instruction.of(OpKind.MUL, Ref.input(1), Ref.input(2)),
                    Instruction.of(OpKind.ADD, Ref.result(0), Ref.input(3)),
                    Instruction.of(OpKind.CLIP, Ref.result(1), Ref.ABSENT, Ref.input(4)),
                    Instruction.of(OpKind.WHERE, Ref.input(0), Ref.result(2), Ref.input(5)),
                    Instruction.of(OpKind.TANH, Ref.result(3)))));
    RandomTensors tensors = new RandomTensors(12);
    for (long[] dims : new long[][] {{5, 33, 7}, {1, 4, 1}, {0, 33, 7}}) {
      Twins.check(
          op,
          tensors.packed(DType.BOOL, dims[0], 1, dims[2]),
          tensors.packed(dtype, dims),
          tensors.packed(dtype, dims[2]),
          tensors.packed(dtype, dims[1], 1),
          Tensor.scalar(dtype, 1.25),
          tensors.packed(dtype, 1, 1, 1));
    }
  }

  @Test
  void rowsThatAreNotActiveStayAsTheyWere() {
    Elementwise op =
        new Elementwise(
            new ElementwiseProgram(
                0,
                2,
                List.of(
                    Instruction.of(OpKind.SUB, Ref.input(0), Ref.input(1)),
                    Instruction.of(OpKind.SIGMOID, Ref.result(0)))));
    RandomTensors tensors = new RandomTensors(15);
    KernelTwins twins = new KernelTwins(Cuda.device());
    Tensor x = tensors.packed(DType.F32, 9, 131);
    twins.check(op, 9, 4, x, tensors.packed(DType.F32, 9, 131));
    twins.check(op, 9, 4, x, tensors.packed(DType.F32, 131));
    twins.check(op, 9, 4, x, KernelTwins.strided(tensors, DType.F32, 9, 131));
  }

  @Test
  void chainsOfGraphsAreFused() {
    Graph graph = new Graph();
    ValueId x = graph.input("x", ValueType.tensor(DType.F32, Shape.fixed(1000)));
    ValueId y = graph.input("y", ValueType.tensor(DType.F32, Shape.fixed(1000)));
    ValueId sum = new ValueId(graph.add("sum", new Binary(OpKind.ADD), List.of(x, y)), 0);
    ValueId exp = new ValueId(graph.add("exp", new Unary(OpKind.EXP), List.of(sum)), 0);
    ValueId root = new ValueId(graph.add("root", new Unary(OpKind.SQRT), List.of(exp)), 0);
    NamedGraph named = new NamedGraph("chain", graph, Map.of("x", x, "y", y), Map.of("z", root));
    RandomTensors tensors = new RandomTensors(13);
    Map<String, Tensor> inputs =
        Map.of("x", tensors.packed(DType.F32, 1000), "y", tensors.packed(DType.F32, 1000));
    CompileOptions options = CompileOptions.on(Cuda.devices());
    try (CompiledGraph host = CompiledGraph.compile(named, options);
        ExecutableGraph expected = host.newExecutable();
        CompiledGraph device =
            CompiledGraph.compile(named, options.withPlanning(Cuda.onlyThere()));
        ExecutableGraph found = device.newExecutable()) {
      Tensor result = (Tensor) found.run(inputs).get("z");
      assertThat(result.toFloats())
          .containsExactly(((Tensor) expected.run(inputs).get("z")).toFloats());
      assertThat(EmulatedDriver.launches()).isEqualTo(1);
      assertThat(EmulatedDriver.lastKernel()).isEqualTo(ChainSource.NAME);
    }
  }

  @Test
  void modulesAreUnloadedWithTheGraph() {
    Elementwise op =
        new Elementwise(
            new ElementwiseProgram(
                0,
                1,
                List.of(
                    Instruction.of(OpKind.NEG, Ref.input(0)),
                    Instruction.of(OpKind.RELU, Ref.result(0)))));
    Tensor x = new RandomTensors(14).packed(DType.F32, 100);
    Twins.check(op, x);
    long before = EmulatedDriver.liveModules();
    Twins.check(op, x);
    assertThat(EmulatedDriver.liveModules()).isEqualTo(before);
  }

  @Test
  void refusedSourcesComeWithTheLog() {
    assertThatThrownBy(
            () ->
                Nvrtc.compile("broken", "int x = nowhere;", Map.of(), CudaDriver.devices().get(0)))
        .isInstanceOfSatisfying(
            CompilationFailed.class,
            failure -> {
              assertThat(failure.source()).isEqualTo("broken");
              assertThat(failure.code()).isEqualTo("NVRTC_ERROR_COMPILATION");
              assertThat(failure.log()).contains("nowhere");
            });
  }
}
