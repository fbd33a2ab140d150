package io.pelton.engine.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShapeRulesTest {
  private static final Extent N = Extent.symbolic(new SymbolId("N"));

  private final Graph graph = new Graph();

  @Test
  void broadcastingAlignsAtTheRight() {
    assertThat(sum(Shape.of(N, Extent.fixed(3)), Shape.fixed(3))).hasToString("[N,3]");
    assertThat(sum(Shape.fixed(2, 1), Shape.fixed(1, 3))).hasToString("[2,3]");
    assertThat(sum(Shape.scalar(), Shape.of(N))).hasToString("[N]");
    assertThat(sum(Shape.UNRANKED, Shape.of(N))).isEqualTo(Shape.UNRANKED);
    assertThatThrownBy(() -> sum(Shape.fixed(2), Shape.fixed(3)))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("[2] and [3] do not broadcast");
  }

  private Shape sum(Shape a, Shape b) {
    return shape(graph.apply("sum", new ElementwiseOp.Binary(OpKind.ADD), input(a), input(b)));
  }

  @Test
  void shapesThatNoMemoryHoldsAreRefused() {
    Shape most = Shape.fixed(1L << 27, 1L << 28);
    assertThat(sum(most, Shape.scalar())).isEqualTo(most);
    for (Shape more :
        List.of(
            Shape.fixed(1L << 28, 1L << 28),
            Shape.fixed(Long.MAX_VALUE),
            Shape.fixed(1L << 40, 0, 1L << 40))) {
      assertThatThrownBy(() -> sum(more, Shape.scalar()))
          .isInstanceOf(InvalidOp.class)
          .hasMessageContaining(more + " has more elements than any memory holds");
    }
    Shape bounded = Shape.of(Extent.symbolic(new SymbolId("K"), 1L << 60), Extent.fixed(1L << 40));
    assertThat(sum(bounded, Shape.scalar())).isEqualTo(bounded);
  }

  @Test
  void operandsOfTwoDtypesNeedACast() {
    ValueId floats = input(Shape.fixed(2));
    ValueId longs = graph.input("longs", new TensorType(DType.I64, Shape.fixed(2)));
    assertThatThrownBy(
            () -> graph.apply("mul", new ElementwiseOp.Binary(OpKind.MUL), floats, longs))
        .isInstanceOfSatisfying(
            InvalidOp.class,
            e -> {
              assertThat(e.node()).isEqualTo("mul");
              assertThat(e.op()).isEqualTo("Mul");
            })
        .hasMessageContaining("F32 and I64; insert a Cast");
  }

  @Test
  void symbolsCancelInReshapes() {
    ValueId images = input(Shape.of(N, Extent.fixed(1), Extent.fixed(28)));
    assertThat(shape(reshape(images, false, -1, 28))).hasToString("[N,28]");
    assertThat(shape(reshape(images, false, 0, -1))).hasToString("[N,28]");
    assertThat(shape(reshape(images, false, -1)).extent(0).isFixed()).isFalse();
  }

  @Test
  void shapeArithmeticIsUnderstood() {
    ValueId images = input(Shape.of(N, Extent.fixed(4), Extent.fixed(7)));
    ValueId lengths = graph.apply("shape", new ShapeOp.ShapeOf(0, Long.MAX_VALUE), images);
    ValueId rows = graph.apply("gather", new ShapeOp.Gather(0), lengths, longs(0));
    ValueId target = graph.apply("concat", new ShapeOp.Concat(0), rows, longs(-1));
    ValueId flat = graph.apply("reshape", new ViewOp.Reshape(false), images, target);
    assertThat(shape(flat)).hasToString("[N,28]");
    ValueId last = graph.apply("last", new ShapeOp.Gather(0), lengths, longs(-1));
    assertThat(graph.integers(last)).hasValueSatisfying(v -> assertThat(v).hasToString("[7]"));
  }

  @Test
  void zerosInReshape() {
    assertThat(shape(reshape(input(Shape.fixed(2, 2, 3, 2)), false, -1, 0, 0)))
        .isEqualTo(Shape.fixed(4, 2, 3));
    ValueId empty = reshape(input(Shape.fixed(0, 8, 2)), false, 4, 2, -1);
    assertThat(shape(empty)).isEqualTo(Shape.fixed(4, 2, 0));
    assertThat(shape(reshape(empty, true, 0, 0, 4))).isEqualTo(Shape.fixed(0, 0, 4));
    assertThat(shape(reshape(input(Shape.fixed(0, 4, 7)), false, 0, -1)))
        .isEqualTo(Shape.fixed(0, 28));
    assertThatThrownBy(() -> reshape(input(Shape.fixed(0, 3)), false, 5, -1, 0))
        .isInstanceOf(InvalidOp.class);
    assertThatThrownBy(() -> reshape(input(Shape.fixed(0, 3)), true, 0, -1))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("both -1 and 0");
    assertThat(shape(reshape(input(Shape.fixed(0, 3)), false, -1, 3))).isEqualTo(Shape.fixed(0, 3));
    assertThatThrownBy(() -> reshape(input(Shape.fixed(4, 3)), false, 5, -1))
        .isInstanceOf(InvalidOp.class);
    assertThatThrownBy(() -> reshape(input(Shape.fixed(4, 3)), false, 5, 2))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("another number of elements");
  }

  /** The answers are the operator's text; its last one is where ONNX Runtime 1.26 differs. */
  @ParameterizedTest
  @CsvSource({
    "0, 5, -1, ''",
    "-1, -9223372036854775808, -1, '4 3 2 1 0'",
    "-1, -2147483648, -1, '4 3 2 1 0'",
    "-1, -6, -1, '4 3 2 1 0'",
    "4, -100, -2, '4 2 0'",
    "100, 0, -1, '4 3 2 1'",
    "-9223372036854775808, 9223372036854775807, 1, '0 1 2 3 4'",
    "0, 5, 9223372036854775807, '0'",
    "4, -9223372036854775808, -9223372036854775808, '4'",
    "-1, 9223372036854775807, -1, ''"
  })
  void slicesWalkBothWaysWithoutOverflow(long start, long end, long step, String expected) {
    ValueId data = input(Shape.fixed(5));
    NodeId node =
        graph.add(
            "slice",
            new ViewOp.Slice(),
            List.of(data, longs(start), longs(end), longs(0), longs(step)));
    Layout view = graph.op(node).view(graph.inference(node), Layout.contiguous(5)).orElseThrow();
    String picked =
        String.join(
            " ",
            LongStream.range(0, view.elements())
                .mapToObj(i -> Long.toString(view.position(i)))
                .toList());
    assertThat(picked).isEqualTo(expected);
    assertThat(shape(new ValueId(node, 0))).isEqualTo(Shape.fixed(view.elements()));
  }

  @Test
  void productsFollowNumpy() {
    assertThat(product(Shape.of(N, Extent.fixed(3)), Shape.fixed(3, 4))).hasToString("[N,4]");
    assertThat(product(Shape.fixed(3), Shape.fixed(3))).isEqualTo(Shape.scalar());
    assertThat(product(Shape.fixed(5, 1, 2, 3), Shape.fixed(4, 3, 6)))
        .isEqualTo(Shape.fixed(5, 4, 2, 6));
    assertThatThrownBy(() -> product(Shape.fixed(2, 3), Shape.fixed(4, 2)))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("inner lengths differ");
  }

  private Shape product(Shape a, Shape b) {
    return shape(graph.apply("product", new LinalgOp.MatMul(), input(a), input(b)));
  }

  @Test
  void reducingWithoutAxesReducesAllUnlessToldOtherwise() {
    ValueId data = input(Shape.fixed(2, 3));
    assertThat(shape(graph.apply("all", new ReduceOp.Reduce(OpKind.REDUCE_SUM, true, false), data)))
        .isEqualTo(Shape.fixed(1, 1));
    assertThat(shape(graph.apply("none", new ReduceOp.Reduce(OpKind.REDUCE_SUM, true, true), data)))
        .isEqualTo(Shape.fixed(2, 3));
    assertThat(
            shape(
                graph.apply(
                    "last",
                    new ReduceOp.Reduce(OpKind.REDUCE_MEAN, false, false),
                    data,
                    longs(-1))))
        .isEqualTo(Shape.fixed(2));
    assertThatThrownBy(
            () ->
                graph.apply(
                    "bad", new ReduceOp.Reduce(OpKind.REDUCE_SUM, false, false), data, longs(2)))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("axis 2 is outside of [-2, 1]");
  }

  @Test
  void axesOfLengthOneComeAndGo() {
    ValueId data = input(Shape.of(N, Extent.fixed(1), Extent.fixed(3)));
    assertThat(shape(graph.apply("drop", new ViewOp.Squeeze(), data, longs(1))))
        .hasToString("[N,3]");
    assertThat(shape(graph.apply("add", new ViewOp.Unsqueeze(), data, longs(0, -1))))
        .hasToString("[1,N,1,3,1]");
    assertThatThrownBy(() -> graph.apply("bad", new ViewOp.Squeeze(), data, longs(2)))
        .isInstanceOf(InvalidOp.class);
    assertThat(shape(graph.apply("flat", new ViewOp.Flatten(1), data))).hasToString("[N,3]");
    assertThat(shape(graph.apply("row", new ViewOp.Flatten(0), input(Shape.fixed(2, 3)))))
        .isEqualTo(Shape.fixed(1, 6));
  }

  @Test
  void expandingBroadcastsBothWays() {
    ValueId data = input(Shape.of(N, Extent.fixed(1), Extent.fixed(3)));
    assertThat(shape(expand(data, longs(2, 1)))).hasToString("[N,2,3]");
    ValueId lengths = graph.apply("shape", new ShapeOp.ShapeOf(0, Long.MAX_VALUE), data);
    assertThat(shape(expand(input(Shape.fixed(1)), lengths))).hasToString("[N,1,3]");
    ValueId unknown = graph.input("to", new TensorType(DType.I64, Shape.fixed(4)));
    assertThat(shape(expand(data, unknown)).rank()).isEqualTo(4);
    assertThatThrownBy(() -> expand(data, longs(2)))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("do not broadcast");
    assertThatThrownBy(() -> expand(data, longs(-1)))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("negative length");
  }

  @Test
  void expandedAxesHaveStride0() {
    ValueId expanded = expand(input(Shape.fixed(3, 1)), longs(2, 1, 4));
    Layout view =
        new ViewOp.Expand()
            .view(graph.inference(expanded.node()), Layout.contiguous(3, 1))
            .orElseThrow();
    assertThat(view.dims()).containsExactly(2, 3, 4);
    assertThat(view.strides()).containsExactly(0, 1, 0);
  }

  @Test
  void expandedIntegersAreKnown() {
    assertThat(graph.integers(expand(longs(7), longs(3))))
        .hasValueSatisfying(values -> assertThat(values).hasToString("[7, 7, 7]"));
    assertThat(graph.integers(expand(longs(7, 8), longs(1))))
        .hasValueSatisfying(values -> assertThat(values).hasToString("[7, 8]"));
    assertThat(graph.integers(expand(longs(7, 8), longs(2, 1)))).isEmpty();
  }

  @Test
  void integersOfListsAreAddedAndThoseOfTablesAreNot() {
    Op add = new ElementwiseOp.Binary(OpKind.ADD);
    assertThat(graph.integers(graph.apply("add", add, longs(1, 2), longs(10))))
        .hasValueSatisfying(values -> assertThat(values).hasToString("[11, 12]"));
    ValueId column = reshape(longs(1, 2), false, 2, 1);
    ValueId row = reshape(longs(10, 20), false, 1, 2);
    ValueId table = graph.apply("add", add, column, row);
    assertThat(shape(table)).isEqualTo(Shape.fixed(2, 2));
    assertThat(graph.integers(table)).isEmpty();
  }

  private ValueId expand(ValueId data, ValueId target) {
    return graph.apply("expand", new ViewOp.Expand(), data, target);
  }

  private ValueId reshape(ValueId data, boolean allowZero, long... target) {
    return graph.apply("reshape", new ViewOp.Reshape(allowZero), data, longs(target));
  }

  private ValueId longs(long... values) {
    return graph.constant("longs", Tensor.of(values, values.length));
  }

  private ValueId input(Shape shape) {
    return graph.input("x" + graph.size(), new TensorType(DType.F32, shape));
  }

  private Shape shape(ValueId value) {
    return ((TensorType) graph.type(value)).shape();
  }
}
