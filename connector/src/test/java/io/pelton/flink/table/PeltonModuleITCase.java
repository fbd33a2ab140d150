package io.pelton.flink.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.flink.error.VectorMismatch;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.api.ApiExpression;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.Expressions;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.apache.flink.util.ExceptionUtils;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PeltonModuleITCase {
  private static final String VECTORS =
      "(SELECT id, CAST(a AS ARRAY<FLOAT>) AS a, CAST(b AS ARRAY<FLOAT>) AS b FROM (VALUES"
          + " (1, ARRAY[3, 4], ARRAY[4, 3]),"
          + " (2, ARRAY[1, 0], ARRAY[0, 0]),"
          + " (3, ARRAY[1, 1], CAST(NULL AS ARRAY<INT>))) AS t (id, a, b))";

  private final TableEnvironment tables =
      TableEnvironment.create(EnvironmentSettings.inBatchMode());

  @BeforeEach
  void load() {
    tables.getConfig().set("parallelism.default", "1");
    tables.executeSql("LOAD MODULE pelton");
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

  @Test
  void functionsAreListedAndFoundInAnyCase() {
    assertThat(tables.listModules()).containsExactly("core", "pelton");
    assertThat(tables.listFunctions())
        .contains("COSINE_SIMILARITY", "DOT_PRODUCT", "L2_DISTANCE", "L2_NORMALIZE");
    assertThat(tables.explainSql("SELECT dot_product(a, b) FROM " + VECTORS)).isNotEmpty();
  }

  @Test
  void floatsStayFloats() throws Exception {
    Table table =
        tables.sqlQuery(
            "SELECT id, COSINE_SIMILARITY(a, b) AS c, DOT_PRODUCT(a, b) AS d, L2_DISTANCE(a, b) AS"
                + " l, L2_NORMALIZE(a) AS n FROM "
                + VECTORS
                + " ORDER BY id");
    assertThat(table.getResolvedSchema().getColumnDataTypes())
        .extracting(type -> type.getLogicalType().asSummaryString())
        .containsExactly("INT NOT NULL", "FLOAT", "FLOAT", "FLOAT", "ARRAY<FLOAT>");
    assertThat(rows(table))
        .containsExactly(
            Row.of(1, 24f / 25, 24f, (float) Math.sqrt(2), new Float[] {0.6f, 0.8f}),
            Row.of(2, null, 0f, 1f, new Float[] {1f, 0f}),
            Row.of(
                3,
                null,
                null,
                null,
                new Float[] {1 / (float) Math.sqrt(2), 1 / (float) Math.sqrt(2)}));
  }

  @Test
  void otherNumbersAreDoubles() throws Exception {
    assertThat(
            sql(
                "SELECT DOT_PRODUCT(ARRAY[1.5, 2], ARRAY[2, 4]), DOT_PRODUCT(a, ARRAY[1, 2]),"
                    + " L2_DISTANCE(ARRAY[CAST(1 AS DOUBLE)], ARRAY[CAST(3 AS FLOAT)]) FROM "
                    + VECTORS
                    + " WHERE id = 1"))
        .containsExactly(Row.of(11.0, 11.0, 2.0));
  }

  @Test
  void theNearestVectorIsFoundInSql() throws Exception {
    assertThat(
            sql(
                "SELECT x.id, y.id FROM "
                    + VECTORS
                    + " x, "
                    + VECTORS
                    + " y WHERE COSINE_SIMILARITY(x.a, y.a) > 0.95 AND x.id < y.id"))
        .containsExactly(Row.of(1, 3));
  }

  @Test
  void whatIsNoVectorIsRefusedWhenTheQueryIsPlanned() {
    assertThatThrownBy(() -> tables.sqlQuery("SELECT DOT_PRODUCT(a, 'x') FROM " + VECTORS))
        .isInstanceOf(ValidationException.class)
        .hasStackTraceContaining(
            "expected vectors as ARRAY<FLOAT> or ARRAY<DOUBLE>, found CHAR(1) NOT NULL as argument"
                + " 2");
    assertThatThrownBy(() -> tables.sqlQuery("SELECT DOT_PRODUCT(a) FROM " + VECTORS))
        .isInstanceOf(ValidationException.class)
        .hasStackTraceContaining("DOT_PRODUCT(ARRAY<FLOAT>, ARRAY<FLOAT>)");
  }

  @Test
  void differentLengthsFailTheQuery() {
    assertThatThrownBy(() -> sql("SELECT DOT_PRODUCT(a, ARRAY[id]) FROM " + VECTORS))
        .satisfies(
            e ->
                assertThat(ExceptionUtils.findThrowableWithMessage(e, "found 2 and 1 elements"))
                    .isPresent())
        .hasStackTraceContaining(VectorMismatch.class.getName());
  }

  @Test
  void functionsCanBeCalledFromJavaToo() throws Exception {
    ApiExpression product = Expressions.call("DOT_PRODUCT", Expressions.$("a"), Expressions.$("b"));
    assertThat(rows(tables.sqlQuery("SELECT * FROM " + VECTORS + " WHERE id = 1").select(product)))
        .containsExactly(Row.of(24f));
  }

  @Test
  void theModuleHasNoOptions() {
    tables.executeSql("UNLOAD MODULE pelton");
    assertThatThrownBy(() -> tables.executeSql("LOAD MODULE pelton WITH ('a' = 'b')"))
        .hasStackTraceContaining("Unsupported options");
  }
}
