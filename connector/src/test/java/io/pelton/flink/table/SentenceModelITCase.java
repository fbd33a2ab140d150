package io.pelton.flink.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.graph.ValueType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import io.pelton.flink.SentenceModel;
import io.pelton.onnx.proto.ValueReader;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real model of sentences in SQL, against recorded outputs. */
class SentenceModelITCase {
  /** Of an element of a vector of length 1. */
  private static final Offset<Double> CLOSE = Offset.offset(5e-6);

  @TempDir Path folder;

  private TableEnvironment tables;

  private Map<String, List<Object>> embeddings(List<String> texts, String map) throws Exception {
    String values =
        texts.stream()
            .map(text -> "(CAST('" + text + "' AS STRING))")
            .collect(Collectors.joining(", "));
    String sql =
        """
        WITH texts AS (SELECT * FROM (VALUES %s) AS t (text))
        SELECT text, embedding FROM ML_PREDICT(TABLE texts, MODEL minilm, DESCRIPTOR(text), MAP[%s])
        """
            .formatted(values, map);
    Map<String, List<Object>> found = new HashMap<>();
    try (CloseableIterator<Row> rows = tables.executeSql(sql).collect()) {
      rows.forEachRemaining(
          row -> found.put((String) row.getField(0), List.of((Object[]) row.getField(1))));
    }
    return found;
  }

  @Test
  void sentencesHaveTheirRecordedEmbeddingsAndTheSameBitsInAnyBatch() throws Exception {
    tables = TableEnvironment.create(EnvironmentSettings.inBatchMode());
    tables.getConfig().set("parallelism.default", "1");
    tables.executeSql(
        """
        CREATE MODEL minilm INPUT (text STRING) OUTPUT (embedding ARRAY<FLOAT>) WITH (
          'provider' = 'pelton', 'model' = '%s', 'tokenizer' = '%s',
          'pooling' = 'mean', 'normalize' = 'true', 'max-length' = '256')
        """
            .formatted(SentenceModel.file(folder), SentenceModel.tokenizer()));
    Map<String, List<Object>> together =
        embeddings(SentenceModel.TEXTS, "'max-concurrent-operations', '8'");
    double[][] recorded = recorded();
    for (int row = 0; row < recorded.length; row++) {
      List<Object> found = together.get(SentenceModel.TEXTS.get(row));
      assertThat(found).hasSize(SentenceModel.WIDTH);
      for (int i = 0; i < SentenceModel.WIDTH; i++) {
        assertThat(((Float) found.get(i)).doubleValue())
            .as("%s [%d]", SentenceModel.TEXTS.get(row), i)
            .isCloseTo(recorded[row][i], CLOSE);
      }
    }
    List<String> some = SentenceModel.TEXTS.subList(1, 3);
    Map<String, List<Object>> alone = embeddings(some, "'async', 'false'");
    assertThat(alone).hasSize(2);
    alone.forEach((text, vector) -> assertThat(vector).isEqualTo(together.get(text)));
  }

  /** The average of the recorded vectors of each sentence's tokens, divided by its length. */
  private static double[][] recorded() {
    Tensor hidden = read("output_0.pb", DType.F32, 3);
    Tensor mask = read("input_1.pb", DType.I64, 2);
    int tokens = (int) mask.dims()[1];
    double[] vectors = hidden.toDoubles();
    double[] counts = mask.toDoubles();
    double[][] pooled = new double[(int) mask.dims()[0]][SentenceModel.WIDTH];
    for (int row = 0; row < pooled.length; row++) {
      double square = 0;
      for (int i = 0; i < SentenceModel.WIDTH; i++) {
        for (int token = 0; token < tokens; token++) {
          int at = row * tokens + token;
          pooled[row][i] += counts[at] * vectors[at * SentenceModel.WIDTH + i];
        }
        square += pooled[row][i] * pooled[row][i];
      }
      for (int i = 0; i < SentenceModel.WIDTH; i++) {
        pooled[row][i] /= Math.sqrt(square);
      }
    }
    return pooled;
  }

  private static Tensor read(String file, DType dtype, int rank) {
    ValueType type = ValueType.tensor(dtype, Shape.UNRANKED);
    Tensor tensor = (Tensor) ValueReader.read(SentenceModel.recorded(file), type);
    assertThat(tensor.dims()).hasSize(rank);
    return tensor;
  }
}
