package io.pelton.onnx.op;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.number;
import static io.pelton.onnx.TestAttributes.numbers;
import static io.pelton.onnx.TestAttributes.text;
import static io.pelton.onnx.TestAttributes.texts;
import static io.pelton.onnx.TestModel.FLOAT;
import static io.pelton.onnx.TestModel.INT32;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.AttributeProto;
import io.pelton.engine.graph.CellFunction;
import io.pelton.engine.graph.CellFunction.Kind;
import io.pelton.engine.graph.RecurrentOp.Direction;
import io.pelton.engine.graph.RecurrentOp.Gru;
import io.pelton.engine.graph.RecurrentOp.Lstm;
import io.pelton.engine.graph.RecurrentOp.Rnn;
import io.pelton.engine.graph.RecurrentOp.Setup;
import io.pelton.onnx.InvalidNode;
import io.pelton.onnx.TestModel;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecurrentOperatorsTest {
  private static final CellFunction SIGMOID = CellFunction.of(Kind.SIGMOID);
  private static final CellFunction TANH = CellFunction.of(Kind.TANH);

  private static TestModel model(
      long opset, String op, int gates, int directions, AttributeProto... attributes) {
    return TestModel.onnx(opset)
        .input("x", FLOAT, 5, "N", 3)
        .input("w", FLOAT, directions, gates * 4, 3)
        .input("r", FLOAT, directions, gates * 4, 4)
        .input("n", INT32, "N")
        .node(op, "x,w,r,,n", op.equals("LSTM") ? "all,last,y" : "all,y", attributes)
        .output("y");
  }

  @Test
  void theUsualFunctionsAreThoseOfTheDefinition() {
    assertThat(model(6, "LSTM", 4, 1, integer("output_sequence", 1)).op())
        .isEqualTo(
            new Lstm(
                new Setup(
                    Direction.FORWARD,
                    4,
                    List.of(SIGMOID, TANH, TANH),
                    Float.POSITIVE_INFINITY,
                    false),
                false));
    assertThat(
            model(
                    14,
                    "GRU",
                    3,
                    2,
                    text("direction", "bidirectional"),
                    integer("hidden_size", 4),
                    integer("linear_before_reset", 1),
                    number("clip", 2))
                .op())
        .isEqualTo(
            new Gru(
                new Setup(
                    Direction.BIDIRECTIONAL, 4, List.of(SIGMOID, TANH, SIGMOID, TANH), 2, false),
                true));
  }

  @Test
  void parametersGoToTheFunctionsThatTakeThem() {
    Rnn op =
        (Rnn)
            model(
                    22,
                    "RNN",
                    1,
                    2,
                    text("direction", "bidirectional"),
                    texts("activations", "Softsign", "ScaledTanh"),
                    numbers("activation_alpha", 0.5f))
                .op();
    assertThat(op.setup().functions())
        .containsExactly(
            CellFunction.of(Kind.SOFTSIGN), new CellFunction(Kind.SCALED_TANH, 0.5f, 1));
  }

  @Test
  void theBatchMayComeFirst() {
    TestModel model =
        TestModel.onnx(14)
            .input("x", FLOAT, "N", 5, 3)
            .input("w", FLOAT, 1, 4, 3)
            .input("r", FLOAT, 1, 4, 4)
            .node("RNN", "x,w,r", "y", integer("layout", 1), text("direction", "reverse"))
            .output("y");
    assertThat(model.type()).hasToString("F32[N,5,1,4]");
    assertThat(((Rnn) model.op()).setup().direction()).isEqualTo(Direction.REVERSE);
  }

  @Test
  void lastStatesHaveNoSteps() {
    assertThat(model(14, "GRU", 3, 1).type()).hasToString("F32[1,N,4]");
  }

  @Test
  void whatTheDefinitionDoesNotKnowIsRefused() {
    assertThatThrownBy(() -> model(7, "RNN", 1, 1, text("direction", "backward")).load())
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("should be forward, reverse or bidirectional");
    assertThatThrownBy(() -> model(7, "GRU", 3, 1, texts("activations", "Tanh")).load())
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("'activations' has 1 entries instead of 2");
    assertThatThrownBy(() -> model(7, "RNN", 1, 1, texts("activations", "Swish")).load())
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("unknown function 'Swish'");
    assertThatThrownBy(() -> model(7, "RNN", 1, 1, numbers("activation_alpha", 1f)).load())
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("'activation_alpha' has 1 entries for 0 functions");
    assertThatThrownBy(() -> model(7, "RNN", 1, 1, number("clip", 0)).load())
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("'clip'");
    assertThatThrownBy(() -> model(7, "GRU", 4, 1).load())
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("weights should be [1,12,3]");
  }
}
