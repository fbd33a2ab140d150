package io.pelton.onnx;

import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestModel.FLOAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import io.pelton.engine.error.InvalidOp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said about a model, and what is said when it can't be imported. */
class ImportReportTest {
  @TempDir Path folder;

  private static TestModel mixed() {
    NodeProto inner = NodeProto.newBuilder().setOpType("SequenceErase").addOutput("e").build();
    AttributeProto branch =
        AttributeProto.newBuilder()
            .setName("then_branch")
            .setType(AttributeProto.AttributeType.GRAPH)
            .setG(GraphProto.newBuilder().addNode(inner))
            .build();
    return TestModel.onnx(13)
        .opset("com.acme", 2)
        .input("x", FLOAT, "N", 3)
        .node("Relu", "x", "a")
        .node("Relu", "a", "b")
        .node("ImageDecoder", "b", "c")
        .node("com.acme::Magic", "c", "d")
        .node("ai.onnx.ml::Scaler", "d", "e")
        .node("If", "x", "f", branch)
        .output("f");
  }

  @Test
  void everyUnsupportedNodeIsNamed() {
    UnsupportedNodes refusal = catchThrowableOfType(UnsupportedNodes.class, () -> mixed().load());
    assertThat(refusal.model()).isEqualTo("test");
    assertThat(refusal.nodes())
        .containsExactly(
            new UnsupportedNode(
                "n2", "ImageDecoder", "ai.onnx", 13, "the operator is not supported"),
            new UnsupportedNode(
                "n3", "Magic", "com.acme", 2, "operators of domain com.acme are not supported"),
            new UnsupportedNode(
                "n4",
                "Scaler",
                "ai.onnx.ml",
                0,
                "the model imports no operator set of domain ai.onnx.ml"),
            new UnsupportedNode(
                "SequenceErase_e",
                "SequenceErase",
                "ai.onnx",
                13,
                "the operator is not supported"));
    assertThat(refusal.getMessage().lines())
        .startsWith("Model 'test' has 4 nodes that can't be imported:")
        .contains("  ai.onnx ImageDecoder, opset 13: the operator is not supported (n2)");
  }

  @Test
  void inspectionCountsWithoutRefusing() throws IOException {
    Path file = folder.resolve("mixed.onnx");
    Files.write(file, mixed().bytes());
    ImportReport report = OnnxModel.inspect(file);
    assertThat(report.model()).isEqualTo(file.toString());
    assertThat(report.opsets()).containsEntry("ai.onnx", 13L).containsEntry("com.acme", 2L);
    assertThat(report.opCounts().toString())
        .isEqualTo(
            "{Relu=2, If=1, ImageDecoder=1, SequenceErase=1, ai.onnx.ml::Scaler=1,"
                + " com.acme::Magic=1}");
    assertThat(report.inputs()).hasToString("[x: F32[N,3]]");
    assertThat(report.unsupported()).hasSize(4);
    assertThat(report.warnings()).containsExactly("value 'f' is not listed: its type is missing");
  }

  @Test
  void inspectionSaysWhatElseCannotBeImported() throws IOException {
    TypeProto tensor =
        TypeProto.newBuilder()
            .setTensorType(TypeProto.Tensor.newBuilder().setElemType(FLOAT))
            .build();
    TypeProto sequence =
        TypeProto.newBuilder()
            .setSequenceType(TypeProto.Sequence.newBuilder().setElemType(tensor))
            .build();
    Path file = folder.resolve("sequence.onnx");
    Files.write(file, TestModel.onnx(14).input("s", sequence).bytes());
    assertThat(OnnxModel.inspect(file).unsupportedParts())
        .containsExactly(
            new UnsupportedPart("input 's'", "inputs of type seq(F32[*]) are not supported"));
  }

  @Test
  void operatorsOlderThanTheirFirstVersionAreUnsupported() {
    assertThatThrownBy(
            () ->
                TestModel.onnx(8)
                    .input("x", FLOAT, 1)
                    .node("Where", "x,x,x", "y")
                    .output("y")
                    .load())
        .isInstanceOf(UnsupportedNodes.class)
        .hasMessageContaining("the operator exists since opset 9");
  }

  @ParameterizedTest
  @ValueSource(strings = {"DictVectorizer", "CastMap"})
  void operatorsOnMapsAreRefusedWithTheRemedy(String op) {
    assertThatThrownBy(() -> TestModel.ml(1).single(op, FLOAT, List.of("N")).load())
        .isInstanceOf(UnsupportedNodes.class)
        .hasMessageContaining("its input is a map, and graphs take tensors only")
        .hasMessageContaining("export the model with the columns as one tensor");
  }

  @Test
  void newerOpsetsAreAcceptedWithAWarningOrRefused() {
    TestModel model = TestModel.onnx(77).input("x", FLOAT, 1).node("Relu", "x", "y").output("y");
    assertThat(model.load().report().warnings())
        .containsExactly(
            "opset 77 of ai.onnx is newer than 28, the newest known one; its operators are taken to"
                + " mean the same");
    assertThatThrownBy(
            () ->
                OnnxModel.parse(
                    model.bytes(), "test", ImportOptions.defaults().refusingNewerOpsets()))
        .isInstanceOf(UnsupportedNodes.class)
        .hasMessageContaining("is newer than 28");
    assertThat(TestModel.onnx(28).input("x", FLOAT, 1).node("Relu", "x", "y").output("y").load())
        .satisfies(known -> assertThat(known.report().warnings()).isEmpty());
  }

  @Test
  void factsOfTheFileAreKept() {
    ModelProto model =
        TestModel.ml(3).irVersion(99).single("Scaler", FLOAT, List.of("N", 1)).proto().toBuilder()
            .setProducerName("skl2onnx")
            .setProducerVersion("1.17")
            .addMetadataProps(
                StringStringEntryProto.newBuilder().setKey("author").setValue("me").build())
            .build();
    OnnxModel loaded = OnnxModel.parse(model.toByteArray(), "facts");
    assertThat(loaded.producer()).isEqualTo("skl2onnx 1.17");
    assertThat(loaded.irVersion()).isEqualTo(99);
    assertThat(loaded.metadata()).containsExactly(Map.entry("author", "me"));
    assertThat(loaded.opsets()).containsExactly(Map.entry("ai.onnx.ml", 3L));
    assertThat(loaded.report().warnings())
        .containsExactly("IR version 99 is newer than the known 13");
    assertThat(loaded.report().outputs()).hasToString("[y: F32[N,1]]");
  }

  @Test
  void opsetsMustNotContradict() {
    assertThatThrownBy(
            () -> TestModel.onnx(13).opset("ai.onnx", 12).input("x", FLOAT).output("x").load())
        .isInstanceOf(MalformedModel.class)
        .hasMessageContaining("imports versions 13 and 12 of ai.onnx");
    assertThat(TestModel.onnx(13).opset("ai.onnx", 13).input("x", FLOAT).output("x").load())
        .isNotNull();
  }

  @Test
  void unknownOrRepeatedAttributesAreRefused() {
    assertThatThrownBy(
            () ->
                TestModel.onnx(13)
                    .single("Squeeze", FLOAT, List.of(1, 2), integers("axes", 0))
                    .load())
        .isInstanceOf(InvalidNode.class)
        .hasMessage(
            "Node 'n0' (ai.onnx Squeeze, opset 13): attribute 'axes' does not exist for this"
                + " operator in opset 13; remove it or correct the opset");
    assertThatThrownBy(
            () ->
                TestModel.onnx(13)
                    .single(
                        "Flatten",
                        FLOAT,
                        List.of(1, 2),
                        TestAttributes.integer("axis", 0),
                        TestAttributes.integer("axis", 1))
                    .load())
        .hasMessageContaining("attribute 'axis' is given twice");
    assertThatThrownBy(
            () ->
                TestModel.onnx(13)
                    .single("Flatten", FLOAT, List.of(1, 2), TestAttributes.number("axis", 0))
                    .load())
        .hasMessageContaining("attribute 'axis' should be of type INT but is FLOAT");
  }

  @Test
  void rulesOfTheEngineAreReportedWithTheOperator() {
    TestModel model =
        TestModel.onnx(13)
            .input("a", FLOAT, 2, 3)
            .input("b", FLOAT, 4, 5)
            .node("MatMul", "a,b", "y")
            .output("y");
    InvalidNode error = catchThrowableOfType(InvalidNode.class, model::load);
    assertThat(error.node()).isEqualTo("n0");
    assertThat(error.op()).isEqualTo("MatMul");
    assertThat(error.domain()).isEqualTo("ai.onnx");
    assertThat(error.opset()).isEqualTo(13);
    assertThat(error.reason()).isEqualTo("inner lengths differ: [2,3] times [4,5]");
    assertThat(error).hasCauseInstanceOf(InvalidOp.class);
  }
}
