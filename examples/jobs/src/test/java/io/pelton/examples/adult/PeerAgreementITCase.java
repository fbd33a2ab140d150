package io.pelton.examples.adult;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.io.IpcFileReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.VarCharVector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Every row of the census against ONNX Runtime: the same label, and a probability within 1e-6. */
class PeerAgreementITCase {
  private static final float TOLERANCE = 1e-6f;

  @TempDir private Path folder;

  @Test
  void everyRowAgrees() throws IOException, OrtException {
    int code =
        new CommandLine(new AdultJob())
            .execute(
                "--data", AdultFiles.DATA.toString(),
                "--model", AdultFiles.MODEL.toString(),
                "--output", folder.toString());
    assertThat(code).isZero();
    int rows = 0;
    Path part = PredictionFolder.open(folder).parts().get(0);
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    try (OrtSession session = environment.createSession(AdultFiles.MODEL.toString());
        ArrowAllocator allocator = ArrowAllocator.open("test");
        IpcFileReader scored = IpcFileReader.open(part, allocator)) {
      while (scored.hasNext()) {
        try (ArrowBatch batch = scored.next()) {
          compare(batch, environment, session);
          rows += batch.rows();
        }
      }
    }
    assertThat(rows).isEqualTo(32_561);
  }

  private static void compare(ArrowBatch batch, OrtEnvironment environment, OrtSession session)
      throws OrtException {
    Map<String, OnnxTensor> inputs = new HashMap<>();
    try {
      for (String input : session.getInputNames()) {
        inputs.put(input, tensor(batch.vector(input), environment));
      }
      try (OrtSession.Result result = session.run(inputs)) {
        String[] labels = (String[]) result.get(0).getValue();
        float[][] probabilities = (float[][]) result.get(1).getValue();
        VarCharVector label = (VarCharVector) batch.vector("label");
        Float4Vector probability = (Float4Vector) batch.vector("probabilities_1");
        for (int row = 0; row < batch.rows(); row++) {
          assertThat(label.getObject(row)).hasToString(labels[row]);
          assertThat(Math.abs(probability.get(row) - probabilities[row][1]))
              .isLessThanOrEqualTo(TOLERANCE);
        }
      }
    } finally {
      inputs.values().forEach(OnnxTensor::close);
    }
  }

  /** The job's null policies, written once more. */
  private static OnnxTensor tensor(FieldVector column, OrtEnvironment environment)
      throws OrtException {
    int rows = column.getValueCount();
    if (column instanceof VarCharVector text) {
      String[][] values = new String[rows][1];
      for (int row = 0; row < rows; row++) {
        values[row][0] = text.isNull(row) ? "?" : text.getObject(row).toString();
      }
      return OnnxTensor.createTensor(environment, values);
    }
    float[][] values = new float[rows][1];
    for (int row = 0; row < rows; row++) {
      values[row][0] = column.isNull(row) ? Float.NaN : ((Float4Vector) column).get(row);
    }
    return OnnxTensor.createTensor(environment, values);
  }
}
