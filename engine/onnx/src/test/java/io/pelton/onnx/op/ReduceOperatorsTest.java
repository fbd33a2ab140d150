package io.pelton.onnx.op;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestAttributes.number;
import static io.pelton.onnx.TestModel.FLOAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.AttributeProto;
import io.pelton.engine.graph.LinalgOp.Gemm;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp.ArgMax;
import io.pelton.engine.graph.ReduceOp.Reduce;
import io.pelton.engine.graph.ReduceOp.Softmax;
import io.pelton.engine.graph.ReduceOp.TopK;
import io.pelton.onnx.InvalidNode;
import io.pelton.onnx.TestModel;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReduceOperatorsTest {
  private static final List<Object> CUBE = List.of("N", 3, 4);

  @ParameterizedTest
  @CsvSource({
    "ReduceSum,REDUCE_SUM,11,13",
    "ReduceMean,REDUCE_MEAN,13,18",
    "ReduceMax,REDUCE_MAX,13,18",
    "ReduceMin,REDUCE_MIN,13,18"
  })
  void axesAreAttributesThenOperands(String op, OpKind kind, long old, long now) {
    TestModel byAttribute =
        TestModel.onnx(old)
            .single(op, FLOAT, CUBE, integers("axes", 1, -1), integer("keepdims", 0));
    assertThat(byAttribute.op()).isEqualTo(new Reduce(kind, false, false));
    assertThat(byAttribute.type()).hasToString("F32[N]");
    assertThat(TestModel.onnx(old).single(op, FLOAT, CUBE).type()).hasToString("F32[1,1,1]");
    TestModel byOperand =
        TestModel.onnx(now)
            .input("x", FLOAT, CUBE.toArray())
            .initializer("axes", new long[] {1}, 1)
            .node(op, "x,axes", "y")
            .output("y");
    assertThat(byOperand.type()).hasToString("F32[N,1,4]");
    TestModel noop =
        TestModel.onnx(now).single(op, FLOAT, CUBE, integer("noop_with_empty_axes", 1));
    assertThat(noop.op()).isEqualTo(new Reduce(kind, true, true));
    assertThat(noop.type()).hasToString("F32[N,3,4]");
  }

  @Test
  void argMaxSelectsTheLastOnlySinceVersionTwelve() {
    assertThat(TestModel.onnx(1).single("ArgMax", FLOAT, CUBE).op())
        .isEqualTo(new ArgMax(0, true, false));
    TestModel last =
        TestModel.onnx(12)
            .single(
                "ArgMax",
                FLOAT,
                CUBE,
                integer("axis", -1),
                integer("keepdims", 0),
                integer("select_last_index", 1));
    assertThat(last.op()).isEqualTo(new ArgMax(-1, false, true));
    assertThat(last.type()).hasToString("I64[N,3]");
    assertThatThrownBy(
            () ->
                TestModel.onnx(11)
                    .single("ArgMax", FLOAT, CUBE, integer("select_last_index", 1))
                    .load())
        .isInstanceOf(InvalidNode.class);
    assertThatThrownBy(
            () ->
                TestModel.onnx(13).single("ArgMax", FLOAT, CUBE, integer("axis", 1L << 33)).load())
        .hasMessageContaining("attribute 'axis' is out of range");
  }

  @Test
  void softmaxFlattensBeforeVersionThirteen() {
    assertThat(TestModel.onnx(11).single("Softmax", FLOAT, CUBE).op())
        .isEqualTo(new Softmax(1, true));
    assertThat(TestModel.onnx(13).single("Softmax", FLOAT, CUBE).op())
        .isEqualTo(new Softmax(-1, false));
    assertThat(TestModel.onnx(13).single("Softmax", FLOAT, CUBE, integer("axis", 1)).op())
        .isEqualTo(new Softmax(1, false));
  }

  private static TestModel topK(long opset, AttributeProto... attributes) {
    return TestModel.onnx(opset)
        .input("x", FLOAT, CUBE.toArray())
        .initializer("k", new long[] {2}, 1)
        .node("TopK", "x,k", "y,indices", attributes)
        .output("y");
  }

  @Test
  void topKTakesItsCountAsAnAttributeThenAsAnOperand() {
    TestModel old =
        TestModel.onnx(1)
            .input("x", FLOAT, CUBE.toArray())
            .node("TopK", "x", "values,y", integer("k", 2), integer("axis", 1))
            .output("y");
    assertThat(old.op()).isEqualTo(new TopK(1, true, true));
    assertThat(old.type()).hasToString("I64[N,2,4]");
    assertThat(topK(10).op()).isEqualTo(new TopK(-1, true, true));
    assertThat(topK(10).type()).hasToString("F32[N,3,2]");
    for (long opset : new long[] {11, 24}) {
      TestModel now = topK(opset, integer("axis", 1), integer("largest", 0), integer("sorted", 0));
      assertThat(now.op()).isEqualTo(new TopK(1, false, false));
      assertThat(now.type()).hasToString("F32[N,2,4]");
    }
    assertThatThrownBy(() -> topK(10, integer("largest", 0)).load())
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("'largest' does not exist");
    assertThatThrownBy(
            () ->
                TestModel.onnx(9)
                    .input("x", FLOAT, CUBE.toArray())
                    .node("TopK", "x", "y,i")
                    .output("y")
                    .load())
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("attribute 'k' is missing");
  }

  private static TestModel gemm(long opset) {
    return TestModel.onnx(opset)
        .input("a", FLOAT, "N", 3)
        .input("b", FLOAT, 5, 3)
        .input("c", FLOAT, 5);
  }

  @Test
  void gemmScalesAndTransposes() {
    TestModel full =
        gemm(13)
            .node(
                "Gemm",
                "a,b,c",
                "y",
                number("alpha", 0.5f),
                number("beta", 2),
                integer("transA", 0),
                integer("transB", 1))
            .output("y");
    assertThat(full.op()).isEqualTo(new Gemm(0.5f, 2, false, true));
    assertThat(full.type()).hasToString("F32[N,5]");
    TestModel withoutC = gemm(11).node("Gemm", "a,b", "y", integer("transB", 1)).output("y");
    assertThat(withoutC.op()).isEqualTo(new Gemm(1, 1, false, true));
    TestModel old =
        gemm(6)
            .node("Gemm", "a,b,c", "y", integer("transB", 1), integer("broadcast", 1))
            .output("y");
    assertThat(old.type()).hasToString("F32[N,5]");
    assertThatThrownBy(
            () -> gemm(7).node("Gemm", "a,b", "y", integer("transB", 1)).output("y").load())
        .hasMessageContaining("should have 3 inputs but has 2");
  }
}
