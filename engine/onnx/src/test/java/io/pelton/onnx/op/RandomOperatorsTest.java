package io.pelton.onnx.op;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestAttributes.number;
import static io.pelton.onnx.TestModel.BOOL;
import static io.pelton.onnx.TestModel.DOUBLE;
import static io.pelton.onnx.TestModel.FLOAT;
import static io.pelton.onnx.TestModel.FLOAT16;
import static io.pelton.onnx.TestModel.INT32;
import static io.pelton.onnx.TestModel.INT64;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.AttributeProto;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.RandomKey;
import io.pelton.engine.graph.RandomOp;
import io.pelton.engine.graph.RandomOp.Multinomial;
import io.pelton.engine.graph.RandomOp.Normal;
import io.pelton.engine.graph.RandomOp.Uniform;
import io.pelton.engine.tensor.DType;
import io.pelton.onnx.InvalidNode;
import io.pelton.onnx.TestModel;
import java.util.List;
import org.junit.jupiter.api.Test;

class RandomOperatorsTest {
  private static final RandomKey KEY = RandomKey.of("y");

  private static TestModel generator(String op, AttributeProto... attributes) {
    return TestModel.onnx(15).node(op, "", "y", attributes).output("y");
  }

  @Test
  void drawsOfAGivenShape() {
    AttributeProto shape = integers("shape", 2, 3);
    assertThat(generator("RandomUniform", shape).op()).isEqualTo(new Uniform(KEY, DType.F32, 0, 1));
    TestModel uniform =
        generator("RandomUniform", shape, number("low", -2), number("high", 4), number("seed", 7));
    assertThat(uniform.op()).isEqualTo(new Uniform(KEY.withSeed(7), DType.F32, -2, 4));
    assertThat(uniform.type()).hasToString("F32[2,3]");
    TestModel normal =
        generator("RandomNormal", shape, integer("dtype", DOUBLE), number("mean", 3));
    assertThat(normal.op()).isEqualTo(new Normal(KEY, DType.F64, 3, 1));
    assertThat(normal.type()).hasToString("F64[2,3]");
  }

  @Test
  void drawsOfTheShapeOfAnInput() {
    TestModel like =
        TestModel.onnx(15).single("RandomNormalLike", FLOAT16, List.of("N", 3), number("scale", 2));
    assertThat(like.op()).isEqualTo(new Normal(KEY, DType.F16, 0, 2));
    assertThat(like.type()).hasToString("F16[N,3]");
    TestModel other =
        TestModel.onnx(15).single("RandomUniformLike", INT64, List.of("N"), integer("dtype", 1));
    assertThat(other.type()).hasToString("F32[N]");
  }

  @Test
  void seedsCountAsUnsignedIntegers() {
    AttributeProto shape = integers("shape", 1);
    assertThat(((RandomOp) generator("RandomUniform", shape, number("seed", 1.75f)).op()).key())
        .isEqualTo(KEY.withSeed(1));
    assertThat(((RandomOp) generator("RandomUniform", shape, number("seed", -1)).op()).key())
        .isEqualTo(KEY.withSeed(0xffffffffL));
  }

  @Test
  void picksAndTrials() {
    TestModel picks =
        TestModel.onnx(15).single("Multinomial", FLOAT, List.of("N", 4), integer("sample_size", 5));
    assertThat(picks.op()).isEqualTo(new Multinomial(KEY, 5, DType.I32));
    assertThat(picks.type()).hasToString("I32[N,5]");
    TestModel trials = TestModel.onnx(15).single("Bernoulli", FLOAT, List.of("N", 4));
    assertThat(trials.op().kind()).isEqualTo(OpKind.CAST);
    assertThat(trials.type()).hasToString("F32[N,4]");
    assertThat(
            TestModel.onnx(15)
                .single("Bernoulli", DOUBLE, List.of("N"), integer("dtype", BOOL))
                .op()
                .kind())
        .isEqualTo(OpKind.BERNOULLI);
  }

  private static TestModel dropout(long opset, String operands, String outputs) {
    return TestModel.onnx(opset)
        .input("x", FLOAT, "N", 3)
        .input("r", DOUBLE)
        .input("t", BOOL)
        .node("Dropout", operands, outputs, integer(opset < 12 ? "is_test" : "seed", 0))
        .output("y");
  }

  @Test
  void trainingDrops() {
    assertThat(dropout(12, "x,r,t", "y").op()).isEqualTo(new RandomOp.Dropout(KEY.withSeed(0)));
    assertThat(dropout(13, "x,,t", "k,y").type()).hasToString("BOOL[N,3]");
    assertThat(dropout(6, "x", "y").op()).isEqualTo(new RandomOp.Dropout(KEY));
    assertThat(dropout(1, "x", "k,y").type()).hasToString("F32[N,3]");
  }

  @Test
  void whatCanNotBeDrawnIsRefused() {
    assertThatThrownBy(() -> generator("RandomUniform").load())
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("'shape'");
    assertThatThrownBy(
            () -> generator("RandomNormal", integers("shape", 1), integer("dtype", INT32)).load())
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("is not defined for I32");
    assertThatThrownBy(
            () -> generator("RandomNormal", integers("shape", 1), integer("dtype", 99)).load())
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("'dtype' is no element type: 99");
    assertThatThrownBy(
            () -> TestModel.onnx(15).single("RandomUniformLike", INT64, List.of("N")).load())
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("is not defined for I64");
    assertThatThrownBy(
            () ->
                TestModel.onnx(15)
                    .single("Multinomial", FLOAT, List.of("N", 4), integer("sample_size", 0))
                    .load())
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("samples should be positive");
  }
}
