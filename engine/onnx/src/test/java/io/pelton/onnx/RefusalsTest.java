package io.pelton.onnx;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestModel.BOOL;
import static io.pelton.onnx.TestModel.FLOAT;
import static io.pelton.onnx.TestModel.INT64;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.AttributeProto.AttributeType;
import ai.onnx.proto.OnnxMl.FunctionProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever can't be imported is reported at once, and nothing that can. */
class RefusalsTest {
  private static final AttributeProto HALF_STASH = integer("stash_type", TestModel.FLOAT16);

  @TempDir Path folder;

  private static TestModel model() {
    return TestModel.onnx(17).input("x", FLOAT, "N", 3).initializer("scale", new float[3], 3);
  }

  /** LayerNormalization is known, but not with statistics in half precision. */
  private static TestModel refused(TestModel model, String input, String output) {
    return model.node("LayerNormalization", input + ",scale", output, HALF_STASH);
  }

  private static TestModel declared(TestModel model, String value, int type, Object... dims) {
    model.graph().addValueInfo(TestModel.onnx(17).input(value, type, dims).graph().getInput(0));
    return model;
  }

  private static AttributeProto graph(String name, TestModel body) {
    return AttributeProto.newBuilder()
        .setName(name)
        .setType(AttributeType.GRAPH)
        .setG(body.graph())
        .build();
  }

  private UnsupportedNodes refusal(TestModel model) throws IOException {
    return refusal(model.proto());
  }

  /** Of loading, which an inspection has to agree with. */
  private UnsupportedNodes refusal(ModelProto model) throws IOException {
    Path file = folder.resolve("model.onnx");
    Files.write(file, model.toByteArray());
    UnsupportedNodes refusal =
        catchThrowableOfType(UnsupportedNodes.class, () -> OnnxModel.load(file));
    assertThat(refusal).isNotNull();
    ImportReport report = OnnxModel.inspect(file);
    assertThat(report.unsupported()).isEqualTo(refusal.nodes());
    assertThat(report.unsupportedParts()).isEqualTo(refusal.parts());
    return refusal;
  }

  private static List<String> names(UnsupportedNodes refusal) {
    return refusal.nodes().stream().map(UnsupportedNode::node).toList();
  }

  @Test
  void operatorsAttributesAndInputsAreReportedTogether() throws IOException {
    TestModel model = model().input("odd", 99, 1).node("Mystery", "x", "a").node("Relu", "x", "b");
    model.initializer("end", new long[] {1L << 40}).initializer("one", new long[] {1});
    refused(model, "b", "c").node("Range", "one,end,one", "d").node("Neg", "c", "y");
    UnsupportedNodes refusal = refusal(refused(model, "x", "z").output("y").output("d"));
    assertThat(names(refusal)).containsExactly("n0", "n2", "n3", "n5");
    assertThat(refusal.nodes().get(1).reason()).startsWith("'stash_type' 10 is not supported");
    assertThat(refusal.nodes().get(2).op()).isEqualTo("Range");
    assertThat(refusal.parts())
        .containsExactly(new UnsupportedPart("value 'odd'", "its element type 99 is not known"));
    assertThat(refusal.getMessage().lines())
        .startsWith(
            "Model '" + folder.resolve("model.onnx") + "' has 5 parts that can't be imported:",
            "  value 'odd': its element type 99 is not known",
            "  ai.onnx Mystery, opset 17: the operator is not supported (n0)")
        .anyMatch(
            line -> line.startsWith("  ai.onnx LayerNormalization") && line.endsWith("(n2, n5)"))
        .endsWith("Export the model without these parts, or with what they are said to need.");
  }

  @Test
  void nodesBehindARefusedOneAreJudgedByDeclaredTypes() throws IOException {
    TestModel model = declared(model(), "a", FLOAT, "N", 3).node("Mystery", "x", "a");
    refused(model.node("Relu", "a", "b"), "b", "y");
    assertThat(names(refusal(model.output("y")))).containsExactly("n0", "n2");
  }

  @Test
  void nodesBehindARefusedOneOfUnknownTypeAreNotBlamed() throws IOException {
    TestModel model = model().node("Mystery", "x", "a");
    refused(model.node("Relu", "a", "b"), "b", "y");
    assertThat(names(refusal(model.output("y")))).containsExactly("n0");
    TestModel unranked = model().node("Mystery", "x", "a");
    TypeProto.Tensor floats = TypeProto.Tensor.newBuilder().setElemType(FLOAT).build();
    unranked
        .graph()
        .addValueInfo(
            ValueInfoProto.newBuilder()
                .setName("a")
                .setType(TypeProto.newBuilder().setTensorType(floats)));
    // with a known number of axes both would be fine
    unranked.node("Flatten", "a", "f").node("GlobalAveragePool", "a", "y").output("y");
    assertThat(names(refusal(unranked))).containsExactly("n0");
  }

  @Test
  void declarationsThatDoNotHoldAreNoErrorsOfTheirReaders() throws IOException {
    TestModel model = declared(model(), "a", FLOAT, 7, 7).node("Mystery", "x", "a");
    UnsupportedNodes refusal = refusal(model.node("MatMul", "x,a", "y").output("y"));
    assertThat(names(refusal)).containsExactly("n0");
    assertThat(refusal.getSuppressed()).singleElement().isInstanceOf(InvalidNode.class);
  }

  @Test
  void theOrderIsTheFilesAndNotTheOneOfTheImport() throws IOException {
    TestModel model = model();
    refused(model, "late", "y").node("Relu", "x", "early");
    refused(refused(model, "early", "late"), "x", "z");
    declared(model, "late", FLOAT, "N", 3);
    assertThat(names(refusal(model.output("y")))).containsExactly("n0", "n2", "n3");
  }

  @Test
  void bothBranchesAreReportedAndTheirOwnerIsNot() throws IOException {
    TestModel then = refused(TestModel.onnx(17), "x", "t").node("Mystery", "t", "u").output("t");
    TestModel otherwise = refused(TestModel.onnx(17).node("Neg", "x", "v"), "v", "e").output("e");
    TestModel model =
        model()
            .input("c", BOOL)
            .node("If", "c", "y", graph("then_branch", then), graph("else_branch", otherwise));
    UnsupportedNodes refusal = refusal(refused(model, "y", "z").output("y"));
    assertThat(refusal.nodes())
        .extracting(UnsupportedNode::op)
        .containsExactly("LayerNormalization", "Mystery", "LayerNormalization");
    assertThat(names(refusal)).containsExactly("n0", "n1", "n1");
    TestModel typed = declared(model, "y", FLOAT, "N", 3);
    assertThat(names(refusal(typed))).containsExactly("n0", "n1", "n1", "n1");
  }

  @Test
  void graphsOfNodesThatAreNotImportedAreJudged() throws IOException {
    TestModel body = TestModel.onnx(17).input("v", FLOAT, 2, 3).input("u", FLOAT);
    refused(body, "v", "t").node("Relu", "u", "r").output("t");
    TestModel model = model().node("Mystery", "x", "c", graph("inside", body));
    TestModel branch = refused(TestModel.onnx(17), "x", "t").output("t");
    model.node("If", "c", "y", graph("then_branch", branch), graph("else_branch", branch));
    assertThat(refusal(model.output("y")).nodes())
        .extracting(UnsupportedNode::op)
        .containsExactly(
            "Mystery", "LayerNormalization", "LayerNormalization", "LayerNormalization");
  }

  @Test
  void bodiesOfLoopsAreReportedOnce() throws IOException {
    TestModel inner = TestModel.onnx(17).input("i", INT64).input("go", BOOL).input("v", FLOAT, 2);
    refused(inner.node("Identity", "go", "on"), "v", "w").output("on").output("w");
    TestModel outer = TestModel.onnx(17).input("j", INT64).input("more", BOOL).input("s", FLOAT, 2);
    outer.node("Identity", "more", "still").node("Loop", "m,,s", "r", graph("body", inner));
    outer.node("Mystery", "r", "q").output("still").output("r");
    TestModel model = model().initializer("m", new long[] {2}).input("s0", FLOAT, 2);
    model.node("Loop", "m,,s0", "y", graph("body", outer)).output("y");
    assertThat(refusal(model).nodes())
        .extracting(UnsupportedNode::op)
        .containsExactly("LayerNormalization", "Mystery");
  }

  private static FunctionProto function(String name, long opset) {
    return FunctionProto.newBuilder()
        .setDomain("my.domain")
        .setName(name)
        .addInput("a")
        .addInput("s")
        .addOutput("b")
        .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(opset))
        .addNode(
            NodeProto.newBuilder()
                .setName("norm")
                .setOpType("LayerNormalization")
                .addInput("a")
                .addInput("s")
                .addOutput("b")
                .addAttribute(HALF_STASH))
        .build();
  }

  @Test
  void everyCallOfAFunctionReportsWhatIsInside() throws IOException {
    TestModel model = model().opset("my.domain", 1).node("my.domain::Odd", "x,scale", "p");
    model.node("my.domain::Odd", "x,scale", "y").node("Mystery", "x", "z").output("y");
    UnsupportedNodes refusal =
        refusal(model.proto().toBuilder().addFunctions(function("Odd", 17)).build());
    assertThat(names(refusal)).containsExactly("n0/norm", "n1/norm", "n2");
  }

  @Test
  void callsOfAFunctionOfAnotherOpsetAreReportedWithTheRest() throws IOException {
    TestModel model = model().opset("my.domain", 1).node("my.domain::Old", "x,scale", "p");
    model.node("my.domain::Odd", "x,scale", "q").node("my.domain::Old", "x,scale", "y").output("y");
    UnsupportedNodes refusal =
        refusal(
            model.proto().toBuilder()
                .addFunctions(function("Odd", 17))
                .addFunctions(function("Old", 16))
                .build());
    assertThat(names(refusal)).containsExactly("n0", "n1/norm", "n2");
    assertThat(refusal.nodes().get(2).reason())
        .isEqualTo(
            "its function imports opset 16 of ai.onnx but the model imports 17; convert the model"
                + " to one opset");
  }

  @Test
  void oneInputAloneIsAFeatureAndSeveralAreAReport() throws IOException {
    TypeProto optional =
        TypeProto.newBuilder()
            .setOptionalType(TypeProto.Optional.newBuilder().setElemType(TypeProto.newBuilder()))
            .build();
    TestModel model = model().node("Relu", "x", "y").output("y").input("o", optional);
    UnsupportedFeature alone = catchThrowableOfType(UnsupportedFeature.class, model::load);
    assertThat(alone.what()).isEqualTo("value 'o'");
    UnsupportedNodes both = refusal(model.input("odd", 99, 1));
    assertThat(both.nodes()).isEmpty();
    assertThat(both.parts())
        .extracting(UnsupportedPart::what)
        .containsExactly("value 'o'", "value 'odd'");
  }

  @Test
  void anInvalidNodeIsAnErrorByItself() throws IOException {
    TestModel model = model().input("wide", FLOAT, 5, 7).node("MatMul", "x,wide", "y").output("y");
    assertThatThrownBy(model::load).isInstanceOf(InvalidNode.class);
    UnsupportedNodes beside = refusal(model.node("Mystery", "x", "z"));
    assertThat(names(beside)).containsExactly("n1");
    assertThat(beside.getSuppressed()).singleElement().isInstanceOf(InvalidNode.class);
  }

  @Test
  void anInspectionGoesOnBehindErrors() throws IOException {
    TensorProto lost =
        TestModel.tensor("scale", FLOAT, 3)
            .setDataLocation(TensorProto.DataLocation.EXTERNAL)
            .build();
    TestModel model = TestModel.onnx(17).input("x", FLOAT, "N", 3).initializer(lost);
    Path file = folder.resolve("lost.onnx");
    Files.write(file, refused(model, "x", "y").output("y").bytes());
    ImportReport report = OnnxModel.inspect(file);
    assertThat(report.unsupported()).extracting(UnsupportedNode::node).containsExactly("n0");
    assertThat(report.warnings())
        .anyMatch(line -> line.startsWith("importing fails: Tensor 'scale' has its data in ''"));
    assertThatThrownBy(() -> OnnxModel.load(file)).isInstanceOf(ExternalDataError.class);
  }
}
