package io.pelton.onnx.op;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.number;
import static io.pelton.onnx.TestAttributes.text;
import static io.pelton.onnx.TestModel.DOUBLE;
import static io.pelton.onnx.TestModel.FLOAT;
import static io.pelton.onnx.TestModel.FLOAT16;
import static io.pelton.onnx.TestModel.INT64;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.graph.ElementwiseOp.Binary;
import io.pelton.engine.graph.ElementwiseOp.Cast;
import io.pelton.engine.graph.ElementwiseOp.Unary;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.tensor.DType;
import io.pelton.onnx.InvalidNode;
import io.pelton.onnx.TestAttributes;
import io.pelton.onnx.TestModel;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ElementwiseOperatorsTest {
  private static final List<Object> MATRIX = List.of(2, 3);

  @ParameterizedTest
  @CsvSource({
    "Relu,RELU",
    "Sigmoid,SIGMOID",
    "Tanh,TANH",
    "Neg,NEG",
    "Abs,ABS",
    "Reciprocal,RECIPROCAL",
    "Sqrt,SQRT",
    "Exp,EXP",
    "Log,LOG",
    "Floor,FLOOR",
    "Ceil,CEIL",
    "Softplus,SOFTPLUS"
  })
  void unaryOperatorsKeepShapeAndDtype(String op, OpKind kind) {
    TestModel model = TestModel.onnx(13).single(op, FLOAT, MATRIX);
    assertThat(model.op()).isEqualTo(new Unary(kind));
    assertThat(model.type()).hasToString("F32[2,3]");
    TestModel old =
        TestModel.onnx(1).single(op, FLOAT, MATRIX, TestAttributes.integers("consumed_inputs", 0));
    assertThat(old.op()).isEqualTo(new Unary(kind));
    assertThatThrownBy(
            () -> TestModel.onnx(13).input("x", FLOAT, 2).node(op, "x,x", "y").output("y").load())
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("should have 1 inputs but has 2");
  }

  private static TestModel pair(long opset, Object[] left, Object[] right) {
    return TestModel.onnx(opset).input("a", FLOAT, left).input("b", FLOAT, right);
  }

  @ParameterizedTest
  @CsvSource({
    "Add,ADD,F32",
    "Sub,SUB,F32",
    "Mul,MUL,F32",
    "Div,DIV,F32",
    "Pow,POW,F32",
    "LessOrEqual,LESS_OR_EQUAL,BOOL",
    "GreaterOrEqual,GREATER_OR_EQUAL,BOOL",
    "Equal,EQUAL,BOOL",
    "Less,LESS,BOOL",
    "Greater,GREATER,BOOL"
  })
  void binaryOperatorsBroadcastBothWays(String op, OpKind kind, DType result) {
    TestModel model =
        pair(14, new Object[] {2, 1, 4}, new Object[] {3, 1}).node(op, "a,b", "y").output("y");
    assertThat(model.op()).isEqualTo(new Binary(kind));
    assertThat(model.type()).hasToString(result + "[2,3,4]");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 6})
  void oldBroadcastingAlignsAtAnAxis(long opset) {
    Object[] left = {2, 3, 4, 5};
    assertThat(
            pair(opset, left, new Object[] {3, 4})
                .node("Add", "a,b", "y", integer("broadcast", 1), integer("axis", 1))
                .output("y")
                .type())
        .hasToString("F32[2,3,4,5]");
    assertThat(
            pair(opset, left, new Object[] {2})
                .node("Mul", "a,b", "y", integer("broadcast", 1), integer("axis", 0))
                .output("y")
                .type())
        .hasToString("F32[2,3,4,5]");
    assertThat(
            pair(opset, left, new Object[] {4, 5})
                .node("Sub", "a,b", "y", integer("broadcast", 1))
                .output("y")
                .type())
        .hasToString("F32[2,3,4,5]");
    assertThat(
            pair(opset, left, new Object[] {1})
                .node("Div", "a,b", "y", integer("broadcast", 1), integer("axis", 3))
                .output("y")
                .type())
        .hasToString("F32[2,3,4,5]");
  }

  @Test
  void oldBroadcastingIsRefusedWhereItDoesNotFit() {
    Object[] left = {2, 3};
    assertThatThrownBy(
            () -> pair(6, left, new Object[] {3}).node("Add", "a,b", "y").output("y").load())
        .hasMessageContaining("'broadcast' is not set");
    assertThatThrownBy(
            () ->
                pair(6, left, new Object[] {2, 3})
                    .node("Add", "a,b", "y", integer("broadcast", 1), integer("axis", 1))
                    .output("y")
                    .load())
        .hasMessageContaining("[2,3] does not fit into [2,3] at axis 1");
    assertThatThrownBy(
            () ->
                pair(7, left, new Object[] {3})
                    .node("Add", "a,b", "y", integer("broadcast", 1))
                    .output("y")
                    .load())
        .hasMessageContaining("attribute 'broadcast' does not exist");
  }

  @Test
  void boundsOfOldClipsBecomeOperands() {
    TestModel clip =
        TestModel.onnx(6).single("Clip", DOUBLE, MATRIX, number("min", -1), number("max", 6));
    assertThat(clip.op().kind()).isEqualTo(OpKind.CLIP);
    assertThat(clip.constant(1).toDoubles()).containsExactly(-1);
    assertThat(clip.constant(1).dtype()).isEqualTo(DType.F64);
    assertThat(clip.constant(1).dims()).isEmpty();
    assertThat(clip.constant(2).toDoubles()).containsExactly(6);
    TestModel open = TestModel.onnx(6).single("Clip", FLOAT, MATRIX);
    assertThat(open.constant(1).toFloats()).containsExactly(-Float.MAX_VALUE);
    assertThat(open.constant(2).toFloats()).containsExactly(Float.MAX_VALUE);
    TestModel half = TestModel.onnx(6).single("Clip", FLOAT16, MATRIX, number("max", 0.5f));
    assertThat(half.constant(2).toFloats()).containsExactly(0.5f);
    assertThatThrownBy(() -> TestModel.onnx(6).single("Clip", INT64, MATRIX).load())
        .hasMessageContaining("is not defined for I64 in this opset");
  }

  @Test
  void boundsOfClipMayBeAbsent() {
    TestModel model =
        TestModel.onnx(13)
            .input("x", FLOAT, 2)
            .initializer("hi", new float[] {6})
            .node("Clip", "x,,hi", "y")
            .output("y");
    assertThat(model.constant(2).toFloats()).containsExactly(6);
    assertThat(TestModel.onnx(13).input("x", FLOAT, 2).node("Clip", "x,,", "y").output("y").type())
        .hasToString("F32[2]");
  }

  @Test
  void targetsOfCastsAreNamesThenNumbers() {
    assertThat(TestModel.onnx(1).single("Cast", FLOAT, MATRIX, text("to", "INT64")).op())
        .isEqualTo(new Cast(DType.I64));
    assertThat(TestModel.onnx(9).single("Cast", FLOAT, MATRIX, integer("to", 8)).op())
        .isEqualTo(new Cast(DType.STRING));
    assertThat(
            TestModel.onnx(19)
                .single("Cast", FLOAT, MATRIX, integer("to", 17), integer("saturate", 0))
                .op())
        .isEqualTo(new Cast(DType.F8E4M3FN, false));
    assertThat(
            TestModel.onnx(24)
                .single("Cast", FLOAT, MATRIX, integer("to", 24), text("round_mode", "up"))
                .op())
        .isEqualTo(new Cast(DType.F8E8M0));
    for (long unknown : new long[] {0, 99, -1, 1L << 32 | 1}) {
      assertThatThrownBy(
              () -> TestModel.onnx(13).single("Cast", FLOAT, MATRIX, integer("to", unknown)).load())
          .isInstanceOf(InvalidNode.class)
          .hasMessageContaining("'to' is no element type: '" + unknown + "'");
    }
    assertThatThrownBy(() -> TestModel.onnx(13).single("Cast", FLOAT, MATRIX).load())
        .hasMessageContaining("attribute 'to' is missing");
    assertThatThrownBy(
            () ->
                TestModel.onnx(24)
                    .single("Cast", FLOAT, MATRIX, integer("to", 24), text("round_mode", "down"))
                    .load())
        .hasMessageContaining("round_mode 'down' is not supported");
  }

  @Test
  void whereAndNotTakeBooleans() {
    TestModel where =
        TestModel.onnx(16)
            .input("c", TestModel.BOOL, "N", 1)
            .input("a", FLOAT, "N", 3)
            .input("b", FLOAT, 1)
            .node("Not", "c", "d")
            .node("Where", "d,a,b", "y")
            .output("y");
    assertThat(where.type()).hasToString("F32[N,3]");
    assertThatThrownBy(() -> TestModel.onnx(13).single("Not", FLOAT, MATRIX).load())
        .hasMessageContaining("is not defined for F32");
  }
}
