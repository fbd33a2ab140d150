package io.pelton.examples.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.pelton.flink.Inference;
import io.pelton.flink.LengthPolicy;
import io.pelton.flink.Prediction;
import io.pelton.flink.text.Tokenizer;
import io.pelton.flink.text.TokenizerFile;
import io.pelton.flink.text.Tokens;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;

/** MiniLM by the DataStream API, with pooling as its authors describe it, in double precision. */
final class SentenceModel {
  private static final String QUESTION = "How long does shipping take?";
  private static final int MAX_TOKENS = 256;
  private static final double TOLERANCE = 1e-6;

  private final Path folder;

  private SentenceModel(Path folder) {
    this.folder = folder;
  }

  /** Writes the model and its tokenizer where the script reads them. */
  static SentenceModel unpack(Path folder) throws IOException {
    Files.createDirectories(folder);
    unpack("all-minilm-l6-v2.onnx", folder.resolve("model.onnx"));
    unpack("all-minilm-l6-v2-tokenizer.json", folder.resolve("tokenizer.json"));
    return new SentenceModel(folder);
  }

  private static void unpack(String resource, Path file) throws IOException {
    try (InputStream stream = SentenceModel.class.getResourceAsStream("/" + resource)) {
      Files.copy(stream, file);
    }
  }

  /** Vectors of length 1. */
  private Map<String, double[]> embed(List<String> texts) throws Exception {
    Tokenizer tokenizer = TokenizerFile.read(Files.readAllBytes(folder.resolve("tokenizer.json")));
    TypeInformation<long[]> list = PrimitiveArrayTypeInfo.LONG_PRIMITIVE_ARRAY_TYPE_INFO;
    TypeInformation<Row> type =
        Types.ROW_NAMED(
            new String[] {"text", "input_ids", "token_type_ids"}, Types.STRING, list, list);
    DataStream<Row> rows =
        StreamExecutionEnvironment.createLocalEnvironment(1)
            .fromData(texts.stream().map(text -> row(text, tokenizer)).toList(), type);
    Map<String, double[]> vectors = new HashMap<>();
    try (CloseableIterator<Prediction<Row>> results =
        Inference.rows()
            .model(folder.resolve("model.onnx").toString())
            .lengths(LengthPolicy.exact().withMask("attention_mask"))
            .build()
            .apply(rows)
            .executeAndCollect()) {
      results.forEachRemaining(
          each ->
              vectors.put(
                  (String) each.input().getField("text"),
                  pooled(
                      each.floats("last_hidden_state"),
                      ((long[]) each.input().getField("input_ids")).length)));
    }
    return vectors;
  }

  private static Row row(String text, Tokenizer tokenizer) {
    Tokens tokens = tokenizer.encode(text, MAX_TOKENS);
    return Row.of(text, tokens.ids(), tokens.types());
  }

  private static double[] pooled(float[] hidden, int tokens) {
    double[] sum = new double[hidden.length / tokens];
    for (int i = 0; i < hidden.length; i++) {
      sum[i % sum.length] += hidden[i];
    }
    double length = Math.sqrt(Arrays.stream(sum).map(each -> each * each).sum());
    return Arrays.stream(sum).map(each -> each / length).toArray();
  }

  /** Holds what the script gave against this. */
  void check(SqlTable table) throws Exception {
    List<String> texts = table.column("text");
    assertThat(texts).hasSize(6);
    assertThat(texts.subList(0, 2))
        .containsExactly("Delivery took three weeks.", "Arrived late and the box was torn.");
    List<String> all = new ArrayList<>(texts);
    all.add(QUESTION);
    Map<String, double[]> vectors = embed(all);
    for (int i = 0; i < texts.size(); i++) {
      assertThat(Double.parseDouble(table.column("similarity").get(i)))
          .as(texts.get(i))
          .isCloseTo(product(vectors.get(QUESTION), vectors.get(texts.get(i))), within(TOLERANCE));
    }
  }

  private static double product(double[] first, double[] second) {
    double sum = 0;
    for (int i = 0; i < first.length; i++) {
      sum += first[i] * second[i];
    }
    return sum;
  }
}
