package io.pelton.engine.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.graph.ElementwiseProgram.Instruction;
import io.pelton.engine.graph.ElementwiseProgram.Ref;
import io.pelton.engine.graph.FusedOp.Elementwise;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class FusedOpTest {
  private static final Extent N = Extent.symbolic(new SymbolId("N"));

  private final Graph graph = new Graph();

  @Test
  void programsAreValues() {
    assertThat(product(1)).isEqualTo(product(1)).hasSameHashCodeAs(product(1));
    assertThat(product(1)).isNotEqualTo(product(0));
    assertThat(new Elementwise(product(1)).label())
        .isEqualTo("Elementwise(t0 = Mul(x0, x1); Tanh(t0))");
  }

  /** tanh of a product; of input 0 with itself, or with input 1. */
  private static ElementwiseProgram product(int right) {
    return new ElementwiseProgram(
        0,
        right + 1,
        List.of(
            Instruction.of(OpKind.MUL, Ref.input(0), Ref.input(right)),
            Instruction.of(OpKind.TANH, Ref.result(0))));
  }

  @Test
  void programsThatDoNotFitAreRefused() {
    assertRefused("a program should have instructions", 0, 1);
    assertRefused("CAST is not fused", 0, 1, Instruction.of(OpKind.CAST, Ref.input(0)));
    assertRefused("Tanh(x0, x0) has 2", 0, 1, instruction(OpKind.TANH, 0, 0));
    assertRefused("operand 1 of Add(x0, x1), at 0", 0, 1, instruction(OpKind.ADD, 0, 1));
    assertRefused("reads input 1", 0, 2, instruction(OpKind.TANH, 0));
    assertRefused("reads result 0", 0, 1, instruction(OpKind.TANH, 0), instruction(OpKind.SQRT, 0));
    assertRefused("operand 0", 0, 1, Instruction.of(OpKind.EXP, Ref.result(0)));
    assertRefused("operand 0 of Where", 0, 3, instruction(OpKind.WHERE, 0, 1, 2));
    assertRefused("operand 1 of Add", 1, 2, instruction(OpKind.ADD, 1, 0));
    assertRefused(
        "operand 1 of Clip",
        0,
        1,
        instruction(OpKind.ABS, 0),
        Instruction.of(OpKind.CLIP, Ref.input(0), Ref.result(0)));
    assertRefused("operand 1 of Mul", 0, 1, Instruction.of(OpKind.MUL, Ref.input(0), Ref.ABSENT));
  }

  private static Instruction instruction(OpKind kind, int... inputs) {
    return new Instruction(kind, Arrays.stream(inputs).mapToObj(Ref::input).toList());
  }

  private static void assertRefused(
      String message, int conditions, int inputs, Instruction... instructions) {
    assertThatThrownBy(() -> new ElementwiseProgram(conditions, inputs, List.of(instructions)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void allOperandsBroadcastButBounds() {
    Elementwise op =
        new Elementwise(
            new ElementwiseProgram(
                1,
                4,
                List.of(
                    Instruction.of(OpKind.CLIP, Ref.input(1), Ref.ABSENT, Ref.input(3)),
                    Instruction.of(OpKind.WHERE, Ref.input(0), Ref.result(0), Ref.input(2)))));
    ValueId condition = graph.input("c", new TensorType(DType.BOOL, Shape.of(N, Extent.fixed(1))));
    ValueId row = input(Shape.fixed(3));
    ValueId bound = input(Shape.fixed(1, 1, 1));
    ValueId fused = graph.apply("fused", op, condition, row, row, bound);
    assertThat(graph.type(fused)).hasToString("F32[N,3]");
    List<ValueId> operands = List.of(condition, row, row, bound);
    ValueId result = op.decompose(graph, "fused", operands).get(0);
    assertThat(graph.type(result)).hasToString("F32[N,3]");
    assertThat(graph.op(result.node())).isEqualTo(new ElementwiseOp.Where());
    assertThatThrownBy(() -> graph.apply("fused", op, condition, row, row, row))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("bounds of Clip should be scalars but one is [3]");
    assertThatThrownBy(() -> graph.apply("fused", op, row, row, row, bound))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("operand 0 should be BOOL but is F32");
    assertThatThrownBy(() -> graph.apply("fused", op, condition, row, row))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("should have 4 operands but has 3");
    ValueId half = graph.input("h", new TensorType(DType.F16, Shape.fixed(3)));
    assertThatThrownBy(() -> graph.apply("fused", new Elementwise(product(0)), half))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("is not defined for F16");
  }

  private ValueId input(Shape shape) {
    return graph.input("x" + graph.size(), new TensorType(DType.F32, shape));
  }

  @Test
  void rowsLineUpWhereAxis0IsTheOutputs() {
    SymbolId symbol = new SymbolId("rows");
    graph.markRows(symbol);
    Extent rows = Extent.symbolic(symbol);
    ValueId vector = input(Shape.of(rows));
    ValueId matrix = input(Shape.of(rows, Extent.fixed(4)));
    ValueId weights = input(Shape.fixed(4));
    assertThat(isRowwise(matrix, weights)).isTrue();
    assertThat(isRowwise(matrix, matrix)).isTrue();
    assertThat(isRowwise(vector, weights)).isTrue();
    assertThat(isRowwise(vector, input(Shape.fixed(4, 1)))).isFalse();
  }

  private boolean isRowwise(ValueId x, ValueId y) {
    NodeId node = graph.add("fused", new Elementwise(product(1)), List.of(x, y));
    return graph.op(node).isRowwise(graph.inference(node));
  }
}
