package io.pelton.examples.training;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * What ONNX Runtime makes of a model and a table.
 *
 * @param labels one per row
 * @param probabilities rows x 2
 * @param metadata the model's own key-value pairs
 */
record OnnxRuntimeScores(String[] labels, float[][] probabilities, Map<String, String> metadata) {

  /** Scores all rows in one batch, missing strings given as {@code ?}. */
  static OnnxRuntimeScores of(Path model, AdultTable table) throws OrtException {
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    Map<String, OnnxTensor> inputs = new HashMap<>();
    try (OrtSession session = environment.createSession(model.toString())) {
      for (FeatureColumn column : table.features()) {
        inputs.put(column.name(), tensor(environment, column));
      }
      try (OrtSession.Result result = session.run(inputs)) {
        return new OnnxRuntimeScores(
            (String[]) result.get(OnnxPipeline.LABEL).orElseThrow().getValue(),
            (float[][]) result.get(OnnxPipeline.PROBABILITIES).orElseThrow().getValue(),
            session.getMetadata().getCustomMetadata());
      }
    } finally {
      inputs.values().forEach(OnnxTensor::close);
    }
  }

  float[] highIncome() {
    float[] column = new float[probabilities.length];
    for (int row = 0; row < column.length; row++) {
      column[row] = probabilities[row][1];
    }
    return column;
  }

  private static OnnxTensor tensor(OrtEnvironment environment, FeatureColumn column)
      throws OrtException {
    if (column instanceof FeatureColumn.Numbers numbers) {
      long[] shape = {numbers.values().length, 1};
      return OnnxTensor.createTensor(environment, FloatBuffer.wrap(numbers.values()), shape);
    }
    String[] texts =
        Arrays.stream(((FeatureColumn.Texts) column).values())
            .map(text -> Objects.requireNonNullElse(text, AdultCsv.MISSING))
            .toArray(String[]::new);
    return OnnxTensor.createTensor(environment, texts, new long[] {texts.length, 1});
  }
}
