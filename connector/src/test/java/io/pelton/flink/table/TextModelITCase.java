package io.pelton.flink.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.flink.TokenModels;
import io.pelton.flink.TokenizerFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Models in SQL that are called with texts. */
class TextModelITCase {
  @TempDir Path folder;

  private TableEnvironment tables;

  @BeforeEach
  void open() {
    tables = TableEnvironment.create(EnvironmentSettings.inBatchMode());
    tables.getConfig().set("parallelism.default", "1");
  }

  private void model(String name, Path file, String... options) {
    StringBuilder more = new StringBuilder();
    for (int i = 0; i < options.length; i += 2) {
      more.append(", '%s' = '%s'".formatted(options[i], options[i + 1]));
    }
    tables.executeSql(
        """
        CREATE MODEL %s INPUT (text STRING) OUTPUT (embedding ARRAY<FLOAT>)
        WITH ('provider' = 'pelton', 'model' = '%s', 'tokenizer' = '%s'%s)
        """
            .formatted(name, file, TokenizerFiles.words(folder), more));
  }

  private void texts(List<String> texts) {
    String values =
        IntStream.range(0, texts.size())
            .mapToObj(id -> "(%d, %s)".formatted(id, literal(texts.get(id))))
            .collect(Collectors.joining(", "));
    tables.executeSql(
        "CREATE TEMPORARY VIEW texts AS SELECT * FROM (VALUES %s) AS t (id, text)"
            .formatted(values));
  }

  private static String literal(String text) {
    return text == null ? "CAST(NULL AS STRING)" : "CAST('" + text + "' AS STRING)";
  }

  private Map<Integer, Object> embeddings(String model, String map) throws Exception {
    String sql =
        "SELECT id, embedding FROM ML_PREDICT(TABLE texts, MODEL %s, DESCRIPTOR(text)%s)"
            .formatted(model, map);
    Map<Integer, Object> found = new TreeMap<>();
    try (CloseableIterator<Row> rows = tables.executeSql(sql).collect()) {
      rows.forEachRemaining(
          row -> {
            Object[] elements = (Object[]) row.getField(1);
            found.put((Integer) row.getField(0), elements == null ? null : List.of(elements));
          });
    }
    return found;
  }

  @Test
  void aTextHasItsBitsHoweverItIsScored() throws Exception {
    SplittableRandom random = new SplittableRandom(1);
    List<String> texts = new ArrayList<>(List.of("", "w1"));
    for (int i = 0; i < 60; i++) {
      texts.add(
          IntStream.range(0, random.nextInt(30))
              .mapToObj(word -> "w" + random.nextInt(150))
              .collect(Collectors.joining(" ")));
    }
    texts(texts);
    Path encoder = TokenModels.encoder(folder);
    model("plain", encoder, "pooling", "mean", "normalize", "true", "max-length", "16");
    Map<Integer, Object> alone = embeddings("plain", ", MAP['async', 'false']");
    assertThat(alone).hasSize(texts.size());
    assertThat(alone.values())
        .allSatisfy(vector -> assertThat((List<?>) vector).hasSize(TokenModels.WIDTH));
    assertThat(embeddings("plain", ", MAP['max-concurrent-operations', '64']")).isEqualTo(alone);
    model(
        "padded",
        encoder,
        "pooling",
        "mean",
        "normalize",
        "true",
        "max-length",
        "16",
        "padding",
        "powers-of-two");
    assertThat(embeddings("padded", ", MAP['max-concurrent-operations', '64']")).isEqualTo(alone);
  }

  @Test
  void longAndMissingTextsGoTheirWay() throws Exception {
    texts(Arrays.asList("w1 w2 w3 w4 w5", null, "w1"));
    Path encoder = TokenModels.encoder(folder);
    model("cutting", encoder, "pooling", "last", "max-length", "4", "error-handling", "null");
    Map<Integer, Object> cut = embeddings("cutting", "");
    assertThat(cut.get(0)).isNotNull().isEqualTo(cut.get(2));
    assertThat(cut).containsKey(1);
    assertThat(cut.get(1)).isNull();
    model(
        "refusing",
        encoder,
        "pooling",
        "cls",
        "max-length",
        "4",
        "truncation",
        "refuse",
        "error-handling",
        "skip");
    assertThat(embeddings("refusing", "")).containsOnlyKeys(2);
    model(
        "filling",
        encoder,
        "pooling",
        "mean",
        "null-handling",
        "default",
        "null-handling.default",
        "w1");
    Map<Integer, Object> filled = embeddings("filling", "");
    assertThat(filled.get(1)).isNotNull().isEqualTo(filled.get(2));
    model("failing", encoder, "pooling", "mean");
    assertThatThrownBy(() -> embeddings("failing", ""))
        .satisfies(
            failure ->
                assertThat(Sql.messages(failure)).contains("'text'").contains("A null is not"));
  }

  @Test
  void whatDoesNotFitIsSaidWhenAQueryIsPlanned() {
    texts(List.of("w1"));
    Path encoder = TokenModels.encoder(folder);
    fails(encoder, "Setting 'tokenizer': expected", "tokenizer", "");
    fails(encoder, "Can't read tokenizer", "tokenizer", folder.resolve("none.json").toString());
    fails(encoder, "Setting 'pooling': expected none, mean, max, cls or last", "pooling", "sum");
    fails(encoder, "Setting 'max-length': expected 3 tokens or more", "max-length", "2");
    fails(encoder, "Setting 'truncation': expected FIRST or REFUSE", "truncation", "last");
    fails(
        encoder,
        "Setting 'tokenizer.inputs': expected one of the model's inputs",
        "tokenizer.inputs",
        "ids = words");
    fails(
        encoder,
        "Setting 'tokenizer.inputs': expected an input for each of some of",
        "tokenizer.inputs",
        "words = input_ids");
    fails(
        encoder,
        "Setting 'tokenizer.column': expected a column of STRING",
        "tokenizer.column",
        "body");
    fails(
        TokenModels.fixed(folder, 6),
        "Setting 'max-length': expected 6 at most",
        "max-length",
        "9");
    fails(
        TokenModels.single(folder),
        "Setting 'pooling': expected a model with one output of floats [N,L,D]",
        "pooling",
        "mean");
  }

  private void fails(Path file, String message, String option, String value) {
    tables.executeSql("DROP MODEL IF EXISTS m");
    Map<String, String> options = new TreeMap<>();
    options.put("provider", "pelton");
    options.put("model", file.toString());
    options.put("tokenizer", TokenizerFiles.words(folder).toString());
    options.put("pooling", "mean");
    options.put(option, value);
    String with =
        options.entrySet().stream()
            .map(each -> "'%s' = '%s'".formatted(each.getKey(), each.getValue()))
            .collect(Collectors.joining(", "));
    assertThatThrownBy(
            () -> {
              tables.executeSql(
                  "CREATE MODEL m INPUT (text STRING) OUTPUT (embedding ARRAY<FLOAT>) WITH (%s)"
                      .formatted(with));
              tables.explainSql("SELECT * FROM ML_PREDICT(TABLE texts, MODEL m, DESCRIPTOR(text))");
            })
        .satisfies(failure -> assertThat(Sql.messages(failure)).contains(message));
  }
}
