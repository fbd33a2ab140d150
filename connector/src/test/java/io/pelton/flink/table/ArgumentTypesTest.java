package io.pelton.flink.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.flink.error.ColumnMismatch;
import java.util.List;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgumentTypesTest {
  private static LogicalType type(String text) {
    return LogicalTypeParser.parse(text, ArgumentTypesTest.class.getClassLoader());
  }

  @Test
  void declaredNamesGetThePassedTypes() {
    RowType declared =
        (RowType) type("ROW<a DOUBLE, r ROW<x FLOAT, y ROW<z BIGINT>>, t TIMESTAMP(3)>");

    assertThat(
            ArgumentTypes.of(
                    declared,
                    List.of(
                        type("INT NOT NULL"),
                        type("ROW<p INT, q ROW<o SMALLINT>>"),
                        type("TIMESTAMP(2)")))
                .asSummaryString())
        .isEqualTo("ROW<`a` INT, `r` ROW<`x` INT, `y` ROW<`z` SMALLINT>>, `t` TIMESTAMP(2)>");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "TIMESTAMP(6)     | TIMESTAMP(3)",
        "TIMESTAMP(3)     | TIMESTAMP(0)",
        "TIMESTAMP(3)     | TIMESTAMP_LTZ(3)",
        "TIMESTAMP_LTZ(9) | TIMESTAMP_LTZ(6)",
        "TIMESTAMP(3)     | DATE"
      })
  void timesOfAnotherUnitAreRefused(String declared, String passed) {
    RowType columns = (RowType) type("ROW<r ROW<t " + declared + ">>");

    assertThatThrownBy(() -> ArgumentTypes.of(columns, List.of(type("ROW<t " + passed + ">"))))
        .isInstanceOf(ColumnMismatch.class)
        .hasMessageContaining("Column 'r.t': expected " + declared)
        .hasMessageContaining("found " + passed);
  }
}
