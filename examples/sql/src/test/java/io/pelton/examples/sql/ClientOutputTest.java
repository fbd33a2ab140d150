package io.pelton.examples.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ClientOutputTest {
  private static final String PRINTED =
      """
      \u001B[34;1m[INFO] Executing SQL from file.\u001B[0m

      Flink SQL> \u001B[34;1m[INFO] Execute statement succeeded.\u001B[0m

      Flink SQL> SELECT * FROM t\
      +----+--------+-----+
      | id |   text |   f |
      +----+--------+-----+
      |  1 |  a | b | 0.1 |
      |  2 | <NULL> | 0.3 |
      +----+--------+-----+
      2 rows in set (9.54 seconds)

      Flink SQL> SHOW MODULES\
      +-------------+
      | module name |
      +-------------+
      |        core |
      +-------------+
      1 row in set

      Flink SQL> \u001B[31;1m[ERROR] Could not execute SQL statement. Reason:
      org.apache.calcite.sql.validate.SqlValidatorException: Object 't'
      not found\u001B[0m

      Shutting down the session...
      done.
      """;

  @Test
  void tablesAndErrorsAreFoundInWhatTheClientPrints() {
    ClientOutput output = ClientOutput.parse(PRINTED);
    assertThat(output.tables())
        .containsExactly(
            new SqlTable(
                List.of("id", "text", "f"),
                List.of(List.of("1", "a | b", "0.1"), List.of("2", "<NULL>", "0.3"))),
            new SqlTable(List.of("module name"), List.of(List.of("core"))));
    assertThat(output.errors())
        .singleElement()
        .asString()
        .startsWith("Could not execute")
        .endsWith("not found");
    assertThat(output.tables().get(0).lines(List.of("f", "id"))).containsExactly("0.1|1", "0.3|2");
  }
}
