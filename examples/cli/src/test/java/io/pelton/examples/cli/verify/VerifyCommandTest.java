package io.pelton.examples.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.examples.cli.CommandRun;
import io.pelton.examples.cli.SharedFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VerifyCommandTest {
  /** What a case ends in instead of passing. */
  private record Deviation(String status, String detail, String reason) {}

  /** Models with operators that are not there yet, in each of their cases. */
  private static final Map<String, Deviation> UNSUPPORTED =
      Map.of(
          "silero_vad_v5",
          new Deviation(
              "unsupported",
              "needs input 0 with a known number of axes \\(If_0",
              "What a branch returns has as many axes as its input turns out to have."),
          "spam_tfidf_lr",
          new Deviation(
              "unsupported",
              "has 1 node that can't be imported: com.microsoft Tokenizer",
              "An operator of ONNX Runtime's own domain."));

  private static final Deviation OVERFLOW =
      new Deviation(
          "fail",
          "expected (NaN|-?Infinity) but found (NaN|-?Infinity) ",
          "Pixels of MAX, infinities and NaN, the last of which max pooling passes over; where all"
              + " of a window is NaN the lowest number remains. Sums overflow, and whether one ends"
              + " as an infinity or as NaN is decided by its order, which is each engine's own.");

  private static final Deviation CLAMPED =
      new Deviation(
          "fail",
          "expected 0.7615942 but found NaN .*; 4 of 4 elements differ",
          "NaN in the first step makes the gates NaN, by 1/(1 + e^-x) and tanh, and with them all"
              + " states from then on. ONNX Runtime clamps what it gives these functions, NaN to"
              + " the upper end, where both are 1: 0.7615942 is 1 * tanh(1 * 1).");

  /** Cases that differ from what ONNX Runtime gave, each for its reason. */
  private static final Map<String, Deviation> DIFFERENT =
      Map.of(
          "mnist_cnn_msft/test_data_set_8", OVERFLOW,
          "mnist_cnn_msft/test_data_set_9", OVERFLOW,
          "ort_lstm_1/test_data_set_8", CLAMPED,
          "ort_lstm_1/test_data_set_9", CLAMPED);

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"compile", "realize"})
  void realModelsGiveTheirRecordedOutputs(String via) throws IOException {
    Path models = SharedFolder.require().resolve("models");
    Path report = folder.resolve("report.tsv");
    CommandRun run = CommandRun.of("verify", models, "--via", via, "--report", report);
    Set<String> seen = new HashSet<>();
    int passed = 0;
    for (String line : Files.readAllLines(report)) {
      String[] cells = line.split("\t", -1);
      assertThat(cells).hasSize(3);
      String model = cells[0].substring(0, cells[0].indexOf('/'));
      seen.add(model);
      seen.add(cells[0]);
      Deviation deviation = DIFFERENT.getOrDefault(cells[0], UNSUPPORTED.get(model));
      if (deviation == null) {
        assertThat(cells[1]).as(line).isEqualTo("pass");
        passed++;
      } else {
        assertThat(cells[1]).as("%s: %s", line, deviation.reason()).isEqualTo(deviation.status());
        assertThat(cells[2]).as(deviation.reason()).containsPattern(deviation.detail());
      }
      assertThat(cells[2]).doesNotContain(" at io.pelton").doesNotContain(" at java.");
    }
    assertThat(seen).containsAll(modelsWithFiles(models));
    assertThat(seen).as("deviations that are none").containsAll(UNSUPPORTED.keySet());
    assertThat(seen).as("deviations that are none").containsAll(DIFFERENT.keySet());
    assertThat(run.lastLine())
        .matches(passed + " passed, " + DIFFERENT.size() + " failed, \\d+ skipped");
  }

  private static List<String> modelsWithFiles(Path models) throws IOException {
    try (Stream<Path> folders = Files.list(models)) {
      return folders
          .filter(model -> Files.exists(model.resolve("model.onnx")))
          .map(model -> model.getFileName().toString())
          .toList();
    }
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
