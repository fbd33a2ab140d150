package io.pelton.onnx.op;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.number;
import static io.pelton.onnx.TestModel.BOOL;
import static io.pelton.onnx.TestModel.FLOAT;
import static io.pelton.onnx.TestModel.FLOAT16;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.AttributeProto;
import io.pelton.engine.graph.NormOp.BatchNorm;
import io.pelton.engine.graph.NormOp.LayerNorm;
import io.pelton.engine.graph.OpKind;
import io.pelton.onnx.InvalidNode;
import io.pelton.onnx.TestModel;
import io.pelton.onnx.UnsupportedNodes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NormOperatorsTest {
  private static TestModel batch(long opset, AttributeProto... attributes) {
    TestModel model = TestModel.onnx(opset).input("x", FLOAT, "N", 3, 4, 4).output("y");
    for (String operand : new String[] {"scale", "bias", "mean", "variance"}) {
      model.initializer(operand, new float[3], 3);
    }
    return model.node("BatchNormalization", "x,scale,bias,mean,variance", "y", attributes);
  }

  @Test
  void batchesAreNormalizedAsInInference() {
    BatchNorm expected = new BatchNorm(0.25f);
    AttributeProto epsilon = number("epsilon", 0.25f);
    assertThat(batch(6, epsilon, integer("is_test", 1)).op()).isEqualTo(expected);
    assertThat(batch(7, epsilon, number("momentum", 0.5f)).op()).isEqualTo(expected);
    assertThat(batch(15, epsilon, integer("training_mode", 0)).op()).isEqualTo(expected);
    assertThat(batch(9).op()).isEqualTo(new BatchNorm(1e-5f));
  }

  @Test
  void outputsOfTrainingExistOnlyThere() {
    TestModel model =
        TestModel.onnx(15)
            .input("x", FLOAT, "N", 3)
            .input("s", FLOAT, 3)
            .node("BatchNormalization", "x,s,s,s,s", "y,mean,variance")
            .output("y");
    assertThatThrownBy(model::load)
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("output 1 exists only in training");
  }

  private static TestModel layer(int type, String outputs) {
    return TestModel.onnx(17)
        .input("x", type, "N", 3, 4)
        .input("s", type, 4)
        .node("LayerNormalization", "x,s", outputs)
        .output("y");
  }

  @Test
  void halfPrecisionIsNormalizedInSinglePrecision() {
    assertThat(layer(FLOAT, "y").op()).isEqualTo(new LayerNorm(-1, 1e-5f));
    TestModel half = layer(FLOAT16, "y");
    assertThat(half.op().kind()).isEqualTo(OpKind.MUL);
    assertThat(half.type()).hasToString("F16[N,3,4]");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1})
  void channelsAreInOneGroupAtLeast(long groups) {
    TestModel model =
        TestModel.onnx(21)
            .input("x", FLOAT, "N", 4, 3)
            .initializer("scale", new float[4], 4)
            .initializer("bias", new float[4], 4)
            .node("GroupNormalization", "x,scale,bias", "y", integer("num_groups", groups))
            .output("y");
    assertThatThrownBy(model::load)
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("'num_groups' is " + groups);
  }

  @Test
  void statisticsAreOutputsOfTheirOwn() {
    assertThat(layer(FLOAT, "n,y").op().kind()).isEqualTo(OpKind.REDUCE_MEAN);
    assertThat(layer(FLOAT16, "n,m,y").op().kind()).isEqualTo(OpKind.RECIPROCAL);
    assertThat(layer(FLOAT16, "n,m,y").type()).hasToString("F32[N,3,1]");
  }

  private static TestModel dropout(long opset, String operands, String outputs) {
    return TestModel.onnx(opset)
        .input("x", FLOAT, "N", 3)
        .input("r", FLOAT)
        .input("t", BOOL)
        .node("Dropout", operands, outputs)
        .output("y");
  }

  @Test
  void dropoutKeepsEverything() {
    assertThat(dropout(12, "x,r", "y").op().kind()).isEqualTo(OpKind.IDENTITY);
    assertThat(dropout(12, "x,r", "k,y").type()).hasToString("BOOL[N,3]");
    assertThatThrownBy(() -> dropout(7, "x", "k,y").load()).isInstanceOf(UnsupportedNodes.class);
  }
}
