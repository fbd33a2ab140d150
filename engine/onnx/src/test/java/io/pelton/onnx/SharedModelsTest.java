package io.pelton.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ValueType.MappingType;
import io.pelton.engine.graph.ValueType.SequenceType;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.DType;
import io.pelton.onnx.proto.ValueReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Real models, against the table that says what is in them. */
class SharedModelsTest {
  /** Models of which every operator can be imported. */
  private static final List<String> IMPORTABLE =
      List.of(
          "burn_mnist",
          "ch_ppocr_mobile_v2.0_cls_infer",
          "churn_mohitraj",
          "coreml_onehot_bikesharing",
          "crayfish_ffnn",
          "emx_micro_kws_m_qdq",
          "emx_micro_kws_m_static_fp32",
          "gonnx_gru",
          "gonnx_mlp",
          "gonnx_scaler",
          "mlnet_TestZipMapInt64",
          "mlnet_linear_regression",
          "mlnet_lr_breastcancer",
          "mlpack_iris_model",
          "mnist_cnn_msft",
          "ncf_movielens",
          "onnxmltools_xgb",
          "ort_cntk_bilstm",
          "ort_logreg_iris",
          "ort_lstm_1",
          "ort_mlnet_encoder",
          "skl_treecl",
          "tiny_gpt2_past",
          "tract_byte_sb_bidi_lstm",
          "tract_keras_tf2",
          "tract_lgbm_classifier_tensor",
          "tract_linear_classifier",
          "tract_linear_regressor",
          "tract_qlstm_3-2-3_T3_S1",
          "tract_qrelu_1",
          "tract_xgboost_classifier_tree",
          "tract_xgboost_regressor_tree",
          "tribuo_iris_lr",
          "tribuo_tinybert",
          "ultraface_320",
          "vespa_dummy_transformer",
          "vespa_pairwise_ranker",
          "vespa_random_encoder");

  /** Of known operators, but one of its branches pads by what the model computes. */
  private static final String PADS_BY_RESULT = "silero_vad_v5";

  /** Columns of models.tsv. */
  private record Row(String opsets, String inputs, String outputs, String ops) {}

  private static Map<String, Row> table() throws IOException {
    try (Stream<String> lines = Files.lines(SharedModels.folder().resolve("models.tsv"))) {
      return lines
          .skip(1)
          .map(line -> line.split("\t", -1))
          .collect(
              Collectors.toMap(
                  cells -> cells[0], cells -> new Row(cells[6], cells[7], cells[8], cells[9])));
    }
  }

  @Test
  void modelsOfKnownOperatorsAreImported() {
    for (String model : SharedModels.names()) {
      if (model.equals(PADS_BY_RESULT)) {
        assertThatThrownBy(() -> OnnxModel.load(SharedModels.file(model)))
            .isInstanceOf(UnsupportedNodes.class)
            .hasMessageContaining("needs input 0 with a known number of axes");
      } else if (OnnxModel.inspect(SharedModels.file(model)).unsupported().isEmpty()) {
        OnnxModel.load(SharedModels.file(model));
      }
    }
  }

  @Test
  void otherModelsAreRefusedWithEveryUnsupportedNode() throws IOException {
    Map<String, Row> table = table();
    List<String> others = new ArrayList<>(SharedModels.names());
    others.removeAll(IMPORTABLE);
    others.remove(PADS_BY_RESULT);
    assertThat(others).isNotEmpty();
    for (String model : others) {
      Path file = SharedModels.file(model);
      UnsupportedNodes refusal =
          catchThrowableOfType(UnsupportedNodes.class, () -> OnnxModel.load(file));
      assertThat(refusal.nodes()).as(model).isEqualTo(OnnxModel.inspect(file).unsupported());
      Map<String, Integer> expected = counts(table.get(model).ops());
      refusal.nodes().stream()
          .collect(Collectors.groupingBy(SharedModelsTest::qualified, Collectors.counting()))
          .forEach(
              (op, count) ->
                  assertThat(count.intValue()).as(model + " " + op).isEqualTo(expected.get(op)));
    }
  }

  private static String qualified(UnsupportedNode node) {
    return node.domain().equals("ai.onnx") ? node.op() : node.domain() + "::" + node.op();
  }

  @Test
  void reportsCountOperatorsAndOpsets() throws IOException {
    Map<String, Row> table = table();
    for (String model : SharedModels.names()) {
      ImportReport report = OnnxModel.inspect(SharedModels.file(model));
      Row row = table.get(model);
      assertThat(report.opCounts()).as(model).isEqualTo(counts(row.ops()));
      for (String opset : row.opsets().split(" ", -1)) {
        String[] parts = opset.split("=", -1);
        assertThat(report.opsets()).as(model).containsEntry(parts[0], Long.valueOf(parts[1]));
      }
    }
  }

  private static Map<String, Integer> counts(String ops) {
    return Stream.of(ops.split(" ", -1))
        .map(op -> op.split(":(?=\\d+$)", -1))
        .collect(Collectors.toMap(op -> op[0], op -> Integer.valueOf(op[1])));
  }

  @Test
  void inputsAndOutputsAreTheDeclaredOnes() throws IOException {
    Map<String, Row> table = table();
    for (String model : IMPORTABLE) {
      OnnxModel imported = OnnxModel.load(SharedModels.file(model));
      assertThat(described(imported.graph().inputPorts()))
          .as(model)
          .isEqualTo(normalized(table.get(model).inputs()));
      assertThat(names(imported.graph().outputPorts()))
          .as(model)
          .isEqualTo(names(table.get(model).outputs()));
      assertThat(described(OnnxModel.inspect(SharedModels.file(model)).outputs()))
          .as(model)
          .isEqualTo(normalized(table.get(model).outputs()));
      assertThat(imported.report().outputs()).as(model).isEqualTo(imported.graph().outputPorts());
      assertThat(imported.report().inputs()).as(model).isEqualTo(imported.graph().inputPorts());
    }
  }

  @Test
  void inferredOutputsAgreeWithTheRecordedOnes() {
    for (String model : IMPORTABLE) {
      List<Port> outputs = OnnxModel.load(SharedModels.file(model)).graph().outputPorts();
      for (int i = 0; i < outputs.size(); i++) {
        for (Path file : SharedModels.vectors(model, "output", i)) {
          TypeAgreement.check(
              file.toString(),
              outputs.get(i).type(),
              ValueReader.read(file, outputs.get(i).type()));
        }
      }
    }
  }

  @Test
  void recordedInputsFitTheDeclaredOnes() {
    for (String model : IMPORTABLE) {
      List<Port> inputs = OnnxModel.load(SharedModels.file(model)).graph().inputPorts();
      for (int i = 0; i < inputs.size(); i++) {
        List<Path> files = SharedModels.vectors(model, "input", i);
        assertThat(files).isNotEmpty();
        for (Path file : files) {
          TypeAgreement.check(
              file.toString(), inputs.get(i).type(), ValueReader.read(file, inputs.get(i).type()));
        }
      }
    }
  }

  private static String names(List<Port> ports) {
    return ports.stream().map(Port::name).collect(Collectors.joining("; "));
  }

  private static String names(String described) {
    return Stream.of(described.split("; ", -1))
        .map(port -> port.replaceFirst(":[a-z0-9]+[\\[(].*", ""))
        .collect(Collectors.joining("; "));
  }

  /** As the table writes ports, but with all symbols alike. */
  private static String described(List<Port> ports) {
    return ports.stream()
        .map(port -> port.name() + ":" + described(port.type()))
        .collect(Collectors.joining("; "));
  }

  private static String described(ValueType type) {
    if (type instanceof SequenceType sequence) {
      return "seq(" + described(sequence.element()) + ")";
    }
    if (type instanceof MappingType mapping) {
      return "map(" + dtype(mapping.key()) + "," + described(mapping.value()) + ")";
    }
    TensorType tensor = (TensorType) type;
    if (!tensor.shape().isRanked()) {
      return dtype(tensor.dtype()) + "[*]";
    }
    return dtype(tensor.dtype())
        + tensor.shape().extents().stream()
            .map(extent -> extent.isFixed() ? Long.toString(extent.max()) : "?")
            .collect(Collectors.joining(",", "[", "]"));
  }

  private static String dtype(DType dtype) {
    return dtype.name().toLowerCase(Locale.ROOT);
  }

  private static String normalized(String described) {
    return Pattern.compile("(?<=[\\[,])[^\\[\\],*]+(?=[,\\]])")
        .matcher(described)
        .replaceAll(length -> length.group().matches("\\d+") ? length.group() : "?");
  }
}
