package io.pelton.examples.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import io.pelton.examples.cli.CommandRun;
import io.pelton.examples.cli.SharedFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InspectCommandTest {
  private static final Path ADULT = CommandRun.root().resolve("examples/jobs/models/adult.onnx");

  @Test
  void showsWhatTheModelIsMadeOfAndItsPlan() {
    CommandRun run = CommandRun.of("inspect", ADULT, "--rows", 32);
    assertThat(run.failures()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.outLines())
        .contains(
            "producer  pelton-training",
            "opsets    ai.onnx 17, ai.onnx.ml 3",
            "  age: F32[N,1]",
            "  native-country: STRING[N,1]",
            "  probabilities: F32[N,2]",
            "      1 ai.onnx.ml::TreeEnsembleClassifier")
        .anyMatch(line -> line.matches("  [1-9][\\d,]+ bytes, shared by all executables"))
        .anyMatch(line -> line.startsWith("plan of ") && line.endsWith("up to 32 rows"))
        .anyMatch(line -> line.matches("total +[1-9][\\d,]* bytes.*"));
  }

  @Test
  void writesThePlanAsAPage(@TempDir Path folder) throws IOException {
    Path page = folder.resolve("plan.html");
    CommandRun run = CommandRun.of("inspect", ADULT, "--rows", 32, "--html", page);
    assertThat(run.failures()).isEmpty();
    assertThat(Files.readString(page))
        .startsWith("<!DOCTYPE html>")
        .contains("up to 32 rows", "<svg", "TreeClassifier");
    CommandRun refused =
        CommandRun.of("inspect", ADULT, "--html", folder.resolve("missing/plan.html"));
    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.err()).contains("missing");
  }

  @Test
  void lengthsOfSymbolsCanBeChosen() {
    CommandRun rows = CommandRun.of("inspect", ADULT, "--dim", "N=8");
    assertThat(rows.outLines()).anyMatch(line -> line.endsWith("up to 8 rows"));
    CommandRun unknown = CommandRun.of("inspect", ADULT, "--dim", "M=8");
    assertThat(unknown.exitCode()).isEqualTo(1);
    assertThat(unknown.err()).isEqualTo("pelton: no symbolic length 'M'; known names: [N]\n");
  }

  @Test
  void lengthsThatTheModelDoesNotTakeAreAskedFor() {
    Path model = SharedFolder.require().resolve("models/skl_treecl/model.onnx");
    CommandRun assumed = CommandRun.of("inspect", model);
    assertThat(assumed.exitCode()).isZero();
    assertThat(assumed.out()).contains("needs 20 features").contains("--dim NAME=LENGTH");
    String symbol =
        assumed.outLines().get(assumed.outLines().indexOf("inputs") + 1).replaceAll(".*,|\\]", "");
    CommandRun chosen = CommandRun.of("inspect", model, "--dim", symbol + "=20");
    assertThat(chosen.outLines()).anyMatch(line -> line.endsWith("up to 64 rows"));
  }

  @Test
  void saysWhatIsNotSupportedAndWhy() {
    Path model = SharedFolder.require().resolve("models/silero_vad_v5/model.onnx");
    CommandRun run = CommandRun.of("inspect", model);
    assertThat(run.exitCode()).isZero();
    assertThat(run.outLines())
        .contains("not supported")
        .anyMatch(line -> line.matches("  node '.*' \\(ai.onnx \\w+, opset \\d+\\): .+"));
  }

  private static ValueInfoProto value(String name, int elementType) {
    return ValueInfoProto.newBuilder()
        .setName(name)
        .setType(
            TypeProto.newBuilder()
                .setTensorType(TypeProto.Tensor.newBuilder().setElemType(elementType)))
        .build();
  }

  @Test
  void listsWhatMayBeOverriddenAndAllThatIsNotSupported(@TempDir Path folder) throws IOException {
    GraphProto.Builder graph =
        GraphProto.newBuilder()
            .addInput(value("x", 1))
            .addInput(value("w", 1))
            .addInput(value("odd", 99))
            .addInitializer(TensorProto.newBuilder().setName("w").setDataType(1).addFloatData(5))
            .addNode(NodeProto.newBuilder().setOpType("Mystery").addInput("x").addOutput("y"))
            .addNode(NodeProto.newBuilder().setOpType("Riddle").addInput("x").addOutput("z"))
            .addOutput(value("y", 1));
    ModelProto model =
        ModelProto.newBuilder()
            .setIrVersion(8)
            .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(17))
            .setGraph(graph)
            .build();
    Path file = folder.resolve("riddles.onnx");
    Files.write(file, model.toByteArray());
    CommandRun run = CommandRun.of("inspect", file);
    assertThat(run.exitCode()).isZero();
    assertThat(run.outLines())
        .containsSubsequence("inputs", "  x: F32[*]", "overridable", "  w: F32[*]")
        .containsSubsequence(
            "not supported",
            "  value 'odd': its element type 99 is not known",
            "  node 'Mystery_y' (ai.onnx Mystery, opset 17): the operator is not supported",
            "  node 'Riddle_z' (ai.onnx Riddle, opset 17): the operator is not supported");
  }
}
