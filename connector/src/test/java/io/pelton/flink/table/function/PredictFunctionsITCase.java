package io.pelton.flink.table.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.pelton.flink.TestModels;
import io.pelton.flink.TokenModels;
import io.pelton.flink.TokenizerFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.table.api.CompiledPlan;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.Expressions;
import org.apache.flink.table.api.PlanReference;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PredictFunctionsITCase {
  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder().setNumberSlotsPerTaskManager(1).build());

  private static final String ROWS =
      "(SELECT id, CAST(x AS FLOAT) AS x, amount FROM (VALUES (1, 0.5, '1'), (2, -2, '0.25'),"
          + " (3, 4, '8')) AS t (id, x, amount))";

  private final TableEnvironment tables =
      TableEnvironment.create(EnvironmentSettings.inStreamingMode());

  @TempDir static Path folder;
  private String amounts;

  @BeforeEach
  void load() {
    tables.getConfig().set("parallelism.default", "1");
    tables.executeSql("LOAD MODULE pelton");
    amounts = TestModels.amounts(folder).toString();
  }

  private List<Row> sql(String query) throws Exception {
    return rows(tables.sqlQuery(query));
  }

  private static List<Row> rows(Table table) throws Exception {
    List<Row> rows = new ArrayList<>();
    try (CloseableIterator<Row> results = table.execute().collect()) {
      results.forEachRemaining(rows::add);
    }
    return rows;
  }

  private String call(String function, String rest) {
    return function + "('" + amounts + "', " + rest + ")";
  }

  private static List<String> types(Table table) {
    return table.getResolvedSchema().getColumnDataTypes().stream()
        .map(type -> type.getLogicalType().asSummaryString())
        .toList();
  }

  @Test
  void severalOutputsAreARow() throws Exception {
    Table table =
        tables.sqlQuery("SELECT id, " + call("PREDICT", "ROW(x, amount)") + " AS p FROM " + ROWS);
    assertThat(types(table).get(1))
        .startsWith("ROW<`sum` FLOAT, `pair` ARRAY<FLOAT>, `label` STRING>");
    assertThat(rows(table))
        .containsExactly(
            Row.of(1, Row.of(1.5f, new Float[] {0.5f, 1.5f}, "1.5")),
            Row.of(2, Row.of(-1.75f, new Float[] {-2f, -1.75f}, "-1.75")),
            Row.of(3, Row.of(12f, new Float[] {4f, 12f}, "12")));
  }

  @Test
  void fieldsAreMatchedByNameAndOutputsCanBeChosen() throws Exception {
    String row = "CAST(ROW(amount, x) AS ROW<amount STRING, x FLOAT>)";
    Table table =
        tables.sqlQuery(
            "SELECT "
                + call("PREDICT", row + ", 'output.mapping', 'total=pair[1]'")
                + ", "
                + call("PREDICT", row + ", MAP['output.mapping', 'label=label', 'device', 'cpu']")
                + " FROM "
                + ROWS);
    assertThat(types(table)).containsExactly("FLOAT", "STRING");
    assertThat(rows(table))
        .containsExactly(Row.of(1.5f, "1.5"), Row.of(-1.75f, "-1.75"), Row.of(12f, "12"));
  }

  @Test
  void rowsThatCanNotBeScoredAreNullWhereItIsAskedFor() throws Exception {
    assertThat(
            sql(
                "SELECT id, "
                    + call(
                        "PREDICT",
                        "CASE WHEN id = 2 THEN NULL ELSE ROW(x, IF(id = 3, 'many', amount)) END,"
                            + " MAP['output.mapping', 's=sum', 'error-handling', 'skip']")
                    + " FROM "
                    + ROWS))
        .containsExactly(Row.of(1, 1.5f), Row.of(2, null), Row.of(3, null));
    assertThatThrownBy(() -> sql("SELECT " + call("PREDICT", "ROW(x, 'many')") + " FROM " + ROWS))
        .hasStackTraceContaining("BadRecord");
  }

  @Test
  void microBatchesGiveTheSameInOrder() throws Exception {
    tables.getConfig().set("table.exec.async-scalar.max-concurrent-operations", "64");
    String rest = "ROW(x, amount), 'output.mapping', 's=sum', 'batch.linger', '5 ms'";
    assertThat(sql("SELECT id, " + call("PREDICT_ASYNC", rest) + " FROM " + ROWS))
        .containsExactly(Row.of(1, 1.5f), Row.of(2, -1.75f), Row.of(3, 12f));
  }

  @Test
  void elementsAreRowsByPosition() throws Exception {
    assertThat(
            sql(
                "SELECT id, p.* FROM "
                    + ROWS
                    + ", LATERAL TABLE("
                    + call("PREDICT_TABLE", "ROW(x, amount)")
                    + ") AS p"))
        .containsExactly(
            Row.of(1, 0, 1.5f, 0.5f, "1.5"),
            Row.of(1, 1, 1.5f, 1.5f, "1.5"),
            Row.of(2, 0, -1.75f, -2f, "-1.75"),
            Row.of(2, 1, -1.75f, -1.75f, "-1.75"),
            Row.of(3, 0, 12f, 4f, "12"),
            Row.of(3, 1, 12f, 12f, "12"));
  }

  @Test
  void entriesOfAMapAreRowsByKey() throws Exception {
    assertThat(
            sql(
                "SELECT id, class, probability FROM "
                    + ROWS
                    + ", LATERAL TABLE(PREDICT_TABLE('"
                    + TestModels.maps(folder)
                    + "', ROW(ARRAY[x, x, x * 2]))) AS p (class, probability) WHERE id = 3"))
        .containsExactlyInAnyOrder(Row.of(3, "a", 4f), Row.of(3, "b", 4f), Row.of(3, "c", 8f));
  }

  @Test
  void modelsOfACatalogNeedNoDeclaration() throws Exception {
    TestModels.relu(folder);
    tables.executeSql("CREATE CATALOG m WITH ('type' = 'pelton', 'path' = '" + folder + "')");
    tables.executeSql("CREATE TEMPORARY VIEW v AS SELECT * FROM " + ROWS);
    assertThat(sql("SELECT id, y FROM ML_PREDICT(TABLE v, MODEL m.`default`.relu, DESCRIPTOR(x))"))
        .containsExactly(Row.of(1, 0.5f), Row.of(2, 0f), Row.of(3, 4f));
  }

  @Test
  void textsBecomeVectors() throws Exception {
    String call =
        "PREDICT('"
            + TokenModels.encoder(folder)
            + "', ROW('w5 w7'), 'tokenizer', '"
            + TokenizerFiles.words(folder)
            + "', 'pooling', 'mean', 'normalize', 'true')";
    assertThat(sql("SELECT DOT_PRODUCT(v, v), CARDINALITY(v) FROM (SELECT " + call + " AS v) AS t"))
        .singleElement()
        .satisfies(
            row -> {
              assertThat((Float) row.getField(0)).isCloseTo(1, within(1e-6f));
              assertThat(row.getField(1)).isEqualTo(TokenModels.WIDTH);
            });
  }

  @Test
  void plansAreCompiledAndExecuted() throws Exception {
    tables.executeSql("CREATE TABLE sink (s FLOAT) WITH ('connector' = 'blackhole')");
    CompiledPlan plan =
        tables.compilePlanSql(
            "INSERT INTO sink SELECT "
                + call("PREDICT", "ROW(x, amount), MAP['output.mapping', 's=sum']")
                + " FROM "
                + ROWS);
    CompiledPlan loaded = tables.loadPlan(PlanReference.fromJsonString(plan.asJsonString()));
    assertThat(loaded.explain()).contains("PREDICT");
    loaded.execute().await();
  }

  @Test
  void functionsCanBeCalledFromJavaToo() throws Exception {
    Table table =
        tables
            .sqlQuery("SELECT * FROM " + ROWS + " WHERE id = 3")
            .select(
                Expressions.call(
                        "PREDICT",
                        amounts,
                        Expressions.row(Expressions.$("x"), Expressions.$("amount")))
                    .get("label"));
    assertThat(rows(table)).containsExactly(Row.of("12"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          PREDICT('missing.onnx', ROW(x))                             | Can't read model 'missing.onnx'
          PREDICT(amount, ROW(x))                                     | expected where the model is as a constant text
          PREDICT('$', x)                                             | expected a ROW as argument 2, found FLOAT
          PREDICT('$', ROW(x, amount), MAP['device', amount])         | expected options as 'key', 'value', … or MAP['key'
          PREDICT('$', ROW(x, amount), MAP['devize', 'cpu'])          | Setting 'devize': expected one of
          PREDICT('$', ROW(x, amount), MAP['model', 'x.onnx'])        | Setting 'model': expected options beside the model
          PREDICT('$', ROW(x, amount), MAP['output.mapping', 'a=b'])  | names output 'b', which the model does not have
          PREDICT('$', ROW(x))                                        | input 'x' has no column
          PREDICT('$', ROW(amount, x))                                | Input 'x', column 'x': expected a column of numbers
          PREDICT('$', ROW(x, amount), 'device')                      | expected options as 'key', 'value', … or MAP['key', 'value', …] of constant
          PREDICT('$', ROW(x, amount), 'device', amount)              | expected options as 'key', 'value'
          PREDICT_ASYNC('$', ROW(x, amount), MAP['device', 'cpu'])    | found a MAP, which Flink computes before
          PREDICT('$')                                                | PREDICT(model <constant STRING>, row ROW<…>)
          """)
  void whatDoesNotFitIsRefusedWhenTheQueryIsPlanned(String call, String reason) {
    assertThatThrownBy(
            () -> tables.sqlQuery("SELECT " + call.replace("$", amounts) + " FROM " + ROWS))
        .isInstanceOf(ValidationException.class)
        .hasStackTraceContaining(reason);
  }

  @Test
  void onlyArraysAndMapsBecomeRows() {
    assertThatThrownBy(
            () ->
                tables.sqlQuery(
                    "SELECT * FROM "
                        + ROWS
                        + ", LATERAL TABLE("
                        + call("PREDICT_TABLE", "ROW(x, amount), MAP['output.mapping', 's=sum']")
                        + ")"))
        .isInstanceOf(ValidationException.class)
        .hasStackTraceContaining("arrays, or one map, which PREDICT_TABLE makes rows of");
  }
}
