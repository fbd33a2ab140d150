package io.pelton.onnx.op;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestModel.FLOAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.AttributeProto;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.QuantizeOp.Dequantize;
import io.pelton.engine.graph.QuantizeOp.Quantize;
import io.pelton.engine.tensor.DType;
import io.pelton.onnx.InvalidNode;
import io.pelton.onnx.TestModel;
import io.pelton.onnx.UnsupportedNodes;
import org.junit.jupiter.api.Test;

class QuantizeOperatorsTest {
  private static final int UINT8 = 2;
  private static final int INT8 = 3;
  private static final int INT16 = 5;
  private static final int FLOAT8E5M2 = 19;

  private static TestModel quantize(long opset, String operands, AttributeProto... attributes) {
    return TestModel.onnx(opset)
        .input("x", FLOAT, "N", 3)
        .input("s", FLOAT)
        .input("z", INT8)
        .input("e", FLOAT8E5M2)
        .node("QuantizeLinear", operands, "y", attributes)
        .output("y");
  }

  @Test
  void theZeroPointOrAnAttributeSaysTheType() {
    assertThat(quantize(10, "x,s").op()).isEqualTo(new Quantize(1, DType.U8));
    assertThat(quantize(13, "x,s,z", integer("axis", 0)).op()).isEqualTo(new Quantize(0, DType.I8));
    assertThat(quantize(21, "x,s", integer("output_dtype", INT16)).op())
        .isEqualTo(new Quantize(1, DType.I16));
    assertThatThrownBy(() -> quantize(10, "x,s", integer("axis", 0)).load())
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("attribute 'axis' does not exist");
  }

  @Test
  void whatTheKernelsCannotDoIsRefused() {
    assertThatThrownBy(() -> quantize(19, "x,s,e").load())
        .isInstanceOf(UnsupportedNodes.class)
        .hasMessageContaining("quantizing to F8E5M2 is not supported");
    assertThatThrownBy(() -> quantize(21, "x,s", integer("block_size", 2)).load())
        .isInstanceOf(UnsupportedNodes.class)
        .hasMessageContaining("scales for blocks are not supported");
    assertThatThrownBy(() -> quantize(23, "x,s", integer("precision", INT8)).load())
        .isInstanceOf(UnsupportedNodes.class)
        .hasMessageContaining("'precision' " + INT8 + " is not supported");
  }

  @Test
  void dequantizingTakesTheScalesType() {
    TestModel model =
        TestModel.onnx(23)
            .input("x", UINT8, "N", 3)
            .input("s", FLOAT, 3)
            .node("DequantizeLinear", "x,s", "y", integer("output_dtype", FLOAT))
            .output("y");
    assertThat(model.op()).isEqualTo(new Dequantize(1));
    assertThat(model.type()).hasToString("F32[N,3]");
  }

  private static TestModel product(Object... scaleOfA) {
    return TestModel.onnx(10)
        .input("a", UINT8, 2, 3)
        .input("as", FLOAT, scaleOfA)
        .input("az", UINT8)
        .input("b", INT8, 3, 4)
        .input("bs", FLOAT, 4)
        .input("bz", INT8, 4)
        .input("ys", FLOAT)
        .input("yz", UINT8, 1)
        .node("QLinearMatMul", "a,as,az,b,bs,bz,ys,yz", "y")
        .output("y");
  }

  @Test
  void quantizedProductsAreQuantizedSums() {
    TestModel model = product(1);
    assertThat(model.op()).isEqualTo(new Quantize(0, DType.U8));
    assertThat(model.type()).hasToString("U8[2,4]");
    assertThat(product(2).type()).hasToString("U8[2,4]");
  }

  @Test
  void integerProductsKeepTheirSums() {
    TestModel model =
        TestModel.onnx(10)
            .input("a", UINT8, "N", 3)
            .input("b", INT8, 3, 4)
            .node("MatMulInteger", "a,b", "y")
            .output("y");
    assertThat(model.op().kind()).isEqualTo(OpKind.MATMUL_INTEGER);
    assertThat(model.type()).hasToString("I32[N,4]");
  }
}
