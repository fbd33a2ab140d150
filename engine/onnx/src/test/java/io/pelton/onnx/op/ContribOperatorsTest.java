package io.pelton.onnx.op;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestModel.FLOAT;
import static io.pelton.onnx.TestModel.INT32;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.AttributeProto;
import io.pelton.engine.graph.ElementwiseOp.Gelu;
import io.pelton.engine.graph.ElementwiseOp.Gelu.Approximation;
import io.pelton.engine.graph.NormOp.LayerNorm;
import io.pelton.onnx.TestModel;
import io.pelton.onnx.UnsupportedNodes;
import org.junit.jupiter.api.Test;

class ContribOperatorsTest {
  private static TestModel contrib() {
    return TestModel.onnx(11).opset("com.microsoft", 1);
  }

  private static TestModel attention(String operands, AttributeProto... more) {
    AttributeProto[] attributes = new AttributeProto[more.length + 1];
    attributes[0] = integer("num_heads", 2);
    System.arraycopy(more, 0, attributes, 1, more.length);
    return contrib()
        .input("x", FLOAT, "B", "S", 6)
        .initializer("w", new float[6 * 24], 6, 24)
        .initializer("b", new float[24], 24)
        .input("m", INT32, "B", "T")
        .input("p", FLOAT, 2, "B", 2, "P", 4)
        .node("com.microsoft::Attention", operands, "y,k", attributes)
        .output("y")
        .output("k");
  }

  @Test
  void attentionKeepsKeysAndValues() {
    TestModel model = attention("x,w,b,m,p", integer("unidirectional", 1));
    assertThat(model.type()).hasToString("F32[B,S,8]");
    assertThat(model.load().graph().outputPorts().get(1).type().toString())
        .matches("F32\\[2,B,2,\\S+,4]");
    assertThat(attention("x,w").type()).hasToString("F32[B,S,8]");
  }

  @Test
  void rareFormsOfAttentionAreRefused() {
    assertThatThrownBy(() -> attention("x,w,b", integers("qkv_hidden_sizes", 8, 8, 8)).load())
        .isInstanceOf(UnsupportedNodes.class)
        .hasMessageContaining("com.microsoft Attention, opset 1: 'qkv_hidden_sizes'");
    assertThatThrownBy(() -> attention("x,w,b", integer("do_rotary", 1)).load())
        .isInstanceOf(UnsupportedNodes.class);
  }

  @Test
  void fusedFunctionsAddTheirBias() {
    TestModel gelu =
        contrib()
            .input("x", FLOAT, "N", 3)
            .input("b", FLOAT, 3)
            .node("com.microsoft::FastGelu", "x,b", "y")
            .output("y");
    assertThat(gelu.op()).isEqualTo(new Gelu(Approximation.TANH));
    TestModel norm =
        contrib()
            .input("x", FLOAT, "N", 2, 3)
            .input("s", FLOAT, 3)
            .node("com.microsoft::SkipLayerNormalization", "x,x,s,s", "y")
            .output("y");
    assertThat(norm.op()).isEqualTo(new LayerNorm(-1, 1e-12f));
    TestModel statistics =
        contrib()
            .input("x", FLOAT, "N", 2, 3)
            .input("s", FLOAT, 3)
            .node("com.microsoft::SkipLayerNormalization", "x,x,s,s", "n,y")
            .output("y");
    assertThatThrownBy(statistics::load)
        .isInstanceOf(UnsupportedNodes.class)
        .hasMessageContaining("statistics are not supported");
  }

  @Test
  void embeddingsCountTheirPositions() {
    TestModel model =
        contrib()
            .input("i", INT32, "B", "S")
            .initializer("w", new float[20], 5, 4)
            .initializer("p", new float[32], 8, 4)
            .initializer("g", new float[4], 4)
            .node("com.microsoft::EmbedLayerNormalization", "i,,w,p,,g,g", "y,m,e")
            .output("y")
            .output("m")
            .output("e");
    assertThat(model.type()).hasToString("F32[B,S,4]");
    assertThat(model.load().graph().outputPorts())
        .hasToString("[y: F32[B,S,4], m: I32[B], e: F32[B,S,4]]");
  }
}
