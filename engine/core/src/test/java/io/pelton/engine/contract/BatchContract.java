package io.pelton.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.LinalgOp;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp;
import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.NativeStorage;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * What a compiled graph promises of batches, on any backend: any size, the same bits, few plans.
 */
public abstract class BatchContract extends GraphFixture {
  @Test
  void anyBatchSizeGivesTheBitsOfAnyOther() {
    try (ExecutableGraph executable = executable(network())) {
      float[] all = random(64 * 5);
      float[] expected = run(executable, "x", Tensor.of(all, 64, 5));
      for (int size : new int[] {1, 2, 3, 7, 32, 33, 63}) {
        for (int row = 0; row + size <= 64; row += size) {
          float[] part = slice(all, row * 5, size * 5);
          assertThat(run(executable, "x", Tensor.of(part, size, 5)))
              .as("rows %d to %d", row, row + size)
              .containsExactly(slice(expected, row * 3, size * 3));
        }
      }
    }
  }

  @Test
  void plansAreCachedPerBucket() {
    ExecutableGraph executable = executable(network());
    for (int rows = 1; rows <= 64; rows++) {
      run(executable, "x", Tensor.of(random(rows * 5), rows, 5));
    }
    assertThat(executable.statistics().planMisses()).isEqualTo(7);
    assertThat(executable.statistics().planHits()).isEqualTo(57);
    assertThat(executable.statistics().runs()).isEqualTo(64);
    assertThat(executable.explain()).contains("up to 64 rows", "Softmax", "output y");
  }

  @Test
  void anEmptyBatchGivesEmptyOutputs() {
    ExecutableGraph executable = executable(network());
    Tensor y = (Tensor) executable.run(Map.of("x", Tensor.of(new float[0], 0, 5))).get("y");
    assertThat(y.dims()).containsExactly(0, 3);
  }

  @Test
  void aFullCacheForgetsTheEldestPlan() {
    CompileOptions options = machine().options().withPlanCacheCapacity(2);
    ExecutableGraph executable =
        opened(opened(CompiledGraph.compile(network(), options)).newExecutable());
    for (int rows : new int[] {1, 2, 4, 1}) {
      run(executable, "x", Tensor.of(random(rows * 5), rows, 5));
    }
    assertThat(executable.statistics().planEvictions()).isEqualTo(2);
    assertThat(executable.statistics().planMisses()).isEqualTo(4);
  }

  /** Two dimensions without a name are not the same dimension. */
  @Test
  void rowsThatDifferRunAsAWhole() {
    ValueId a = input("a", DType.F32, N, Extent.fixed(2));
    ValueId b = input("b", DType.F32, M, Extent.fixed(2));
    ExecutableGraph executable = executable(named(binary(OpKind.ADD, a, b), "a", a, "b", b));
    Map<String, Tensor> inputs =
        Map.of(
            "a",
            Tensor.of(new float[] {1, 2, 3, 4}, 2, 2),
            "b",
            Tensor.of(new float[] {10, 20}, 1, 2));
    assertThat(((Tensor) executable.run(inputs).get("y")).toFloats())
        .containsExactly(11, 22, 13, 24);
    assertThat(executable.explain()).contains("whole batch at once");
  }

  @Test
  void aGraphThatMixesRowsIsNeverPadded() {
    ValueId x = input("x", DType.F32, N, Extent.fixed(2));
    ValueId y = graph.apply("softmax", new ReduceOp.Softmax(0, false), x);
    CompiledGraph compiled = compile(named(y, "x", x));
    ExecutableGraph executable = opened(compiled.newExecutable());
    assertThat(run(executable, "x", Tensor.of(new float[6], 3, 2)))
        .containsExactly(1 / 3f, 1 / 3f, 1 / 3f, 1 / 3f, 1 / 3f, 1 / 3f);
    assertThat(compiled.mixesRows()).isTrue();
  }

  @Test
  void shapesThatFollowFromTheBatchKeepItsRows() {
    ValueId x = input("x", DType.F32, N, Extent.fixed(2), Extent.fixed(3));
    ValueId lengths = graph.apply("shape", new ShapeOp.ShapeOf(0, Long.MAX_VALUE), x);
    ValueId rows = graph.apply("rows", new ShapeOp.Gather(0), lengths, longs(0));
    ValueId target = graph.apply("target", new ShapeOp.Concat(0), rows, longs(-1));
    ValueId flat = graph.apply("flat", new ViewOp.Reshape(false), x, target);
    ExecutableGraph executable =
        executable(named(graph.apply("relu", new ElementwiseOp.Unary(OpKind.RELU), flat), "x", x));
    Tensor y = (Tensor) executable.run(Map.of("x", Tensor.of(random(18), 3, 2, 3))).get("y");
    assertThat(y.dims()).containsExactly(3, 6);
    assertThat(executable.explain()).contains("up to 4 rows");
  }

  @Test
  void shapesMayFollowFromTheValuesOfAnInput() {
    ValueId x = input("x", DType.F32, Extent.fixed(6));
    ValueId target = input("target", DType.I64, Extent.fixed(2));
    ValueId y = graph.apply("reshape", new ViewOp.Reshape(false), x, target);
    ExecutableGraph executable = executable(named(y, "x", x, "target", target));
    Tensor data = Tensor.of(new float[] {1, 2, 3, 4, 5, 6}, 6);
    for (long[] dims : new long[][] {{2, 3}, {3, 2}, {2, 3}}) {
      Tensor out =
          (Tensor) executable.run(Map.of("x", data, "target", Tensor.of(dims, 2))).get("y");
      assertThat(out.dims()).containsExactly(dims);
    }
    assertThat(executable.statistics().planMisses()).isEqualTo(2);
  }

  @Test
  void shapesThatFollowFromComputedValuesRunInSegments() {
    ValueId x = input("x", DType.F32, Extent.fixed(6));
    ValueId columns = input("columns", DType.F32, Extent.fixed(1));
    ValueId count = graph.apply("cast", new ElementwiseOp.Cast(DType.I64), columns);
    ValueId target = graph.apply("target", new ShapeOp.Concat(0), longs(-1), count);
    ValueId y = graph.apply("reshape", new ViewOp.Reshape(false), x, target);
    ExecutableGraph executable = executable(named(y, "x", x, "columns", columns));
    for (float width : new float[] {2, 3, 2, 3}) {
      Map<String, Tensor> inputs =
          Map.of("x", Tensor.of(random(6), 6), "columns", Tensor.of(new float[] {width}, 1));
      Tensor out = (Tensor) executable.run(inputs).get("y");
      assertThat(out.dims()).containsExactly((long) (6 / width), (long) width);
    }
    assertThat(executable.statistics().planHits()).isEqualTo(2);
    assertThat(executable.statistics().arenaBytes()).isPositive();
    assertThat(executable.explain())
        .startsWith("segments planned on the way: 2, because the outputs of 'reshape' (Reshape)")
        .contains("segment 1, plan of", "segment 2, plan of", "Cast");
  }

  /** Outputs that are views, or the caller's native memory, are copied out as what they are. */
  @Test
  void outputsOfSegmentsAreContiguousAndOnTheHeap() {
    ValueId x = input("x", DType.F32, Extent.fixed(2), Extent.fixed(3));
    ValueId count = input("count", DType.F32, Extent.fixed(1));
    ValueId length = graph.apply("cast", new ElementwiseOp.Cast(DType.I64), count);
    ValueId repeated = graph.apply("repeated", new ViewOp.Expand(), floats(1), length);
    ValueId turned = graph.apply("turned", new ViewOp.Transpose(List.of(1, 0)), x);
    Map<String, ValueId> inputs = new LinkedHashMap<>();
    inputs.put("x", x);
    inputs.put("count", count);
    NamedGraph named =
        new NamedGraph(
            "ends", graph, inputs, Map.of("turned", turned, "same", x, "repeated", repeated));
    ByteBuffer memory = ByteBuffer.allocateDirect(24).order(ByteOrder.LITTLE_ENDIAN);
    memory.asFloatBuffer().put(new float[] {1, 2, 3, 4, 5, 6});
    try (NativeStorage storage = NativeStorage.wrap(DType.F32, memory, () -> {})) {
      Map<String, Value> outputs =
          executable(named)
              .run(
                  Map.of(
                      "x",
                      new Tensor(storage, Layout.contiguous(2, 3)),
                      "count",
                      Tensor.of(new float[] {3}, 1)));
      assertThat(((Tensor) outputs.get("turned")).toFloats()).containsExactly(1, 4, 2, 5, 3, 6);
      assertThat(((Tensor) outputs.get("same")).toFloats()).containsExactly(1, 2, 3, 4, 5, 6);
      float element = random(1)[0];
      assertThat(((Tensor) outputs.get("repeated")).toFloats())
          .containsExactly(element, element, element);
    }
  }

  @Test
  void axesThatAreNoListAreRefused() {
    Tensor table = Tensor.of(new long[] {1, 2}, 2, 1);
    Evaluator evaluator = new Evaluator(backend(), new Prepared());
    Value[] operands = {Tensor.of(new float[3], 3), table};
    assertThatThrownBy(() -> evaluator.evaluate("u", new ViewOp.Unsqueeze(), operands))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("operand 1 should be a short list of integers but is I64[2,1]");
  }

  /** Otherwise rows of other records, or of an earlier run, would come out. */
  @Test
  void aReshapeThatFitsNoBatchIsRefused() {
    ValueId x = input("x", DType.F32, N, Extent.fixed(1));
    assertThatThrownBy(() -> graph.apply("reshape", new ViewOp.Reshape(false), x, longs(0, 4)))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("another number of elements");
  }

  @Test
  void shapeArithmeticBeyondTheRowsStillGetsAPlan() {
    ValueId x = input("x", DType.F32, N, Extent.fixed(2));
    ValueId rows =
        graph.apply(
            "rows",
            new ShapeOp.Gather(0),
            graph.apply("shape", new ShapeOp.ShapeOf(0, Long.MAX_VALUE), x),
            longs(0));
    ValueId twice = binary(OpKind.MUL, rows, longs(2));
    ValueId target = graph.apply("target", new ShapeOp.Concat(0), twice, longs(1));
    ValueId y = graph.apply("reshape", new ViewOp.Reshape(false), x, target);
    ExecutableGraph executable = executable(named(y, "x", x));
    Tensor out = (Tensor) executable.run(Map.of("x", Tensor.of(random(6), 3, 2))).get("y");
    assertThat(out.dims()).containsExactly(6, 1);
    assertThat(executable.explain()).contains("whole batch at once");
  }

  @Test
  void batchAxesThatMeetAnotherAxisAreNoRows() {
    ValueId a = input("a", DType.F32, N, Extent.fixed(2), Extent.fixed(3));
    ValueId b = input("b", DType.F32, N, Extent.fixed(4), Extent.fixed(3), Extent.fixed(1));
    ValueId y = graph.apply("product", new LinalgOp.MatMul(), a, b);
    ExecutableGraph executable = executable(named(y, "a", a, "b", b));
    for (int rows : new int[] {1, 4}) {
      Map<String, Tensor> inputs =
          Map.of(
              "a", Tensor.of(random(rows * 6), rows, 2, 3),
              "b", Tensor.of(random(rows * 12), rows, 4, 3, 1));
      assertThat(((Tensor) executable.run(inputs).get("y")).dims()).containsExactly(rows, 4, 2, 1);
    }
    Map<String, Tensor> unfit =
        Map.of("a", Tensor.of(random(18), 3, 2, 3), "b", Tensor.of(random(36), 3, 4, 3, 1));
    assertThatThrownBy(() -> executable.run(unfit)).isInstanceOf(InvalidOp.class);
  }

  @Test
  void aSummandThatDoesNotFitIsRefused() {
    ValueId x = input("x", DType.F32, Extent.fixed(1), Extent.fixed(2));
    assertThatThrownBy(
            () ->
                graph.apply(
                    "gemm", new LinalgOp.Gemm(1, 1, false, false), x, floats(2, 2), floats(5, 2)))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("C [5,2] does not broadcast to [1,2]");
  }

  @Test
  void zeroRowsOfAGraphThatMixesThem() {
    ValueId x = input("x", DType.F32, N, Extent.fixed(2));
    ValueId mixed = graph.apply("softmax", new ReduceOp.Softmax(0, false), x);
    ValueId y = graph.apply("column", new ViewOp.Slice(), mixed, longs(1), longs(2), longs(1));
    Tensor out =
        (Tensor)
            executable(named(y, "x", x)).run(Map.of("x", Tensor.of(new float[0], 0, 2))).get("y");
    assertThat(out.dims()).containsExactly(0, 1);
  }
}
