package io.pelton.engine.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.graph.ViewOp.Narrow;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class NarrowTest {
  private static final SymbolId START = new SymbolId("start");
  private static final SymbolId KEYS = new SymbolId("keys");

  private final Graph graph = new Graph();
  private final ValueId x = graph.input("x", ValueType.tensor(DType.F32, Shape.fixed(2, 8)));

  private static DynScalar symbol(SymbolId symbol) {
    return DynScalar.of(Extent.symbolic(symbol));
  }

  private Shape shape(Narrow op, ValueId data) {
    return ((ValueType.TensorType) graph.type(graph.apply("kept", op, data))).shape();
  }

  @Test
  void theAxisBecomesAsLongAsIsAskedFor() {
    Narrow fixed = new Narrow(-1, DynScalar.of(3), DynScalar.of(5));
    assertThat(shape(fixed, x)).isEqualTo(Shape.fixed(2, 5));
    assertThat(shape(new Narrow(0, DynScalar.of(0)), x)).isEqualTo(Shape.fixed(0, 8));
    Narrow open = new Narrow(1, DynScalar.of(2), symbol(KEYS));
    assertThat(shape(open, x)).isEqualTo(Shape.of(Extent.fixed(2), Extent.symbolic(KEYS, 6)));
    Narrow bounded = new Narrow(1, DynScalar.of(Extent.symbolic(KEYS, 4)));
    assertThat(shape(bounded, x)).isEqualTo(Shape.of(Extent.fixed(2), Extent.symbolic(KEYS, 4)));
    ValueId endless =
        graph.input("y", ValueType.tensor(DType.F32, Shape.of(Extent.symbolic(START))));
    assertThat(shape(new Narrow(0, symbol(KEYS)), endless))
        .isEqualTo(Shape.of(Extent.symbolic(KEYS)));
  }

  @Test
  void symbolsGiveWayToNumbers() {
    Narrow op = new Narrow(1, symbol(START), symbol(KEYS));
    assertThat(op.symbols()).containsExactlyInAnyOrder(START, KEYS);
    Op half = op.bind(s -> s.equals(START) ? OptionalLong.of(1) : OptionalLong.empty());
    assertThat(half).isEqualTo(new Narrow(1, DynScalar.of(1), symbol(KEYS)));
    Op bound = half.bind(s -> OptionalLong.of(7));
    assertThat(bound.symbols()).isEmpty();
    Layout kept =
        bound
            .view(graph.inference("kept", bound, List.of(x)), Layout.contiguous(2, 8))
            .orElseThrow();
    assertThat(kept.dims()).containsExactly(2, 7);
    assertThat(kept.strides()).containsExactly(8, 1);
    assertThat(kept.offset()).isEqualTo(1);
    assertThatThrownBy(
            () -> half.view(graph.inference("kept", half, List.of(x)), Layout.contiguous(2, 8)))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("symbols [keys] should stand for numbers by now");
  }

  @Test
  void whatIsKnownNotToFitIsRefused() {
    refused(
        new Narrow(1, DynScalar.of(9)), "9 indices from 0 on are not within axis 1 of length 8");
    refused(new Narrow(1, DynScalar.of(6), DynScalar.of(3)), "3 indices from 6 on");
    refused(new Narrow(1, DynScalar.of(-1), DynScalar.of(3)), "3 indices from -1 on");
    refused(new Narrow(1, DynScalar.of(-2)), "-2 indices from 0 on");
    refused(new Narrow(1, DynScalar.of(9), symbol(KEYS)), "keys indices from 9 on");
    refused(
        new Narrow(1, DynScalar.of(6), DynScalar.of(new Extent(3, 9, KEYS))),
        "keys<=9 indices from 6 on");
    refused(new Narrow(2, DynScalar.of(1)), "axis 2 is outside of [-2, 1]");
  }

  private void refused(Narrow op, String reason) {
    assertThatThrownBy(() -> graph.apply("bad", op, x))
        .isInstanceOfSatisfying(
            InvalidOp.class,
            e -> {
              assertThat(e.node()).isEqualTo("bad");
              assertThat(e.op()).isEqualTo("Narrow");
              assertThat(e.reason()).contains(reason);
            });
  }

  @Test
  void shortIntegersStayKnown() {
    ValueId list = graph.constant("list", Tensor.of(new long[] {3, 4, 5, 6}, 4));
    ValueId kept = graph.apply("kept", new Narrow(0, DynScalar.of(1), DynScalar.of(2)), list);
    assertThat(graph.integers(kept)).contains(List.of(DynScalar.of(4), DynScalar.of(5)));
    ValueId open = graph.apply("open", new Narrow(0, symbol(KEYS)), list);
    assertThat(graph.integers(open)).isEmpty();
  }

  @Test
  void rowsStayApartWhereAnotherAxisIsNarrowed() {
    SymbolId rows = new SymbolId("N");
    graph.markRows(rows);
    Shape shape = Shape.of(Extent.symbolic(rows), Extent.fixed(8));
    ValueId batch = graph.input("batch", ValueType.tensor(DType.F32, shape));
    Narrow inner = new Narrow(1, DynScalar.of(3));
    Narrow outer = new Narrow(0, DynScalar.of(3));
    assertThat(inner.isRowwise(graph.inference("inner", inner, List.of(batch)))).isTrue();
    assertThat(outer.isRowwise(graph.inference("outer", outer, List.of(batch)))).isFalse();
  }
}
