package io.pelton.examples.training;

import ai.onnx.proto.OnnxMl.ModelProto;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import ml.dmlc.xgboost4j.java.XGBoostError;

/** The whole run: read, blank, write the Arrow file, train, measure, write the model. */
final class TrainingRun {
  static final long SEED = 1996;
  static final String ARROW_FILE = "adult.arrow";
  static final String MODEL_FILE = "adult.onnx";

  private TrainingRun() {}

  /**
   * What a run made.
   *
   * @param table the rows as written, after blanking
   * @param probabilities the booster's own P(income &gt;50K) per row
   */
  record Result(
      AdultTable table,
      FeatureEncoder encoder,
      Forest forest,
      float[] probabilities,
      BinaryMetrics training,
      BinaryMetrics heldOut,
      Path arrowFile,
      Path modelFile) {}

  /** Runs everything; the output folders are created, existing files replaced. */
  static Result execute(Path csv, Path dataFolder, Path modelFolder)
      throws IOException, XGBoostError {
    AdultTable table = CellBlanker.blank(AdultCsv.read(csv), SEED);
    Path arrowFile = Files.createDirectories(dataFolder).resolve(ARROW_FILE);
    ArrowTableWriter.write(table, arrowFile);

    FeatureEncoder encoder = FeatureEncoder.fit(table);
    BoosterTraining.Outcome outcome = BoosterTraining.train(table, encoder, SEED);
    float[] probabilities = outcome.probabilities();
    BinaryMetrics training = BinaryMetrics.of(table, probabilities, table.rowsWhereHeldOut(false));
    BinaryMetrics heldOut = BinaryMetrics.of(table, probabilities, table.rowsWhereHeldOut(true));

    ModelProto model =
        OnnxPipeline.build(
            table.features(), encoder, outcome.forest(), metadata(training, heldOut));
    Path modelFile = Files.createDirectories(modelFolder).resolve(MODEL_FILE);
    Files.write(modelFile, model.toByteArray());
    return new Result(
        table, encoder, outcome.forest(), probabilities, training, heldOut, arrowFile, modelFile);
  }

  private static SortedMap<String, String> metadata(BinaryMetrics training, BinaryMetrics heldOut) {
    SortedMap<String, String> metadata = new TreeMap<>();
    metadata.put("training_seed", Long.toString(SEED));
    metadata.put("training_rows", Integer.toString(training.rows()));
    metadata.put("held_out_rows", Integer.toString(heldOut.rows()));
    metadata.put("held_out_accuracy", String.format(Locale.ROOT, "%.6f", heldOut.accuracy()));
    metadata.put("held_out_auc", String.format(Locale.ROOT, "%.6f", heldOut.auc()));
    return metadata;
  }
}
