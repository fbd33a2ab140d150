package io.pelton.flink.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBridgeException;
import io.pelton.arrow.UnsupportedArrowFile;
import io.pelton.flink.SharedFolder;
import io.pelton.flink.error.ConnectorException;
import io.pelton.flink.error.UnreadableValue;
import io.pelton.flink.rowdata.PlainValues;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.JsonFileReader;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimeType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files that Arrow's own implementations exchange, as tables. */
class GoldenTablesTest {
  private static final String FOLDER = "data/arrow-testing/data/arrow-ipc-stream/integration";

  @TempDir Path temporary;

  @Test
  void everyGoldenFileHasTheRowsOfItsJson() throws IOException {
    int cells = 0;
    try (Stream<Path> walk = Files.walk(SharedFolder.path(FOLDER))) {
      for (Path file : walk.filter(f -> f.toString().endsWith(".arrow_file")).sorted().toList()) {
        cells += compare(file);
      }
    }
    assertThat(cells).isGreaterThan(7_000);
  }

  /**
   * Some of the files' random values are too long: decimals have more digits than their types say,
   * times end the day, durations in seconds overflow milliseconds.
   */
  private static void assertTooLong(UnreadableValue value, RowType type) {
    if (type.getTypeAt(type.getFieldIndex(value.column())) instanceof DecimalType decimal) {
      assertThat(new BigDecimal(value.value()).precision()).isGreaterThan(decimal.getPrecision());
    } else if (type.getTypeAt(type.getFieldIndex(value.column())) instanceof TimeType) {
      assertThat(value.value()).isEqualTo("86400000 milliseconds");
    } else {
      assertThat(value.value()).endsWith(" seconds");
      assertThat(new BigDecimal(value.value().replace(" seconds", "")).abs())
          .isGreaterThan(BigDecimal.valueOf(Long.MAX_VALUE / 1000));
    }
  }

  private static RowType without(RowType type, String column) {
    return new RowType(
        type.getFields().stream().filter(field -> !field.getName().equals(column)).toList());
  }

  private int compare(Path file) throws IOException {
    try {
      return compare(file, Reading.type(file));
    } catch (UnsupportedArrowFile refused) {
      // the bridge's tests say which
      return 0;
    }
  }

  private int compare(Path file, RowType type) throws IOException {
    List<String> names = type.getFieldNames();
    if (names.size() != names.stream().distinct().count()) {
      // a table can't have them
      return 0;
    }
    List<List<Object>> rows;
    try {
      rows = Reading.rows(Reading.format(type), type, file);
    } catch (UnreadableValue tooLong) {
      assertTooLong(tooLong, type);
      return compare(file, without(type, tooLong.column()));
    }
    List<List<Object>> expected = json(file, names);
    assertThat(rows).as("%s as %s", file, type).hasSameSizeAs(expected);
    for (int row = 0; row < rows.size(); row++) {
      for (int column = 0; column < names.size(); column++) {
        assertThat(rows.get(row).get(column))
            .as("%s, row %d, %s %s", file, row, names.get(column), type.getTypeAt(column))
            .isEqualTo(expected.get(row).get(column));
      }
    }
    return rows.size() * names.size();
  }

  private List<List<Object>> json(Path file, List<String> columns) throws IOException {
    Path json = temporary.resolve("golden.json");
    String packed = file.getFileName().toString().replace(".arrow_file", ".json.gz");
    try (InputStream in = new GZIPInputStream(Files.newInputStream(file.resolveSibling(packed)))) {
      Files.copy(in, json, StandardCopyOption.REPLACE_EXISTING);
    }
    List<List<Object>> rows = new ArrayList<>();
    try (ArrowAllocator allocator = ArrowAllocator.open("json");
        JsonFileReader reader = new JsonFileReader(json.toFile(), allocator.arrow())) {
      reader.start();
      VectorSchemaRoot root = reader.read();
      while (root != null) {
        try (VectorSchemaRoot batch = root) {
          for (int row = 0; row < batch.getRowCount(); row++) {
            List<Object> values = new ArrayList<>();
            for (String column : columns) {
              FieldVector vector = batch.getVector(column);
              values.add(PlainValues.of(vector, row, reader));
            }
            rows.add(values);
          }
        }
        root = reader.read();
      }
    }
    return rows;
  }

  @Test
  void fuzzedFilesAreClearErrorsOrRows() throws IOException {
    int refused = 0;
    try (Stream<Path> walk =
        Files.walk(SharedFolder.path("data/arrow-testing/data/arrow-ipc-file"))) {
      for (Path file : walk.filter(Files::isRegularFile).sorted().toList()) {
        try {
          RowType type = Reading.type(file);
          Reading.rows(Reading.format(type), type, file);
        } catch (ArrowBridgeException | ConnectorException clear) {
          refused++;
        }
      }
    }
    assertThat(refused).isGreaterThan(20);
  }
}
