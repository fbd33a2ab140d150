package io.pelton.examples.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.examples.cli.CommandRun;
import io.pelton.examples.cli.SharedFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VerifyCommandTest {
  /** Models whose every case passes. */
  private static final List<String> PASSING =
      List.of(
          "burn_mnist",
          "ch_ppocr_mobile_v2.0_cls_infer",
          "emx_micro_kws_m_qdq",
          "emx_micro_kws_m_static_fp32",
          "mnist_cnn_msft",
          "tiny_gpt2_past",
          "tract_lgbm_classifier_tensor",
          "tract_qrelu_1",
          "tribuo_tinybert",
          "ultraface_320",
          "vespa_dummy_transformer",
          "vespa_random_encoder",
          "crayfish_ffnn",
          "skl_treecl",
          "onnxmltools_xgb",
          "tract_xgboost_classifier_tree",
          "tract_xgboost_regressor_tree",
          "tract_linear_classifier",
          "tract_linear_regressor",
          "tribuo_iris_lr",
          "gonnx_mlp",
          "gonnx_scaler",
          "mlnet_linear_regression",
          "mlnet_TestZipMapInt64",
          "coreml_onehot_bikesharing",
          "ort_logreg_iris",
          "ort_mlnet_encoder",
          "churn_mohitraj",
          "mlpack_iris_model",
          "vespa_pairwise_ranker",
          "tract_keras_tf2");

  /**
   * Inputs of NaN and infinities, of which sums overflow: whether an element is then an infinity or
   * NaN depends on the order of the sum, which is ONNX Runtime's own.
   */
  private static final List<String> NOT_NUMBERS =
      List.of("mnist_cnn_msft/test_data_set_8", "mnist_cnn_msft/test_data_set_9");

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"compile", "realize"})
  void realModelsGiveTheirRecordedOutputs(String via) throws IOException {
    Path models = SharedFolder.require().resolve("models");
    Path report = folder.resolve("report.tsv");
    CommandRun run = CommandRun.of("verify", models, "--via", via, "--report", report);
    Map<String, Integer> cases = new HashMap<>();
    for (String line : Files.readAllLines(report)) {
      String[] cells = line.split("\t", -1);
      assertThat(cells).hasSize(3);
      assertThat(cells[1]).isIn("pass", "fail", "unsupported", "error");
      String model = cells[0].substring(0, cells[0].indexOf('/'));
      if (NOT_NUMBERS.contains(cells[0])) {
        assertThat(cells[1]).as(line).isEqualTo("fail");
        assertThat(cells[2])
            .as(line)
            .containsPattern("expected (NaN|-?Infinity) but found (NaN|-?Infinity) ");
      } else if (PASSING.contains(model)) {
        assertThat(cells[1]).as(line).isEqualTo("pass");
        cases.merge(model, 1, Integer::sum);
      }
      assertThat(cells[2]).doesNotContain(" at io.pelton").doesNotContain(" at java.");
    }
    assertThat(cases).containsOnlyKeys(PASSING);
    assertThat(run.lastLine()).matches("\\d+ passed, \\d+ failed, \\d+ skipped");
  }

  @Test
  void aDifferenceFailsTheRun() throws IOException {
    Path models = SharedFolder.require().resolve("models");
    copy(models.resolve("gonnx_scaler"), folder.resolve("scaler"));
    CommandRun good = CommandRun.of("verify", folder);
    assertThat(good.exitCode()).isZero();
    assertThat(good.outLines()).containsExactly("6 passed, 0 failed, 0 skipped");

    Path other = models.resolve("gonnx_scaler/test_data_set_0/output_0.pb");
    Path changed = folder.resolve("scaler/test_data_set_0/output_0.pb");
    byte[] bytes = Files.readAllBytes(other);
    bytes[bytes.length - 1] ^= 0x40;
    Files.write(changed, bytes);
    CommandRun bad = CommandRun.of("verify", folder);
    assertThat(bad.exitCode()).isEqualTo(1);
    assertThat(bad.outLines())
        .satisfiesExactly(
            line -> assertThat(line).startsWith("scaler/test_data_set_0\tfail\toutput 'variable'"),
            line -> assertThat(line).isEqualTo("5 passed, 1 failed, 0 skipped"));
  }

  private static void copy(Path from, Path to) throws IOException {
    try (var all = Files.walk(from)) {
      for (Path path : all.toList()) {
        Path target = to.resolve(from.relativize(path).toString());
        if (Files.isDirectory(path)) {
          Files.createDirectory(target);
        } else {
          Files.write(target, Files.readAllBytes(path));
        }
      }
    }
  }

  @Test
  void aFolderWithoutCasesFailsAndSaysWhy() throws IOException {
    Files.createDirectories(folder.resolve("m/test_data_set_0"));
    CommandRun run = CommandRun.of("verify", folder);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.lastLine()).isEqualTo("0 passed, 0 failed, 0 skipped");
    assertThat(run.err()).contains("no model.onnx in").contains("no folder below");
  }

  @Test
  void aBackendThatIsNotThereIsNamed() {
    CommandRun run = CommandRun.of("verify", folder, "--backend", "abacus");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("abacus");
  }
}
