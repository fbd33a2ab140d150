package io.pelton.onnx.oracle;

import static io.pelton.onnx.TestModel.BOOL;
import static io.pelton.onnx.TestModel.FLOAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.AttributeProto.AttributeType;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import io.pelton.engine.error.EngineException;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import io.pelton.onnx.MalformedModel;
import io.pelton.onnx.OnnxModel;
import io.pelton.onnx.TestModel;
import io.pelton.onnx.UnsupportedNodes;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names, dimensions and versions as no tutorial shows them. */
class OddModelsTest {
  private static final Tensor X = Tensor.of(new float[] {-1, 2}, 2);

  private static float[] floats(Map<String, Value> outputs, String name) {
    return ((Tensor) outputs.get(name)).toFloats();
  }

  private static Map<String, Value> run(TestModel model) {
    return Execution.run(model.load(), Map.of("x", X));
  }

  private static NodeProto node(String name, String op, String input, String output) {
    return NodeProto.newBuilder()
        .setName(name)
        .setOpType(op)
        .addInput(input)
        .addOutput(output)
        .build();
  }

  private static TestModel model() {
    return TestModel.onnx(13).input("x", FLOAT, 2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "same", "x", "y", " ", "a/b"})
  void namesOfNodesMeanNothing(String name) {
    TestModel model =
        model()
            .node(node(name, "Abs", "x", "a"))
            .node(node(name, "Neg", "a", "b"))
            .node(node(name, "Exp", "b", "y"))
            .output("y");
    assertThat(floats(run(model), "y")).containsExactly((float) Math.exp(-1), (float) Math.exp(-2));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a b",
        "/model/layer.0/Add_output_0",
        "x:0",
        "größe-数量-🙂",
        "..",
        ".",
        "-",
        "%s",
        "?0",
        "'x'",
        "x#0",
        "\t\n",
        "a\"b",
        "null"
      })
  void valuesMayHaveAnyName(String name) {
    TestModel model =
        TestModel.onnx(13)
            .input(name, FLOAT, 2)
            .node(node("n", "Neg", name, name + "'"))
            .node(node("n", "Abs", name + "'", name + " "))
            .output(name + " ");
    Map<String, Value> out = Execution.run(model.load(), Map.of(name, X));
    assertThat(floats(out, name + " ")).containsExactly(1, 2);
  }

  @Test
  void namesMayBeVeryLong() {
    String name = "long".repeat(25_000);
    TestModel model = model().node(node(name, "Neg", "x", name)).output(name);
    assertThat(floats(run(model), name)).containsExactly(1, -2);
  }

  @Test
  void namesThatDifferInCaseOrSpacesDiffer() {
    TestModel model =
        model()
            .node(node("n", "Neg", "x", "X"))
            .node(node("n", "Abs", "X", "X "))
            .node("Sum", "x,X,X ", "y")
            .output("y")
            .output("X");
    assertThat(floats(run(model), "y")).containsExactly(1, 2);
    assertThat(floats(run(model), "X")).containsExactly(1, -2);
  }

  @Test
  void anOutputMayBeAnInputOrAnInitializer() {
    TestModel model =
        model()
            .input("z", FLOAT, "N")
            .initializer("w", new float[] {5, 6}, 2)
            .output("x")
            .output("w")
            .output("z");
    Tensor z = Tensor.of(new float[] {7, 8, 9}, 3);
    Map<String, Value> out = Execution.run(model.load(), Map.of("x", X, "z", z));
    assertThat(floats(out, "x")).containsExactly(-1, 2);
    assertThat(floats(out, "w")).containsExactly(5, 6);
    assertThat(floats(out, "z")).containsExactly(7, 8, 9);
  }

  @Test
  void oneValueCannotBeTwoOutputsButTwoOutputsMayBeEqual() {
    TestModel twice = model().node("Neg", "x", "y").output("y").output("y");
    assertThatThrownBy(twice::load)
        .isInstanceOf(MalformedModel.class)
        .hasMessageContaining("two outputs called 'y'");
    TestModel equal =
        model().node("Neg", "x", "y").node("Identity", "y", "z").output("y").output("z");
    assertThat(floats(run(equal), "y")).containsExactly(1, -2);
    assertThat(floats(run(equal), "z")).containsExactly(1, -2);
  }

  @Test
  void unusedInputsStayInputs() {
    OnnxModel model = model().input("unused", FLOAT, 1).node("Neg", "x", "y").output("y").load();
    assertThat(model.graph().inputs()).containsOnlyKeys("x", "unused");
    Tensor unused = Tensor.of(new float[] {0}, 1);
    assertThat(floats(Execution.run(model, Map.of("x", X, "unused", unused)), "y"))
        .containsExactly(1, -2);
    assertThatThrownBy(() -> Execution.run(model, Map.of("x", X)))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("unused");
  }

  private static AttributeProto graph(String name, TestModel body) {
    return AttributeProto.newBuilder()
        .setName(name)
        .setType(AttributeType.GRAPH)
        .setG(body.graph())
        .build();
  }

  /** Both branches call their values as the other one does, and as a node behind the If. */
  @Test
  void branchesMayShareNamesWithEachOtherAndWithWhatComesLater() {
    TestModel then = TestModel.onnx(13).node("Neg", "x", "t").node("Abs", "t", "r").output("r");
    TestModel otherwise =
        TestModel.onnx(13).node("Exp", "x", "t").node("Neg", "t", "r").output("r");
    OnnxModel model =
        model()
            .input("go", BOOL)
            .node("If", "go", "s", graph("then_branch", then), graph("else_branch", otherwise))
            .node("Neg", "s", "t")
            .node("Neg", "t", "r")
            .output("r")
            .load();
    Tensor yes = Tensor.wrap(DType.BOOL, new byte[] {1});
    Tensor no = Tensor.wrap(DType.BOOL, new byte[] {0});
    assertThat(floats(Execution.run(model, Map.of("x", X, "go", yes)), "r")).containsExactly(1, 2);
    assertThat(floats(Execution.run(model, Map.of("x", X, "go", no)), "r"))
        .containsExactly(-(float) Math.exp(-1), -(float) Math.exp(2));
  }

  private static TestModel sum(Object first, Object second) {
    return TestModel.onnx(13)
        .input("a", FLOAT, first)
        .input("b", FLOAT, second)
        .node("Add", "a,b", "y")
        .output("y");
  }

  @Test
  void oneNameIsOneLength() {
    Map<String, Tensor> inputs = Map.of("a", X, "b", Tensor.of(new float[] {3}, 1));
    EngineException error =
        catchThrowableOfType(
            EngineException.class, () -> Execution.run(sum("N", "N").load(), inputs));
    assertThat(error).hasMessageContaining("'b'").hasMessageContaining("N");
    // with two names, or without any, the lengths are told apart and 1 is broadcast
    assertThat(floats(Execution.run(sum("N", "M").load(), inputs), "y")).containsExactly(2, 5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "?", "-1", "None", " "})
  void namesThatMeanNoNameDoNotTieLengths(String name) {
    Map<String, Tensor> inputs = Map.of("a", X, "b", Tensor.of(new float[] {3}, 1));
    assertThat(floats(Execution.run(sum(name, name).load(), inputs), "y")).containsExactly(2, 5);
  }

  @Test
  void dimensionsWithoutALengthTakeAnyLength() {
    Map<String, Tensor> inputs = Map.of("a", X, "b", Tensor.of(new float[] {3}, 1));
    assertThat(floats(Execution.run(sum(null, null).load(), inputs), "y")).containsExactly(2, 5);
    assertThat(floats(Execution.run(sum(-1, -7).load(), inputs), "y")).containsExactly(2, 5);
    assertThat(floats(Execution.run(sum(0, 0).load(), inputs), "y")).containsExactly(2, 5);
    assertThatThrownBy(() -> Execution.run(sum(3, -1).load(), inputs))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("'a'")
        .hasMessageContaining("3")
        .hasMessageContaining("2");
  }

  @Test
  void inputsOfUnknownRankTakeEveryRank() {
    TypeProto type =
        TypeProto.newBuilder()
            .setTensorType(TypeProto.Tensor.newBuilder().setElemType(FLOAT))
            .build();
    OnnxModel model =
        TestModel.onnx(13)
            .input("x", type)
            .initializer("w", new float[] {10, 20}, 2)
            .node("Add", "x,w", "y")
            .node("Shape", "y", "s")
            .output("y")
            .output("s")
            .load();
    for (long[] dims : new long[][] {{}, {1}, {2}, {1, 2}, {3, 1}, {1, 0, 2}}) {
      int elements = 1;
      for (long dim : dims) {
        elements *= (int) dim;
      }
      Map<String, Value> out =
          Execution.run(model, Map.of("x", Tensor.of(new float[elements], dims)));
      long[] expected = dims.length == 0 ? new long[] {2} : dims.clone();
      expected[expected.length - 1] = 2;
      assertThat(((Tensor) out.get("s")).toLongs()).containsExactly(expected);
    }
    assertThatThrownBy(() -> Execution.run(model, Map.of("x", Tensor.of(new float[3], 3))))
        .isInstanceOf(EngineException.class);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 99, Long.MAX_VALUE})
  void everyVersionOfTheFormatIsRead(long irVersion) {
    TestModel model = model().irVersion(irVersion).node("Neg", "x", "y").output("y");
    assertThat(floats(run(model), "y")).containsExactly(1, -2);
    assertThat(model.load().irVersion()).isEqualTo(irVersion);
    assertThat(model.load().report().warnings()).hasSize(irVersion > 13 ? 1 : 0);
  }

  @Test
  void importsOfOperatorSetsMayBeLeftOutBeforeIrVersion3Only() {
    TestModel model = TestModel.onnx(13).node("Abs", "x", "y").input("x", FLOAT, 2).output("y");
    byte[] old = model.irVersion(2).proto().toBuilder().clearOpsetImport().build().toByteArray();
    OnnxModel loaded = OnnxModel.parse(old, "old");
    assertThat(loaded.opsets()).isEqualTo(Map.of("ai.onnx", 1L));
    assertThat(floats(Execution.run(loaded, Map.of("x", X)), "y")).containsExactly(1, 2);
    byte[] bare = model.irVersion(7).proto().toBuilder().clearOpsetImport().build().toByteArray();
    assertThatThrownBy(() -> OnnxModel.parse(bare, "bare"))
        .isInstanceOf(UnsupportedNodes.class)
        .hasMessageContaining("imports no operator set of domain ai.onnx");
  }

  @Test
  void theDefaultDomainHasTwoNames() {
    TestModel written =
        TestModel.onnx(13).opset("ai.onnx", 13).input("x", FLOAT, 2).node("ai.onnx::Neg", "x", "a");
    assertThat(floats(run(written.node(node("n", "Abs", "a", "y")).output("y")), "y"))
        .containsExactly(1, 2);
    TestModel differ = model().opset("ai.onnx", 12).node("Neg", "x", "y").output("y");
    assertThatThrownBy(differ::load)
        .isInstanceOf(MalformedModel.class)
        .hasMessageContaining("imports versions 13 and 12 of ai.onnx");
  }
}
