package io.pelton.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.PaddingRefused;
import io.pelton.engine.executable.BucketedCompileCache;
import io.pelton.engine.executable.BucketedCompileCacheBuilder;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.LinalgOp;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** When a {@code BucketedCompileCache} pads and when it refuses to, on any backend. */
public abstract class BucketPaddingContract extends GraphFixture {
  private BucketedCompileCacheBuilder ladder(NamedGraph named) {
    return BucketedCompileCache.builder(compile(named)).ladder(1, 8);
  }

  private static Tensor padded(BucketedCompileCache cache, Tensor x) {
    return (Tensor) cache.runPadded(Map.of("x", x)).get("y");
  }

  /** [N,2] -> sums over N. */
  private NamedGraph sums() {
    ValueId x = input("x", DType.F32, N, Extent.fixed(2));
    return named(
        graph.apply("sum", new ReduceOp.Reduce(OpKind.REDUCE_SUM, false, false), x, longs(0)),
        "x",
        x);
  }

  @Test
  void aModelThatMixesRowsIsNotPadded() {
    BucketedCompileCache cache = opened(ladder(sums()).build());
    assertThatThrownBy(() -> padded(cache, Tensor.of(random(6), 3, 2)))
        .isInstanceOfSatisfying(
            PaddingRefused.class,
            e -> {
              assertThat(e.graph()).isEqualTo("test");
              assertThat(e.symbol()).isEqualTo("N");
              assertThat(e.reason()).contains("depend on other rows", "paddingMasked()");
            });
    assertThat(padded(cache, Tensor.of(new float[] {1, 2, 3, 4}, 2, 2)).toFloats())
        .containsExactly(4, 6);
    assertThatThrownBy(() -> padded(cache, Tensor.of(random(6), 3, 2)))
        .isInstanceOf(PaddingRefused.class);
  }

  @Test
  void aModelThatMasksIsTakenAtItsWord() {
    NamedGraph sums = sums();
    ExecutableGraph exact = executable(sums);
    BucketedCompileCache cache = opened(ladder(sums).paddingMasked().build());
    float[] poison = new float[16];
    Arrays.fill(poison, Float.NaN);
    padded(cache, Tensor.of(poison, 8, 2));
    for (int rows = 8; rows > 0; rows--) {
      Tensor x = Tensor.of(random(rows * 2), rows, 2);
      Tensor y = padded(cache, x);
      assertThat(y.toFloats()).containsExactly(run(exact, "x", x));
      assertThat(y.dims()).containsExactly(2);
    }
  }

  @Test
  void rangesOfOneLengthNeedNoPadding() {
    NamedGraph sums = sums();
    BucketedCompileCache cache =
        opened(BucketedCompileCache.builder(compile(sums)).range(3, 3).range(5, 5).build());
    Tensor x = Tensor.of(random(6), 3, 2);
    assertThat(padded(cache, x).toFloats()).containsExactly(run(executable(sums), "x", x));
  }

  /** [M,N,2] -> twice that, and its sums over N. */
  private NamedGraph sequences() {
    ValueId x = input("x", DType.F32, M, N, Extent.fixed(2));
    ValueId twice = binary(OpKind.ADD, x, x);
    ValueId sum =
        graph.apply("sum", new ReduceOp.Reduce(OpKind.REDUCE_SUM, false, false), twice, longs(1));
    return new NamedGraph("test", graph, Map.of("x", x), Map.of("y", twice, "sum", sum));
  }

  @Test
  void anotherAxisThanTheRowsIsNotPadded() {
    BucketedCompileCache cache = opened(ladder(sequences()).along("N").build());
    assertThatThrownBy(() -> padded(cache, Tensor.of(random(12), 2, 3, 2)))
        .isInstanceOf(PaddingRefused.class)
        .hasMessageContaining("input 'x' has it at axis 1");
    assertThat(padded(cache, Tensor.of(random(16), 2, 4, 2)).dims()).containsExactly(2, 4, 2);
  }

  @Test
  void anotherAxisIsPaddedWhereTheModelMasks() {
    NamedGraph sequences = sequences();
    ExecutableGraph exact = executable(sequences);
    BucketedCompileCache cache = opened(ladder(sequences).along("N").paddingMasked().build());
    assertThat(cache.symbol()).isEqualTo("N");
    for (int batch : new int[] {2, 1, 5}) {
      float[] poison = new float[batch * 16];
      Arrays.fill(poison, Float.POSITIVE_INFINITY);
      padded(cache, Tensor.of(poison, batch, 8, 2));
      for (int length : new int[] {7, 5, 6, 1, 3}) {
        Tensor x = Tensor.of(random(batch * length * 2), batch, length, 2);
        var expected = exact.run(Map.of("x", x));
        var found = cache.runPadded(Map.of("x", x));
        for (String output : List.of("y", "sum")) {
          Tensor own = (Tensor) found.get(output);
          assertThat(own.dims()).containsExactly(((Tensor) expected.get(output)).dims());
          assertThat(own.toFloats()).containsExactly(((Tensor) expected.get(output)).toFloats());
        }
      }
    }
  }

  /** A mask of [N,N] beside [N,2]. */
  @Test
  void bothAxesOfASquareArePadded() {
    ValueId x = input("x", DType.F64, N, Extent.fixed(2));
    ValueId mask = input("mask", DType.F64, N, N);
    NamedGraph named =
        named(graph.apply("product", new LinalgOp.MatMul(), mask, x), "x", x, "mask", mask);
    ExecutableGraph exact = executable(named);
    BucketedCompileCache refusing = opened(ladder(named).build());
    BucketedCompileCache cache = opened(ladder(named).paddingMasked().build());
    for (int length : new int[] {8, 5, 3, 7}) {
      double[] square = new double[length * length];
      Arrays.setAll(square, i -> i % 3 - 1);
      double[] column = new double[length * 2];
      Arrays.setAll(column, i -> i / 4.0);
      Map<String, Tensor> inputs =
          Map.of("x", Tensor.of(column, length, 2), "mask", Tensor.of(square, length, length));
      Tensor expected = (Tensor) exact.run(inputs).get("y");
      Tensor found = (Tensor) cache.runPadded(inputs).get("y");
      assertThat(found.dims()).containsExactly(length, 2);
      assertThat(found.toDoubles()).containsExactly(expected.toDoubles());
      if (length < 8) {
        assertThatThrownBy(() -> refusing.runPadded(inputs))
            .isInstanceOf(PaddingRefused.class)
            .hasMessageContaining("input 'mask' has it at axis 1");
      }
    }
  }

  /** Elements below a byte, where rows don't end with one. */
  @Test
  void elementsBelowAByteArePadded() {
    ValueId x = input("x", DType.I4, N, Extent.fixed(3));
    NamedGraph named = named(graph.apply("copy", new ShapeOp.Copy(), x), "x", x);
    BucketedCompileCache cache = opened(ladder(named).build());
    for (int rows : new int[] {8, 3, 1, 5, 7}) {
      byte[] packed = new byte[(rows * 3 + 1) / 2];
      Arrays.fill(packed, (byte) 0x7d);
      Tensor found = padded(cache, Tensor.wrap(DType.I4, packed, rows, 3));
      assertThat(found.dims()).containsExactly(rows, 3);
      for (int i = 0; i < rows * 3; i++) {
        assertThat(found.toLongs()[i]).isEqualTo(i % 2 == 0 ? -3 : 7);
      }
    }
  }

  @Test
  void integersOfSeveralWidths() {
    ValueId x = input("x", DType.I64, N);
    ValueId small = input("small", DType.I32, N);
    ValueId flag = input("flag", DType.BOOL, N);
    ValueId wide = graph.apply("wide", new ElementwiseOp.Cast(DType.I64), small);
    ValueId y =
        graph.apply("choice", new ElementwiseOp.Where(), flag, binary(OpKind.DIV, x, wide), x);
    NamedGraph named = named(y, "x", x, "small", small, "flag", flag);
    BucketedCompileCache cache = opened(BucketedCompileCache.builder(compile(named)).build());
    Map<String, Tensor> inputs =
        Map.of(
            "x",
            Tensor.of(new long[] {Long.MAX_VALUE, -8}, 2),
            "small",
            Tensor.of(new int[] {1, 3}, 2),
            "flag",
            Tensor.wrap(DType.BOOL, new byte[] {0, 1}, 2));
    Tensor found = (Tensor) cache.runPadded(inputs).get("y");
    assertThat(found.toLongs()).containsExactly(Long.MAX_VALUE, -2);
  }

  /** It is not known whether their rows stay apart. */
  @Test
  void modelsThatRunInSegmentsAreNotPadded() {
    ValueId x = input("x", DType.F32, N);
    ValueId count = input("count", DType.F32, Extent.fixed(1));
    ValueId length = graph.apply("cast", new ElementwiseOp.Cast(DType.I64), count);
    ValueId y = graph.apply("repeat", new ViewOp.Expand(), x, length);
    NamedGraph named = named(y, "x", x, "count", count);
    BucketedCompileCache cache = opened(ladder(named).build());
    Map<String, Tensor> inputs =
        Map.of("x", Tensor.of(random(3), 3), "count", Tensor.of(new float[] {3}, 1));
    assertThatThrownBy(() -> cache.runPadded(inputs))
        .isInstanceOf(PaddingRefused.class)
        .hasMessageContaining("'repeat'");
    assertThatThrownBy(() -> cache.runPadded(inputs)).isInstanceOf(PaddingRefused.class);
  }

  /** What a masked model's output is cut to follows from its declared lengths alone. */
  @Test
  void outputsOfUnknownLengthAreNotCut() {
    ValueId x = input("x", DType.F32, N, Extent.fixed(2));
    ValueId twice = graph.apply("twice", new ShapeOp.Concat(0), x, x);
    BucketedCompileCache cache = opened(ladder(named(twice, "x", x)).paddingMasked().build());
    assertThatThrownBy(() -> padded(cache, Tensor.of(random(6), 3, 2)))
        .isInstanceOf(PaddingRefused.class)
        .hasMessageContaining("axis 0 of output 'y'");
    assertThat(padded(cache, Tensor.of(random(8), 4, 2)).dims()).containsExactly(8, 2);
  }

  @Test
  void inputsThatDecideOnShapesAreNotPadded() {
    ValueId x = input("x", DType.F32, Extent.fixed(8));
    ValueId target = input("target", DType.I64, N);
    NamedGraph named =
        named(
            graph.apply("reshape", new ViewOp.Reshape(false), x, target), "x", x, "target", target);
    BucketedCompileCache cache = opened(ladder(named).along("N").build());
    Map<String, Tensor> inputs =
        Map.of("x", Tensor.of(random(8), 8), "target", Tensor.of(new long[] {2, 2, 2}, 3));
    assertThatThrownBy(() -> cache.runPadded(inputs))
        .isInstanceOf(PaddingRefused.class)
        .hasMessageContaining("input 'target' decides on shapes");
  }
}
