package io.pelton.onnx.op;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestAttributes.number;
import static io.pelton.onnx.TestAttributes.numbers;
import static io.pelton.onnx.TestAttributes.tensor;
import static io.pelton.onnx.TestAttributes.text;
import static io.pelton.onnx.TestAttributes.texts;
import static io.pelton.onnx.TestModel.FLOAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.SparseTensorProto;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.InvalidNode;
import io.pelton.onnx.OnnxModel;
import io.pelton.onnx.TestModel;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShapeOperatorsTest {
  private static final List<Object> CUBE = List.of("N", 3, 4);

  private static TestModel cube(long opset) {
    return TestModel.onnx(opset).input("x", FLOAT, CUBE.toArray());
  }

  @Test
  void shapesOfReshapesAreAttributesThenOperands() {
    assertThat(TestModel.onnx(1).single("Reshape", FLOAT, CUBE, integers("shape", 0, -1)).type())
        .hasToString("F32[N,12]");
    assertThat(
            cube(13)
                .initializer("s", new long[] {0, 12}, 2)
                .node("Reshape", "x,s", "y")
                .output("y")
                .type())
        .hasToString("F32[N,12]");
    assertThat(
            TestModel.onnx(14)
                .input("x", FLOAT, "N", 3)
                .initializer("s", new long[] {0, 3}, 2)
                .node("Reshape", "x,s", "y", integer("allowzero", 1))
                .output("y")
                .type())
        .hasToString("F32[0,3]");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 11})
  void axesOfOldSqueezesAreAttributes(long opset) {
    assertThat(
            TestModel.onnx(opset)
                .single("Squeeze", FLOAT, List.of(1, 3, 1), integers("axes", 2))
                .type())
        .hasToString("F32[1,3]");
    assertThat(TestModel.onnx(opset).single("Squeeze", FLOAT, List.of(1, 3, 1)).type())
        .hasToString("F32[3]");
    assertThat(
            TestModel.onnx(opset)
                .single("Unsqueeze", FLOAT, List.of("N", 3), integers("axes", 0, 3))
                .type())
        .hasToString("F32[1,N,3,1]");
    assertThatThrownBy(() -> TestModel.onnx(opset).single("Unsqueeze", FLOAT, List.of(3)).load())
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("attribute 'axes' is missing");
  }

  @Test
  void axesOfNewSqueezesAreOperands() {
    TestModel model =
        TestModel.onnx(13)
            .input("x", FLOAT, 1, 3, 1)
            .initializer("axes", new long[] {-1}, 1)
            .node("Squeeze", "x,axes", "h")
            .node("Unsqueeze", "h,axes", "y")
            .output("y");
    assertThat(model.type()).hasToString("F32[1,3,1]");
  }

  @Test
  void boundsOfSlicesAreAttributesThenOperands() {
    assertThat(
            TestModel.onnx(1)
                .single(
                    "Slice",
                    FLOAT,
                    CUBE,
                    integers("axes", 1, 2),
                    integers("starts", 1, -3),
                    integers("ends", Integer.MAX_VALUE, -1))
                .type())
        .hasToString("F32[N,2,2]");
    assertThat(
            TestModel.onnx(1)
                .single("Slice", FLOAT, List.of(5, 4), integers("starts", 1), integers("ends", 3))
                .type())
        .hasToString("F32[2,4]");
    assertThat(
            cube(10)
                .initializer("starts", new long[] {3}, 1)
                .initializer("ends", new long[] {Long.MIN_VALUE}, 1)
                .initializer("axes", new long[] {-1}, 1)
                .initializer("steps", new long[] {-2}, 1)
                .node("Slice", "x,starts,ends,axes,steps", "y")
                .output("y")
                .type())
        .hasToString("F32[N,3,2]");
    assertThat(
            cube(13)
                .initializer("starts", new long[] {0, 1}, 2)
                .initializer("ends", new long[] {Long.MAX_VALUE, 3}, 2)
                .node("Slice", "x,starts,ends", "y")
                .output("y")
                .type())
        .hasToString("F32[N,2,4]");
  }

  @Test
  void concatsAxisIsOneOnlyBeforeVersionFour() {
    TestModel old =
        TestModel.onnx(1)
            .input("a", FLOAT, "N", 2)
            .input("b", FLOAT, "N", 3)
            .node("Concat", "a,b", "y")
            .output("y");
    assertThat(old.type()).hasToString("F32[N,5]");
    assertThatThrownBy(() -> cube(13).node("Concat", "x,x", "y").output("y").load())
        .hasMessageContaining("attribute 'axis' is missing");
    assertThat(cube(13).node("Concat", "x,x", "y", integer("axis", -1)).output("y").type())
        .hasToString("F32[N,3,8]");
  }

  @ParameterizedTest
  @CsvSource({
    "13,'',I64[3]",
    "15,'',I64[3]",
    "15,'-1:',I64[1]",
    "15,':2',I64[2]",
    "15,'1:-1',I64[1]"
  })
  void partsOfShapes(long opset, String part, String type) {
    String[] bounds = (part + " ").split(":", -1);
    AttributeProto[] attributes =
        IntStream.range(0, bounds.length)
            .filter(i -> !bounds[i].isBlank())
            .mapToObj(i -> integer(i == 0 ? "start" : "end", Long.parseLong(bounds[i].strip())))
            .toArray(AttributeProto[]::new);
    assertThat(TestModel.onnx(opset).single("Shape", FLOAT, CUBE, attributes).type())
        .hasToString(type);
  }

  @Test
  void shapeChainsKeepTheSymbol() {
    TestModel model =
        cube(13)
            .node("Shape", "x", "s")
            .initializer("zero", new long[] {0}, 1)
            .node("Gather", "s,zero", "n")
            .initializer("rest", new long[] {-1}, 1)
            .node("Concat", "n,rest", "t", integer("axis", 0))
            .node("Reshape", "x,t", "y")
            .output("y");
    assertThat(model.type()).hasToString("F32[N,12]");
  }

  @Test
  void othersHaveTheStandardsDefaults() {
    assertThat(TestModel.onnx(13).single("Flatten", FLOAT, CUBE).type()).hasToString("F32[N,12]");
    assertThat(
            TestModel.onnx(13)
                .single("Flatten", FLOAT, CUBE, integer("axis", -1))
                .type()
                .toString())
        .matches("F32\\[\\?\\d+,4]");
    assertThat(TestModel.onnx(13).single("Transpose", FLOAT, CUBE).type())
        .hasToString("F32[4,3,N]");
    assertThat(
            TestModel.onnx(13).single("Transpose", FLOAT, CUBE, integers("perm", 0, 2, 1)).type())
        .hasToString("F32[N,4,3]");
    assertThat(
            cube(11)
                .initializer("i", new long[] {0, 1}, 2)
                .node("Gather", "x,i", "y", integer("axis", 2))
                .output("y")
                .type())
        .hasToString("F32[N,3,2]");
    assertThat(TestModel.onnx(13).single("Identity", FLOAT, CUBE).type()).hasToString("F32[N,3,4]");
    assertThatThrownBy(
            () ->
                TestModel.onnx(13)
                    .single("Transpose", FLOAT, CUBE, integers("perm", 0, 1L << 40, 1))
                    .load())
        .isInstanceOf(InvalidNode.class);
  }

  private static Tensor constant(long opset, AttributeProto... attributes) {
    OnnxModel model =
        TestModel.onnx(opset).node("Constant", "", "y", attributes).output("y").load();
    return model.graph().graph().constant(model.graph().outputs().get("y")).orElseThrow();
  }

  @Test
  void constantsComeInManyForms() {
    assertThat(constant(1, tensor("value", TestModel.longs("", new long[] {4}, 1))).toLongs())
        .containsExactly(4);
    assertThat(constant(12, number("value_float", 1.5f)).toFloats()).containsExactly(1.5f);
    assertThat(constant(12, number("value_float", 1.5f)).dims()).isEmpty();
    assertThat(constant(12, numbers("value_floats", 1, 2)).dims()).containsExactly(2);
    assertThat(constant(13, integer("value_int", -3)).toLongs()).containsExactly(-3);
    assertThat(constant(13, integers("value_ints", 1, 2, 3)).toLongs()).containsExactly(1, 2, 3);
    assertThat(constant(13, text("value_string", "ä")).toStrings()).containsExactly("ä");
    assertThat(constant(13, text("value_string", "ä")).dims()).isEmpty();
    assertThat(constant(13, texts("value_strings", "a", "")).toStrings()).containsExactly("a", "");
  }

  @Test
  void constantsNeedExactlyOneValue() {
    assertThatThrownBy(() -> constant(13)).hasMessageContaining("constant's value is missing");
    assertThatThrownBy(() -> constant(13, integer("value_int", 1), number("value_float", 1)))
        .hasMessageContaining("more than one attribute");
    assertThatThrownBy(() -> constant(11, integer("value_int", 1)))
        .hasMessageContaining("constant's value is missing");
    assertThatThrownBy(() -> constant(13, sparse(), integer("value_int", 1)))
        .hasMessageContaining("more than one attribute");
  }

  @Test
  void sparseConstantsBecomeDense() {
    assertThat(constant(11, sparse()).toFloats()).containsExactly(0, 0, 4);
  }

  private static AttributeProto sparse() {
    return AttributeProto.newBuilder()
        .setName("sparse_value")
        .setType(AttributeProto.AttributeType.SPARSE_TENSOR)
        .setSparseTensor(
            SparseTensorProto.newBuilder()
                .setValues(TestModel.floats("s", new float[] {4}, 1))
                .setIndices(TestModel.longs("", new long[] {2}, 1))
                .addDims(3))
        .build();
  }
}
