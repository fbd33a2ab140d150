package io.pelton.examples.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.onnxruntime.OrtException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import ml.dmlc.xgboost4j.java.XGBoostError;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** Trains on the real file and compares what was written with the booster and with itself. */
@EnabledIf(
    value = "io.pelton.examples.training.SharedFolder#hasAdultCsv",
    disabledReason = SharedFolder.REASON)
class TrainingRunTest {
  private static final int ROWS = 32_561;
  private static final Path JOBS =
      Path.of(System.getProperty("pelton.root", "../.."), "examples", "jobs");

  @TempDir private static Path folder;
  private static TrainingRun.Result run;

  @BeforeAll
  static void train() throws IOException, XGBoostError {
    run =
        TrainingRun.execute(
            SharedFolder.adultCsv(), folder.resolve("data"), folder.resolve("models"));
  }

  @Test
  void onnxRuntimeAgreesWithTheBoosterOnEveryRow() throws IOException, OrtException {
    AdultTable written = AdultArrowFile.table(run.arrowFile());
    OnnxRuntimeScores scores = OnnxRuntimeScores.of(run.modelFile(), written);

    assertThat(scores.labels()).hasSize(ROWS);
    float[] probabilities = scores.highIncome();
    float largest = 0;
    for (int row = 0; row < ROWS; row++) {
      largest = Math.max(largest, Math.abs(probabilities[row] - run.probabilities()[row]));
      boolean high = run.probabilities()[row] > 0.5f;
      assertThat(scores.labels()[row]).isEqualTo(OnnxPipeline.LABELS.get(high ? 1 : 0));
      assertThat(scores.probabilities()[row][0]).isCloseTo(1 - probabilities[row], within(1e-6f));
    }
    assertThat(largest).isLessThanOrEqualTo(1e-6f);
  }

  @Test
  void aSecondRunWritesTheSameBytes() throws IOException, XGBoostError {
    TrainingRun.Result again =
        TrainingRun.execute(SharedFolder.adultCsv(), folder.resolve("d2"), folder.resolve("m2"));

    assertThat(again.arrowFile()).hasSameBinaryContentAs(run.arrowFile());
    assertThat(again.modelFile()).hasSameBinaryContentAs(run.modelFile());
  }

  @Test
  void theArrowFileHoldsEveryRowAndItsMissingCells() throws IOException {
    Map<String, List<Object>> columns = AdultArrowFile.columns(run.arrowFile());

    assertThat(columns.keySet())
        .containsExactly(
            "age",
            "workclass",
            "fnlwgt",
            "education",
            "education-num",
            "marital-status",
            "occupation",
            "relationship",
            "race",
            "sex",
            "capital-gain",
            "capital-loss",
            "hours-per-week",
            "native-country",
            "income",
            "held_out");
    assertThat(columns.values()).allSatisfy(column -> assertThat(column).hasSize(ROWS));
    assertThat(nulls(columns, "age")).isEqualTo(1628);
    assertThat(nulls(columns, "hours-per-week")).isEqualTo(1628);
    assertThat(nulls(columns, "workclass")).isEqualTo(1836);
    assertThat(nulls(columns, "occupation")).isEqualTo(1843);
    assertThat(nulls(columns, "native-country")).isEqualTo(583);
    assertThat(nulls(columns, "fnlwgt")).isZero();
    assertThat(columns.get("income")).containsOnly("<=50K", ">50K");
  }

  @Test
  void oneRowInFiveIsHeldOut() {
    assertThat(run.heldOut().rows() + run.training().rows()).isEqualTo(ROWS);
    assertThat((double) run.heldOut().rows() / ROWS).isCloseTo(0.2, within(0.01));
  }

  @Test
  void theModelIsWorthHaving() throws IOException {
    assertThat(run.heldOut().accuracy()).isGreaterThan(0.865);
    assertThat(run.heldOut().auc()).isGreaterThan(0.92);
    assertThat(Files.size(run.modelFile())).isLessThan(2_000_000);
  }

  @Test
  void missingNumbersAreSentBothWays() {
    List<Boolean> directions =
        run.forest().trees().stream()
            .flatMap(tree -> directionsOfMissing(tree, run.encoder().numbers()))
            .toList();

    assertThat(directions).contains(true, false);
  }

  @Test
  void theCommittedRowsAreTheOnesWrittenHere() {
    assertThat(JOBS.resolve("data").resolve(TrainingRun.ARROW_FILE))
        .hasSameBinaryContentAs(run.arrowFile());
  }

  /** Not byte by byte: another processor may round a sum of gradients differently. */
  @Test
  void theCommittedModelScoresAsItSays() throws OrtException {
    Path model = JOBS.resolve("models").resolve(TrainingRun.MODEL_FILE);
    OnnxRuntimeScores scores = OnnxRuntimeScores.of(model, run.table());
    BinaryMetrics heldOut =
        BinaryMetrics.of(run.table(), scores.highIncome(), run.table().rowsWhereHeldOut(true));

    assertThat(heldOut.accuracy())
        .isCloseTo(Double.parseDouble(scores.metadata().get("held_out_accuracy")), within(1e-6));
    assertThat(heldOut.auc())
        .isCloseTo(Double.parseDouble(scores.metadata().get("held_out_auc")), within(1e-6));
  }

  /** Per split on a blanked column, whether a missing number goes left. */
  private static Stream<Boolean> directionsOfMissing(Forest.Tree tree, List<String> numbers) {
    return IntStream.range(0, tree.nodes())
        .filter(node -> !tree.isLeaf(node) && tree.feature()[node] < numbers.size())
        .filter(node -> CellBlanker.COLUMNS.contains(numbers.get(tree.feature()[node])))
        .mapToObj(node -> tree.missingGoesLeft()[node]);
  }

  private static long nulls(Map<String, List<Object>> columns, String name) {
    return columns.get(name).stream().filter(value -> value == null).count();
  }
}
