package io.pelton.cpu.vector.matmul;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.vector.Backends;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.graph.Activation;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.LinalgOp.Dense;
import io.pelton.engine.graph.LinalgOp.Gemm;
import io.pelton.engine.graph.LinalgOp.MatMul;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Products by panels have the bits of products by rows, whatever the lengths. */
class PanelMultiplicationTest {
  private static final int[] ROWS = {1, 2, 3, 5, 7, 9, 10, 11, 17, 26, 59, 121, 133};

  private final Random random = new Random(3);

  @Test
  void productsOfAllLengths() {
    for (int rows : ROWS) {
      for (int round = 0; round < 6; round++) {
        int inner = 1 + random.nextInt(70);
        int columns = 1 + random.nextInt(200);
        boolean isConstant = round % 2 == 0;
        check(new MatMul(), isConstant, tensor(rows, inner), tensor(inner, columns));
      }
    }
  }

  /** Sums over k that wait in the result between parts. */
  @Test
  void longSums() {
    for (int inner : new int[] {256, 257, 300, 529, 784}) {
      for (int columns : new int[] {1, 10, 16, 31, 32, 49, 64, 100}) {
        int rows = 1 + random.nextInt(45);
        check(new MatMul(), random.nextBoolean(), tensor(rows, inner), tensor(inner, columns));
      }
    }
  }

  /** More rows than a block has, and rows whose results fill it earlier. */
  @Test
  void manyRows() {
    check(new Dense(Activation.RELU), true, tensor(500, 20), tensor(20, 3), tensor(3));
    check(new MatMul(), true, tensor(130, 9), tensor(9, 1500));
  }

  @Test
  void batchesOfMatrices() {
    for (int rows : new int[] {1, 4, 13}) {
      check(new MatMul(), false, tensor(3, 2, rows, 19), tensor(3, 2, 19, 40));
      check(new MatMul(), false, tensor(3, 2, rows, 19), tensor(2, 19, 40));
      check(new MatMul(), true, tensor(3, 2, rows, 19), tensor(19, 40));
      check(new MatMul(), true, tensor(rows, 19), tensor(4, 19, 40));
    }
  }

  @Test
  void scaledAndTransposed() {
    for (boolean isConstant : new boolean[] {true, false}) {
      check(
          new Gemm(0.5f, 2, false, true),
          isConstant,
          tensor(23, 31),
          tensor(45, 31),
          tensor(23, 45));
      check(new Gemm(1, 1, true, false), isConstant, tensor(31, 23), tensor(31, 45), tensor(45));
      check(new Gemm(0.3f, 1, false, false), isConstant, tensor(6, 31), tensor(31, 45));
      check(new Gemm(2, 3, false, false), isConstant, tensor(6, 31), tensor(31, 45), tensor(6, 1));
    }
  }

  @Test
  void biasActivationAndResidual() {
    for (Activation activation : Activation.values()) {
      for (int columns : new int[] {1, 10, 50, 64}) {
        Tensor x = tensor(27, 33);
        Tensor weights = tensor(33, columns);
        Tensor residual = tensor(27, columns);
        check(new Dense(activation), true, x, weights, tensor(columns), residual);
        check(new Dense(activation), true, x, weights, tensor(27, 1), tensor(1));
      }
    }
  }

  @Test
  void emptyOnes() {
    check(new MatMul(), true, tensor(0, 5), tensor(5, 40));
    check(new MatMul(), true, tensor(4, 0), tensor(0, 40));
    check(new MatMul(), true, tensor(4, 5), tensor(5, 0));
  }

  private Tensor tensor(long... dims) {
    int count = (int) Arrays.stream(dims).reduce(1, Math::multiplyExact);
    float[] numbers = new float[count];
    for (int i = 0; i < count; i++) {
      numbers[i] =
          random.nextInt(50) == 0
              ? Float.intBitsToFloat(random.nextInt())
              : (float) random.nextGaussian();
    }
    return Tensor.of(numbers, dims);
  }

  private static void check(Op op, boolean isConstant, Tensor... operands) {
    assertThat(run(Backends.VECTOR, op, isConstant, operands))
        .as("%s of %s", op, Arrays.stream(operands).map(t -> Arrays.toString(t.dims())).toList())
        .isEqualTo(run(Backends.SCALAR, op, isConstant, operands));
  }

  /**
   * @param isConstant the second operand is
   */
  private static List<Integer> run(Backend backend, Op op, boolean isConstant, Tensor... operands) {
    Graph graph = new Graph();
    Map<String, ValueId> inputs = new LinkedHashMap<>();
    Map<String, Tensor> fed = new LinkedHashMap<>();
    List<ValueId> ids = new ArrayList<>();
    for (int i = 0; i < operands.length; i++) {
      String name = "x" + i;
      if (i == 1 && isConstant) {
        ids.add(graph.constant(name, operands[i]));
      } else {
        ids.add(graph.input(name, ValueType.tensor(DType.F32, Shape.fixed(operands[i].dims()))));
        inputs.put(name, ids.get(i));
        fed.put(name, operands[i]);
      }
    }
    ValueId result = graph.apply("y", op, ids.toArray(ValueId[]::new));
    NamedGraph named = new NamedGraph("product", graph, inputs, Map.of("y", result));
    try (CompiledGraph compiled = CompiledGraph.compile(named, CompileOptions.on(backend));
        ExecutableGraph executable = compiled.newExecutable()) {
      Tensor y = (Tensor) executable.run(fed).get("y");
      List<Integer> bits = new ArrayList<>();
      for (float number : y.toFloats()) {
        bits.add(Float.floatToIntBits(number));
      }
      return bits;
    }
  }
}
