package io.pelton.onnx;

import static io.pelton.onnx.TestModel.FLOAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.SparseTensorProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.Shape;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How inputs, initializers and nodes of a file hang together. */
class GraphStructureTest {
  private static TestModel sum() {
    return TestModel.onnx(13)
        .input("x", FLOAT, 1)
        .initializer("w", new float[] {5}, 1)
        .node("Add", "x,w", "y")
        .output("y");
  }

  @Test
  void initializersNeedNotBeInputs() {
    NamedGraph graph = sum().irVersion(3).load().graph();
    assertThat(graph.inputs()).containsOnlyKeys("x");
    assertThat(sum().irVersion(3).constant(1).toFloats()).containsExactly(5);
  }

  @ParameterizedTest
  @ValueSource(longs = {3, 7})
  void inputsWithAnInitializerKeepItsValue(long irVersion) {
    TestModel model = sum().irVersion(irVersion).input("w", FLOAT, 1);
    assertThat(model.load().graph().inputs()).containsOnlyKeys("x");
    assertThat(model.load().report().inputs()).hasSize(1);
    assertThat(model.constant(1).toFloats()).containsExactly(5);
  }

  @Test
  void outputsMayBeInputsAndInitializers() {
    NamedGraph graph =
        TestModel.onnx(13)
            .input("x", FLOAT, 1)
            .initializer("w", new float[] {5}, 1)
            .output("w")
            .output("x")
            .load()
            .graph();
    assertThat(graph.outputs().keySet()).containsExactly("w", "x");
    assertThat(graph.outputs().get("x")).isEqualTo(graph.inputs().get("x"));
  }

  @Test
  void nodesNeedNeitherNamesNorOrder() {
    NodeProto first = NodeProto.newBuilder().setOpType("Relu").addInput("h").addOutput("y").build();
    NodeProto second =
        NodeProto.newBuilder().setOpType("Tanh").addInput("x").addOutput("h").build();
    NamedGraph graph =
        TestModel.onnx(13).input("x", FLOAT, 2).node(first).node(second).output("y").load().graph();
    assertThat(graph.graph().name(graph.outputs().get("y").node())).isEqualTo("Relu_y");
    assertThat(graph.outputPorts().get(0)).hasToString("y: F32[2]");
  }

  @Test
  void twoWritersOfAValueAreRefused() {
    TestModel model = sum().node("Relu", "x", "y");
    assertThatThrownBy(model::load)
        .isInstanceOf(MalformedModel.class)
        .hasMessageContaining("two nodes that write 'y': 'n0' and 'n1'");
    TestModel overwritten = sum().node("Relu", "x", "w");
    assertThatThrownBy(overwritten::load).hasMessageContaining("writes 'w'");
    TestModel same = sum().node("Relu", "x", "a,a");
    assertThatThrownBy(same::load).hasMessageContaining("two nodes that write 'a'");
  }

  @Test
  void cyclesAndMissingProducersAreRefused() {
    TestModel cycle = sum().node("Add", "b,x", "a").node("Relu", "a", "b");
    assertThatThrownBy(cycle::load)
        .isInstanceOf(MalformedModel.class)
        .hasMessageContaining("wait for each other")
        .hasMessageContaining("'n1', 'n2'");
    TestModel self = sum().node("Relu", "a", "a");
    assertThatThrownBy(self::load).hasMessageContaining("wait for each other");
    TestModel missing = sum().node("Relu", "nowhere", "a");
    assertThatThrownBy(missing::load)
        .hasMessageContaining("'n1' that reads 'nowhere', which no node writes");
    assertThatThrownBy(() -> sum().output("z").load()).hasMessageContaining("an output 'z'");
  }

  @Test
  void namesMustBeUniqueAndGiven() {
    assertThatThrownBy(() -> sum().input("x", FLOAT).load())
        .hasMessageContaining("two inputs called 'x'");
    assertThatThrownBy(() -> sum().initializer("w", new float[] {1}, 1).load())
        .hasMessageContaining("two initializers called 'w'");
    assertThatThrownBy(() -> sum().output("y").load())
        .hasMessageContaining("two outputs called 'y'");
    assertThatThrownBy(() -> sum().input("", FLOAT).load()).hasMessageContaining("without a name");
    assertThatThrownBy(() -> sum().initializer("", new float[] {1}, 1).load())
        .hasMessageContaining("without a name");
    assertThatThrownBy(() -> TestModel.onnx(13).input("x", FLOAT).load())
        .hasMessageContaining("no outputs");
  }

  @Test
  void nodesMayNotDeclareMoreOutputsThanTheirOperatorHas() {
    assertThatThrownBy(() -> sum().node("Relu", "x", "a,b").load())
        .isInstanceOf(InvalidNode.class)
        .hasMessage("Node 'n1' (ai.onnx Relu, opset 13): it has 1 outputs but 'b' is one more");
    assertThat(sum().node("Relu", "x", "a,").load()).isNotNull();
  }

  @Test
  void dimensionsWithoutALengthAreSymbols() {
    TestModel model =
        TestModel.onnx(13)
            .input("a", FLOAT, "N", null, -1, 3)
            .input("b", FLOAT, "N", "?", "None", "?")
            .input("c", FLOAT, 0)
            .node("Relu", "a", "y")
            .output("y");
    OnnxModel loaded = model.load();
    Shape a = shape(loaded, 0);
    Shape b = shape(loaded, 1);
    assertThat(a.extent(0)).isEqualTo(b.extent(0)).hasToString("N");
    assertThat(a.extent(3).isFixed()).isTrue();
    assertThat(List.of(a.extent(1), a.extent(2), b.extent(1), b.extent(2), b.extent(3)))
        .doesNotHaveDuplicates()
        .allSatisfy(extent -> assertThat(extent.isFixed()).isFalse());
    assertThat(shape(loaded, 2).extent(0).isFixed()).isFalse();
    assertThat(loaded.report().warnings())
        .containsExactly("'c' declares length 0 for axis 0; any length is accepted");
  }

  @Test
  void namesOfDimensionsMayLookLikeTheEnginesOwn() {
    OnnxModel loaded =
        TestModel.onnx(13)
            .input("x", FLOAT, "?0", null, "x#1")
            .node("Relu", "x", "y")
            .output("y")
            .load();
    assertThat(shape(loaded, 0).extents()).doesNotHaveDuplicates();
    assertThat(shape(loaded, 0).extent(0).symbol().name()).doesNotStartWith("?");
  }

  private static Shape shape(OnnxModel model, int input) {
    return ((TensorType) model.graph().inputPorts().get(input).type()).shape();
  }

  @Test
  void inputsWithoutAShapeHaveNoKnownRank() {
    TypeProto type =
        TypeProto.newBuilder()
            .setTensorType(TypeProto.Tensor.newBuilder().setElemType(FLOAT))
            .build();
    OnnxModel model = TestModel.onnx(13).input("x", type).node("Relu", "x", "y").output("y").load();
    assertThat(shape(model, 0)).isEqualTo(Shape.UNRANKED);
    assertThat(model.graph().outputPorts().get(0)).hasToString("y: F32[*]");
  }

  @Test
  void inputTypesThatTheEngineLacksAreRefused() {
    TypeProto tensor =
        TypeProto.newBuilder()
            .setTensorType(TypeProto.Tensor.newBuilder().setElemType(FLOAT))
            .build();
    TypeProto sequence =
        TypeProto.newBuilder()
            .setSequenceType(TypeProto.Sequence.newBuilder().setElemType(tensor))
            .build();
    TypeProto optional =
        TypeProto.newBuilder()
            .setOptionalType(TypeProto.Optional.newBuilder().setElemType(tensor))
            .build();
    assertThatThrownBy(() -> sum().input("s", sequence).load())
        .isInstanceOf(UnsupportedFeature.class)
        .hasMessageContaining("'s'");
    assertThatThrownBy(() -> sum().input("o", optional).load())
        .isInstanceOf(UnsupportedFeature.class)
        .hasMessageContaining("'o'");
    assertThatThrownBy(() -> sum().input("t", TypeProto.getDefaultInstance()).load())
        .hasMessageContaining("its type is missing");
    assertThatThrownBy(() -> sum().input("e", 99, 1).load()).hasMessageContaining("99");
  }

  @Test
  void sparseInitializersBecomeDense() {
    TestModel model = TestModel.onnx(13).input("x", FLOAT, 2, 3).output("y");
    model.node("Add", "x,s", "y");
    model
        .graph()
        .addSparseInitializer(
            SparseTensorProto.newBuilder()
                .setValues(TestModel.floats("s", new float[] {4}, 1))
                .setIndices(TestModel.longs("", new long[] {1}, 1))
                .addDims(3));
    assertThat(model.constant(1).toFloats()).containsExactly(0, 4, 0);
    assertThat(model.load().report().inputs()).hasSize(1);
  }
}
