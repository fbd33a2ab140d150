package io.pelton.flink.table;

import static org.apache.flink.table.api.Expressions.$;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.pelton.flink.TestModels;
import io.pelton.flink.error.ColumnMismatch;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Model;
import org.apache.flink.table.api.ModelDescriptor;
import org.apache.flink.table.api.PlanReference;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.ColumnList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Models in SQL and in the Table API, on a cluster. */
class ModelProviderITCase {
  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setConfiguration(new Configuration())
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(4)
              .build());

  private static final String PREDICT =
      "SELECT id, total, parts, said FROM ML_PREDICT(TABLE rows_in, MODEL amounts,"
          + " DESCRIPTOR(x, amount)%s)";

  private static final List<String> PREDICTED =
      List.of(
          "+I[1, 3.5, [1.5, 3.5], 3.5]",
          "+I[2, 0.25, [0.25, 0.25], 0.25]",
          "+I[3, -4.0, [-4.0, -4.0], -4]");

  @TempDir static Path folder;

  private static Sql withAmounts(Sql sql) {
    return sql.run(
            "CREATE TEMPORARY VIEW rows_in AS SELECT * FROM (VALUES (1, CAST(1.5 AS FLOAT), '2'),"
                + " (2, CAST(0.25 AS FLOAT), '0'), (3, CAST(-4 AS FLOAT), '0'))"
                + " AS t(id, x, amount)")
        .run(model("amounts", "OUTPUT (total FLOAT, parts ARRAY<FLOAT>, said STRING)", ""));
  }

  private static String model(String name, String output, String options) {
    return "CREATE TEMPORARY MODEL "
        + name
        + " INPUT (x FLOAT, amount STRING) "
        + output
        + " WITH ('provider' = 'pelton', 'model' = '"
        + TestModels.amounts(folder)
        + "', 'warm-up' = '0 ms'"
        + options
        + ")";
  }

  @ParameterizedTest
  @CsvSource({
    "true, ''",
    "true, 'async,false'",
    "false, ''",
    "false, 'async,false'",
    "false, 'output-mode,ALLOW_UNORDERED,max-concurrent-operations,64,execution.workers,2'",
    "false, 'batch.max-rows,2,batch.linger,1 ms'"
  })
  void allWaysGiveTheSameRows(boolean batch, String map) {
    Sql sql = withAmounts(batch ? Sql.batch() : Sql.streaming());
    String config = map.isEmpty() ? "" : ", MAP['" + map.replace(",", "', '") + "']";

    assertThat(sql.sorted(String.format(PREDICT, config))).isEqualTo(PREDICTED);
  }

  @Test
  void namesThatTheTableHasGetAZero() {
    Sql sql =
        withAmounts(Sql.streaming())
            .run(
                "CREATE TEMPORARY VIEW named AS SELECT 'mine' AS total, x, id, amount FROM"
                    + " rows_in");
    Table predicted =
        sql.tables()
            .sqlQuery(
                "SELECT * FROM ML_PREDICT(TABLE named, MODEL amounts, DESCRIPTOR(x, amount))");

    assertThat(predicted.getResolvedSchema().getColumnNames())
        .containsExactly("total", "x", "id", "amount", "total0", "parts", "said");
  }

  @Test
  void argumentsMayBeNamed() {
    Sql sql = withAmounts(Sql.streaming());

    assertThat(
            sql.sorted(
                "SELECT id, total, parts, said FROM ML_PREDICT("
                    + "INPUT => TABLE rows_in, MODEL => MODEL amounts,"
                    + " ARGS => DESCRIPTOR(x, amount), CONFIG => MAP['async', 'true'])"))
        .isEqualTo(PREDICTED);
  }

  @Test
  void wrongCallsAreRefusedWhenTheQueryIsPlanned() {
    Sql sql = withAmounts(Sql.streaming());
    sql.run(
        "CREATE TEMPORARY VIEW updating AS"
            + " SELECT amount, CAST(SUM(x) AS FLOAT) AS x FROM rows_in GROUP BY amount");

    assertThatThrownBy(
            () -> sql.rows("SELECT * FROM ML_PREDICT(TABLE rows_in, MODEL amounts, DESCRIPTOR(x))"))
        .isInstanceOf(ValidationException.class)
        .hasStackTraceContaining(
            "Number of descriptor columns (1) does not match model input size (2)");
    assertThatThrownBy(
            () ->
                sql.tables()
                    .explainSql(
                        "SELECT * FROM ML_PREDICT(TABLE updating, MODEL amounts,"
                            + " DESCRIPTOR(x, amount))"))
        .isInstanceOf(TableException.class)
        .hasMessageContaining("doesn't support consuming update");
    assertThat(failure(sql, "'batch-rows', '4'"))
        .contains("'batch-rows' of the query: expected one of [async, batch.linger,")
        .contains("found an unknown option");
    assertThat(failure(sql, "'device', 'cuda'"))
        .contains("found an option of the model; give it to the model with CREATE MODEL");
    assertThat(failure(sql, "'timeout', '0 s'"))
        .contains("'timeout': expected 1 ms or more, found 0 ms");
    assertThat(failure(sql, "'max-concurrent-operations', '0'"))
        .contains("'max-concurrent-operations': expected 1 or more, found 0");
    assertThat(failure(sql, "'error-handling', 'retry'"))
        .contains("'error-handling': expected fail, null or skip, found 'retry'");
  }

  private static String failure(Sql sql, String map) {
    Throwable failure =
        catchThrowable(() -> sql.rows(String.format(PREDICT, ", MAP[" + map + "]")));
    return Sql.messages(failure);
  }

  @Test
  void declarationsThatDoNotFitShowBothSides() {
    Sql sql = withAmounts(Sql.streaming());
    sql.run(model("wrong", "OUTPUT (`sum` BIGINT, label STRING)", ""));

    Throwable failure =
        catchThrowable(
            () ->
                sql.rows(
                    "SELECT * FROM ML_PREDICT(TABLE rows_in, MODEL wrong, DESCRIPTOR(x, amount))"));

    assertThat(failure)
        .isInstanceOf(ValidationException.class)
        .hasRootCauseInstanceOf(ColumnMismatch.class);
    assertThat(Sql.messages(failure))
        .contains("Model 'wrong' is not declared as its file has it: column 'sum': expected FLOAT")
        .containsPattern("\\n {4}sum BIGINT +\\| {4}sum: F32\\[N,1]\\n")
        .contains("OUTPUT (`sum` FLOAT, `pair` ARRAY<FLOAT>, `label` STRING)");
  }

  @Test
  void whatTheQueryPassesNeedNotBeOfTheDeclaredType() {
    Sql sql = withAmounts(Sql.batch());
    sql.run(
        "CREATE TEMPORARY VIEW whole AS SELECT id, CAST(id AS SMALLINT) AS few,"
            + " CAST(id + 0.25 AS DECIMAL(8, 2)) AS exact, CAST('5' AS CHAR(1)) AS amount"
            + " FROM rows_in");

    assertThat(
            sql.sorted(
                "SELECT id, total FROM ML_PREDICT(TABLE whole, MODEL amounts,"
                    + " DESCRIPTOR(few, amount))"))
        .containsExactly("+I[1, 6.0]", "+I[2, 7.0]", "+I[3, 8.0]");
    assertThat(
            sql.sorted(
                "SELECT id, total FROM ML_PREDICT(TABLE whole, MODEL amounts,"
                    + " DESCRIPTOR(exact, amount), MAP['async', 'false'])"))
        .containsExactly("+I[1, 6.25]", "+I[2, 7.25]", "+I[3, 8.25]");
  }

  @Test
  void mappedElementsAndReasonsComeOutAsColumns() {
    Sql sql = withAmounts(Sql.streaming());
    sql.run(
        model(
            "mapped",
            "OUTPUT (latter DOUBLE, said STRING, `error-string` STRING, model_version STRING)",
            ", 'output.mapping' = 'latter = pair[1]; said = label', 'error-handling' = 'null'"));
    sql.run(
        "CREATE TEMPORARY VIEW some_bad AS SELECT id, x,"
            + " CASE WHEN id = 2 THEN 'much' ELSE amount END AS amount FROM rows_in");

    List<String> rows =
        sql.sorted(
            "SELECT id, latter, said, model_version, `error-string` FROM ML_PREDICT("
                + "TABLE some_bad, MODEL mapped, DESCRIPTOR(x, amount))");

    assertThat(rows).hasSize(3);
    assertThat(rows.get(0)).isEqualTo("+I[1, 3.5, 3.5, 7, null]");
    assertThat(rows.get(1)).startsWith("+I[2, null, null, ").contains("much");
    assertThat(rows.get(2)).isEqualTo("+I[3, -4.0, -4, 7, null]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"TIMESTAMP(3)", "TIMESTAMP_LTZ(3)", "DATE", "TIME", "DECIMAL(6, 0)"})
  void datesAndTimesAreNumbersInTheirUnit(String type) {
    Sql sql = Sql.batch();
    sql.tables().getConfig().set("table.local-time-zone", "UTC");
    sql.run(
        "CREATE TEMPORARY MODEL counts INPUT (c "
            + type
            + ") OUTPUT (total BIGINT) WITH ('provider' = 'pelton', 'model' = '"
            + TestModels.counts(folder)
            + "')");
    Map<String, String> values =
        Map.of(
            "TIMESTAMP(3)", "TIMESTAMP '1970-01-01 00:00:01.500'",
            "TIMESTAMP_LTZ(3)", "CAST(TIMESTAMP '1970-01-01 00:00:01.500' AS TIMESTAMP_LTZ(3))",
            "DATE", "DATE '1970-01-11'",
            "TIME", "TIME '00:00:02'",
            "DECIMAL(6, 0)", "CAST(21 AS DECIMAL(6, 0))");
    Map<String, String> totals =
        Map.of(
            "TIMESTAMP(3)", "3000",
            "TIMESTAMP_LTZ(3)", "3000",
            "DATE", "20",
            "TIME", "4000",
            "DECIMAL(6, 0)", "42");
    sql.run("CREATE TEMPORARY VIEW times AS SELECT " + values.get(type) + " AS c");

    assertThat(sql.rows("SELECT total FROM ML_PREDICT(TABLE times, MODEL counts, DESCRIPTOR(c))"))
        .containsExactly("+I[" + totals.get(type) + "]");
  }

  @Test
  void rowsWithinAndMapsAreColumns() {
    Sql sql = Sql.streaming();
    sql.run(
        "CREATE TEMPORARY VIEW parts AS SELECT ROW(CAST(1 AS FLOAT), ROW(CAST(2 AS FLOAT),"
            + " CAST(3 AS FLOAT))) AS measured");
    sql.run(
        "CREATE TEMPORARY MODEL maps INPUT (m ROW<a FLOAT, b ROW<x FLOAT, y FLOAT>>)"
            + " OUTPUT (named MAP<STRING, FLOAT>) WITH ('provider' = 'pelton', 'model' = '"
            + TestModels.maps(folder)
            + "')");

    assertThat(
            sql.rows(
                "SELECT named['a'], named['b'], named['c'], CARDINALITY(named) FROM ML_PREDICT("
                    + "TABLE parts, MODEL maps, DESCRIPTOR(measured))"))
        .containsExactly("+I[1.0, 2.0, 3.0, 3]");
  }

  @Test
  void compiledPlansRun() throws Exception {
    Sql sql = withAmounts(Sql.streaming());
    Path out = folder.resolve("compiled");
    sql.run("DROP TEMPORARY MODEL amounts");
    sql.run(
        model("amounts", "OUTPUT (total FLOAT, parts ARRAY<FLOAT>, said STRING)", "")
            .replace("TEMPORARY ", ""));
    sql.run(
        "CREATE TABLE sink (id INT, total FLOAT) WITH ('connector' = 'filesystem',"
            + " 'path' = '"
            + out.toUri()
            + "', 'format' = 'arrow')");
    String plan =
        sql.tables()
            .compilePlanSql(
                "INSERT INTO sink SELECT id, total FROM ML_PREDICT(TABLE rows_in, MODEL amounts,"
                    + " DESCRIPTOR(x, amount), MAP['batch.max-rows', '2'])")
            .asJsonString();

    Sql other = Sql.streaming();
    other.tables().loadPlan(PlanReference.fromJsonString(plan)).execute().await();

    assertThat(sql.sorted("SELECT * FROM sink"))
        .containsExactly("+I[1, 3.5]", "+I[2, 0.25]", "+I[3, -4.0]");
  }

  @Test
  void theTableApiHasModelsToo() {
    Sql sql = withAmounts(Sql.streaming());
    Model model =
        sql.tables()
            .fromModel(
                ModelDescriptor.forProvider(PeltonModelProviderFactory.IDENTIFIER)
                    .inputSchema(
                        Schema.newBuilder()
                            .column("x", DataTypes.FLOAT())
                            .column("amount", DataTypes.STRING())
                            .build())
                    .outputSchema(Schema.newBuilder().column("sum", DataTypes.DOUBLE()).build())
                    .option(PeltonModelOptions.MODEL, TestModels.amounts(folder).toString())
                    .build());

    Table predicted =
        model
            .predict(
                sql.tables().from("rows_in"),
                ColumnList.of("x", "amount"),
                Map.of("batch.max-rows", "2", "max-concurrent-operations", "4"))
            .select($("id"), $("sum"));

    assertThat(Sql.rows(predicted.execute().collect()))
        .containsExactlyInAnyOrder("+I[1, 3.5]", "+I[2, 0.25]", "+I[3, -4.0]");
    assertThat(
            Sql.rows(
                sql.tables()
                    .fromModel("amounts")
                    .predict(sql.tables().from("rows_in"), ColumnList.of("x", "amount"))
                    .select($("id"), $("total"), $("parts"), $("said"))
                    .execute()
                    .collect()))
        .containsExactlyInAnyOrderElementsOf(PREDICTED);
  }
}
