package io.pelton.onnx.op;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestAttributes.text;
import static io.pelton.onnx.TestModel.FLOAT;
import static io.pelton.onnx.TestModel.FLOAT16;
import static io.pelton.onnx.TestModel.INT64;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.AttributeProto;
import io.pelton.onnx.InvalidNode;
import io.pelton.onnx.TestModel;
import io.pelton.onnx.UnsupportedNodes;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Split, Tile, Pad, Range and their like. */
class PartOperatorsTest {
  private static TestModel split(
      long opset, String operands, String outputs, AttributeProto... attributes) {
    return TestModel.onnx(opset)
        .input("x", FLOAT, "N", 7)
        .initializer("s", new long[] {1, 2, 4}, 3)
        .node("Split", operands, outputs, attributes)
        .output("y");
  }

  @Test
  void partsAreAnAttributeThenAnOperand() {
    AttributeProto axis = integer("axis", -1);
    assertThat(split(11, "x", "a,b,y", axis, integers("split", 1, 2, 4)).type())
        .hasToString("F32[N,4]");
    assertThat(split(13, "x,s", "a,y,c", axis).type()).hasToString("F32[N,2]");
    assertThatThrownBy(() -> split(13, "x", "a,y", axis).load())
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("7 elements do not divide into 2 parts");
    assertThatThrownBy(() -> split(13, "x,s", "a,y", axis).load())
        .hasMessageContaining("3 parts for 2 outputs");
    assertThatThrownBy(() -> split(11, "x", "a,y", axis, integers("split", 1, 2)).load())
        .hasMessageContaining("parts [1, 2] do not sum up to 7");
    assertThat(split(13, "x", "a,y").type().toString()).matches("F32\\[.*,7\\]");
  }

  @Test
  void sinceVersionEighteenTheLastPartMayBeSmaller() {
    AttributeProto axis = integer("axis", 1);
    assertThat(split(18, "x", "a,y", axis, integer("num_outputs", 2)).type())
        .hasToString("F32[N,3]");
    assertThatThrownBy(() -> split(18, "x", "a,y", axis).load())
        .hasMessageContaining("neither 'split' nor 'num_outputs' is given");
  }

  private static TestModel pad(String mode, long... pads) {
    return TestModel.onnx(13)
        .input("x", FLOAT, "N", 3)
        .initializer("p", pads, pads.length)
        .node("Pad", "x,p", "y", text("mode", mode))
        .output("y");
  }

  @Test
  void padsMayCutOffAndReflect() {
    assertThat(pad("constant", 0, -1, 0, 5).type()).hasToString("F32[N,7]");
    assertThat(pad("reflect", 0, 2, 0, 1).type()).hasToString("F32[N,6]");
    assertThat(pad("reflect", 0, 3, 0, 0).type()).hasToString("F32[N,6]");
    assertThat(pad("wrap", 1, 0, 0, 0).type().toString()).startsWith("F32[").endsWith(",3]");
    assertThatThrownBy(() -> pad("mirror", 0, 0, 0, 0).load()).isInstanceOf(InvalidNode.class);
  }

  private static TestModel range(long start, long limit, long delta) {
    return TestModel.onnx(13)
        .initializer("a", new long[] {start})
        .initializer("b", new long[] {limit})
        .initializer("c", new long[] {delta})
        .node("Range", "a,b,c", "r")
        .node("Identity", "r", "y")
        .output("y");
  }

  @Test
  void rangesOfConstantsAreConstants() {
    assertThat(range(10, 3, -3).constant(0).toLongs()).containsExactly(10, 7, 4);
    assertThat(range(1, 7, 2).constant(0).toLongs()).containsExactly(1, 3, 5);
    assertThat(range(1, 7, -2).constant(0).toLongs()).isEmpty();
    assertThatThrownBy(() -> range(1, 7, 0).load()).isInstanceOf(InvalidNode.class);
    assertThatThrownBy(() -> range(0, 1L << 40, 1).load()).isInstanceOf(UnsupportedNodes.class);
    TestModel halves =
        TestModel.onnx(27)
            .input("a", FLOAT16)
            .node("Range", "a,a,a", "y", integer("stash_type", 1))
            .output("y");
    assertThat(halves.type().toString()).startsWith("F16[");
    TestModel open =
        TestModel.onnx(13)
            .input("a", INT64)
            .initializer("c", new long[] {1})
            .node("Range", "a,a,c", "y")
            .output("y");
    assertThat(open.type().toString()).startsWith("I64[");
  }

  @Test
  void triangularMatricesMayHaveSymbolicSides() {
    TestModel model = TestModel.onnx(14).single("Trilu", FLOAT, List.of("B", "N", 4));
    assertThat(model.type()).hasToString("F32[B,N,4]");
  }

  @Test
  void blocksBecomeChannelsAndBack() {
    List<Object> image = List.of("N", 8, 4, 6);
    AttributeProto size = integer("blocksize", 2);
    assertThat(TestModel.onnx(13).single("DepthToSpace", FLOAT, image, size).type())
        .hasToString("F32[N,2,8,12]");
    assertThat(TestModel.onnx(13).single("SpaceToDepth", FLOAT, image, size).type())
        .hasToString("F32[N,32,2,3]");
    assertThatThrownBy(
            () ->
                TestModel.onnx(13)
                    .single("SpaceToDepth", FLOAT, image, integer("blocksize", 4))
                    .load())
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("does not divide into blocks of 4");
    assertThatThrownBy(
            () ->
                TestModel.onnx(10)
                    .single("DepthToSpace", FLOAT, image, size, text("mode", "CRD"))
                    .load())
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("attribute 'mode' does not exist");
  }
}
