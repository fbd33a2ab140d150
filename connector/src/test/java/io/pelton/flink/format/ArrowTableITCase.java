package io.pelton.flink.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.flink.rowdata.AllTypes;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.table.types.DataType;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables in SQL, on a cluster. */
class ArrowTableITCase {
  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setConfiguration(new Configuration())
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(4)
              .build());

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"true, none", "false, lz4"})
  void rowsOfAllTypesComeBack(boolean batch, String compression) throws Exception {
    long seed = new Random().nextLong();
    DataType type = AllTypes.type();
    List<Row> rows = AllTypes.rows(type, 500, new Random(seed));
    Tables tables = batch ? Tables.batch() : Tables.streaming();
    Map<String, String> options =
        Map.of(
            "arrow.compression", compression,
            "arrow.batch-rows", "64",
            "arrow.dictionary-columns", "f8;f9");
    tables
        .rows("truth", type, rows)
        .table("files", type, folder.toString(), options)
        .run("INSERT INTO files SELECT * FROM truth");

    List<Row> read = tables.query("SELECT * FROM files");

    read.sort(Comparator.comparing(row -> (Integer) row.getField(0)));
    assertThat(read).as("seed " + seed).hasSameSizeAs(rows);
    for (int i = 0; i < rows.size(); i++) {
      for (int field = 0; field < rows.get(i).getArity(); field++) {
        // rows compare arrays in maps by their contents
        assertThat(Row.of(read.get(i).getField(field)))
            .as("seed %d, row %d, field %d", seed, i, field)
            .isEqualTo(Row.of(rows.get(i).getField(field)));
      }
    }
  }
}
