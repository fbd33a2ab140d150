package io.pelton.engine.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.graph.ElementwiseOp.Gelu;
import io.pelton.engine.graph.NormOp.BatchNorm;
import io.pelton.engine.graph.NormOp.LayerNorm;
import io.pelton.engine.graph.NormOp.RmsNorm;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import java.util.List;
import org.junit.jupiter.api.Test;

class NormOpTest {
  private static final Extent N = Extent.symbolic(new SymbolId("N"));

  private final Graph graph = new Graph();

  private ValueId input(Shape shape) {
    return input(DType.F32, shape);
  }

  private ValueId input(DType dtype, Shape shape) {
    return graph.input("x" + graph.size(), new TensorType(dtype, shape));
  }

  @Test
  void layerNormIsDecomposedInTheOrderOfItsDefinition() {
    ValueId x = input(Shape.of(N, Extent.fixed(5), Extent.fixed(4)));
    ValueId scale = input(Shape.fixed(4));
    int before = graph.size();
    ValueId result =
        new LayerNorm(-1, 1e-5f).decompose(graph, "norm", List.of(x, scale, scale)).get(0);
    assertThat(graph.type(result)).hasToString("F32[N,5,4]");
    assertThat(kindsFrom(before, result))
        .containsExactly(
            OpKind.REDUCE_MEAN,
            OpKind.SUB,
            OpKind.MUL,
            OpKind.REDUCE_MEAN,
            OpKind.ADD,
            OpKind.SQRT,
            OpKind.DIV,
            OpKind.MUL,
            OpKind.ADD);
    assertThat(graph.apply("norm", new LayerNorm(1, 1e-5f), x, scale))
        .satisfies(norm -> assertThat(graph.type(norm)).hasToString("F32[N,5,4]"));
  }

  private List<OpKind> kindsFrom(int first, ValueId result) {
    return graph.order(List.of(result)).stream()
        .filter(node -> node.index() >= first)
        .map(node -> graph.op(node).kind())
        .filter(kind -> kind != OpKind.CONST)
        .toList();
  }

  @Test
  void rmsNormGeluAndBatchNormAreDecomposed() {
    ValueId x = input(DType.F16, Shape.of(N, Extent.fixed(4), Extent.fixed(2)));
    ValueId channels = input(DType.F16, Shape.fixed(4));
    ValueId scale = input(DType.F16, Shape.fixed(2));
    for (Op op : List.of(new RmsNorm(2, 1e-5f), new Gelu(Gelu.Approximation.TANH))) {
      List<ValueId> operands = op instanceof Gelu ? List.of(x) : List.of(x, scale);
      ValueId result = ((Decomposable) op).decompose(graph, "node", operands).get(0);
      assertThat(graph.type(result)).hasToString("F16[N,4,2]");
      assertThat(graph.type(result)).isEqualTo(graph.types(graph.add("n", op, operands)).get(0));
    }
    List<ValueId> operands = List.of(x, channels, channels, channels, channels);
    ValueId result = new BatchNorm(1e-5).decompose(graph, "node", operands).get(0);
    assertThat(graph.type(result)).hasToString("F16[N,4,2]");
    int before = graph.size();
    ValueId gelu = new Gelu(Gelu.Approximation.NONE).decompose(graph, "gelu", List.of(x)).get(0);
    assertThat(kindsFrom(before, gelu))
        .containsExactly(OpKind.DIV, OpKind.ERF, OpKind.ADD, OpKind.MUL, OpKind.MUL);
  }

  @Test
  void operandsThatDoNotFitAreRefused() {
    ValueId x = input(Shape.fixed(2, 3, 4));
    ValueId four = input(Shape.fixed(4));
    ValueId three = input(Shape.fixed(3));
    assertRefused("operand 1 [3] does not broadcast to x [2,3,4]", new LayerNorm(1, 0), x, three);
    assertRefused("operand 1 is missing", new BatchNorm(0), x);
    assertRefused("axis 3 is outside of [-3, 2]", new RmsNorm(3, 0), x, four);
    assertRefused(
        "operand 2 should be a vector along axis 1 of [2,3,4] but is [4]",
        new BatchNorm(0),
        x,
        three,
        four,
        three,
        three);
    assertRefused("at least 2 axes", new BatchNorm(0), three, three, three, three, three);
    assertRefused(
        "operand 1 is not; insert a Cast",
        new LayerNorm(-1, 0),
        x,
        input(DType.F64, Shape.fixed(4)));
    assertRefused("is not defined for I64", new Gelu(Gelu.Approximation.NONE), input(DType.I64));
    assertThatThrownBy(
            () ->
                new LayerNorm(-1, 0).decompose(graph, "norm", List.of(input(Shape.UNRANKED), four)))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("can't be decomposed before its rank is known");
  }

  private ValueId input(DType dtype) {
    return input(dtype, Shape.fixed(2));
  }

  private void assertRefused(String message, Op op, ValueId... operands) {
    assertThatThrownBy(() -> graph.apply("node", op, operands))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining(message);
  }

  @Test
  void rowsAreKeptWhereTheyAreNotNormalized() {
    SymbolId symbol = new SymbolId("rows");
    graph.markRows(symbol);
    Extent rows = Extent.symbolic(symbol);
    ValueId x = input(Shape.of(rows, Extent.fixed(4)));
    ValueId scale = input(Shape.fixed(4));
    assertThat(isRowwise(new LayerNorm(1, 0), x, scale)).isTrue();
    assertThat(isRowwise(new LayerNorm(1, 0), x, x)).isTrue();
    assertThat(isRowwise(new LayerNorm(0, 0), x, scale)).isFalse();
    assertThat(isRowwise(new RmsNorm(-1, 0), x, scale)).isTrue();
    assertThat(isRowwise(new RmsNorm(-2, 0), x, scale)).isFalse();
    assertThat(isRowwise(new BatchNorm(0), x, scale, scale, scale, scale)).isTrue();
    ValueId ragged = input(Shape.of(rows));
    assertThat(isRowwise(new BatchNorm(0), x, scale, scale, ragged, scale)).isFalse();
  }

  private boolean isRowwise(Op op, ValueId... operands) {
    NodeId node = graph.add("node", op, List.of(operands));
    return op.isRowwise(graph.inference(node));
  }
}
