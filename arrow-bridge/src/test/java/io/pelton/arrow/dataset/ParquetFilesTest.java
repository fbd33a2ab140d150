package io.pelton.arrow.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.arrow.AllocatorTestBase;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.InvalidArrowFile;
import io.pelton.arrow.Shared;
import io.pelton.arrow.UnsupportedArrowFile;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The Parquet project's good files, beside what is known of their contents. */
class ParquetFilesTest extends AllocatorTestBase {
  /** Sound files that Arrow's natives do not read, and why. */
  private static final Map<String, String> REFUSED =
      Map.of(
          "incorrect_map_schema.parquet", "Map keys must be annotated as required",
          "large_string_map.brotli.parquet", "codec 'brotli' not built");

  private static Path file(String name) {
    return Shared.path("data/parquet-testing/data/" + name);
  }

  private DatasetReader open(Path file) {
    return DatasetReader.of(file, DatasetFormat.PARQUET).open(allocator);
  }

  /** All cells, row by row. */
  private List<List<Object>> rows(Path file) {
    List<List<Object>> rows = new ArrayList<>();
    try (DatasetReader reader = open(file)) {
      while (reader.hasNext()) {
        try (ArrowBatch batch = reader.next()) {
          for (int row = 0; row < batch.rows(); row++) {
            List<Object> cells = new ArrayList<>();
            for (int column = 0; column < batch.columns(); column++) {
              FieldVector vector = batch.vector(column);
              cells.add(vector.isNull(row) ? null : vector.getObject(row));
            }
            rows.add(cells);
          }
        }
      }
    }
    return rows;
  }

  private List<Object> column(String file) {
    return rows(file(file)).stream().map(row -> row.get(0)).toList();
  }

  @Test
  void everySoundFileHasTheRowsThatItsMetadataTells() throws IOException {
    int read = 0;
    try (Stream<Path> files = Files.walk(file(""))) {
      for (Path file : files.filter(at -> at.toString().endsWith(".parquet")).sorted().toList()) {
        if (REFUSED.containsKey(file.getFileName().toString())) {
          continue;
        }
        try (DatasetReader reader = open(file)) {
          assertThat(reader.schema().getFields()).as("%s", file).isNotEmpty();
          assertThat((long) rows(file).size())
              .as("%s", file)
              .isEqualTo(reader.totalRows().orElseThrow());
        }
        read++;
      }
    }
    assertThat(read).isGreaterThan(70);
  }

  @Test
  void theFewThatCanNotBeReadAreRefusedByName() {
    REFUSED.forEach(
        (name, reason) ->
            assertThatThrownBy(() -> rows(file(name)))
                .as(name)
                .isInstanceOfAny(UnsupportedArrowFile.class, InvalidArrowFile.class)
                .hasMessageContaining(name)
                .hasMessageContaining(reason));
  }

  @Test
  void encryptedFilesAreRefusedClearly() throws IOException {
    List<Path> encrypted;
    try (Stream<Path> files = Files.walk(file(""))) {
      encrypted = files.filter(at -> at.toString().endsWith(".encrypted")).toList();
    }
    assertThat(encrypted).hasSize(13);
    for (Path file : encrypted) {
      assertThatThrownBy(() -> rows(file))
          .isInstanceOf(UnsupportedArrowFile.class)
          .hasMessageContaining(file.toString())
          .hasMessageContaining("uses Parquet encryption")
          .hasMessageContaining("decrypt it before");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "delta_binary_packed",
        "delta_byte_array",
        "delta_encoding_optional_column",
        "delta_encoding_required_column"
      })
  void theDeltaEncodingsHoldWhatTheTextFilesSay(String name) throws IOException {
    List<String> lines = Files.readAllLines(file(name + "_expect.csv"));
    List<List<Object>> rows = rows(file(name + ".parquet"));
    assertThat(rows).hasSize(lines.size() - 1);
    for (int row = 0; row < rows.size(); row++) {
      List<String> cells = rows.get(row).stream().map(cell -> Objects.toString(cell, "")).toList();
      assertThat(cells).as("row %d", row).isEqualTo(cells(lines.get(row + 1)));
    }
  }

  private static List<String> cells(String line) {
    List<String> cells = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    boolean quoted = false;
    for (char letter : (line + ",").toCharArray()) {
      if (letter == '"') {
        quoted = !quoted;
      } else if (letter == ',' && !quoted) {
        cells.add(cell.toString());
        cell.setLength(0);
      } else {
        cell.append(letter);
      }
    }
    return cells;
  }

  @Test
  void decimalsOfEveryWidthCountFromOneTo24() {
    List<Object> expected = new ArrayList<>();
    for (int i = 1; i <= 24; i++) {
      expected.add(BigDecimal.valueOf(i * 100L, 2));
    }
    for (String name :
        List.of(
            "int32_decimal.parquet",
            "int64_decimal.parquet",
            "byte_array_decimal.parquet",
            "fixed_length_decimal.parquet",
            "fixed_length_decimal_legacy.parquet")) {
      assertThat(column(name)).as(name).isEqualTo(expected);
    }
  }

  @Test
  void nullsAreWhereThePageIndexHasThem() {
    List<Object> numbers = column("int32_with_null_pages.parquet");
    assertThat(numbers).hasSize(1000);
    assertThat(Collections.frequency(numbers, null)).isEqualTo(275);
    assertThat(numbers).contains(-2136906554, 2145722375);

    List<Object> bytes = column("fixed_length_byte_array.parquet");
    assertThat(Collections.frequency(bytes, null)).isEqualTo(105);
    List<Integer> values =
        bytes.stream()
            .filter(Objects::nonNull)
            .map(value -> ByteBuffer.wrap((byte[]) value).getInt())
            .toList();
    assertThat(values).isSortedAccordingTo(Collections.reverseOrder()).contains(1, 1000);
  }

  @Test
  void allPlainTypesHaveTheKnownValues() {
    List<List<Object>> rows = rows(file("alltypes_plain.parquet"));
    assertThat(rows.stream().map(row -> row.get(0))).containsExactly(4, 5, 6, 7, 2, 3, 0, 1);
    List<Object> second = rows.get(1);
    assertThat(second.subList(1, 8)).containsExactly(false, 1, 1, 1, 10L, 1.1f, 10.1);
    assertThat(new String((byte[]) second.get(8), StandardCharsets.US_ASCII)).isEqualTo("03/01/09");
    assertThat(second.get(10)).hasToString("2009-03-01T00:01");
    assertThat(column("alltypes_plain.snappy.parquet")).containsExactly(6, 7);
    assertThat(column("alltypes_dictionary.parquet")).containsExactly(0, 1);
  }

  @Test
  void compressedAndNestedFilesHaveTheKnownValues() {
    assertThat(column("hadoop_lz4_compressed.parquet"))
        .isEqualTo(column("lz4_raw_compressed.parquet"))
        .isEqualTo(column("non_hadoop_lz4_compressed.parquet"))
        .containsExactly(1593604800L, 1593604800L, 1593604801L, 1593604801L);
    assertThat(rows(file("hadoop_lz4_compressed_larger.parquet")).stream().map(Object::toString))
        .isEqualTo(
            rows(file("lz4_raw_compressed_larger.parquet")).stream()
                .map(Object::toString)
                .toList());
    assertThat(column("old_list_structure.parquet")).hasToString("[[[1,2],[3,4]]]");
    assertThat(column("null_list.parquet")).hasToString("[[]]");
    assertThat(rows(file("map_no_value.parquet")).stream().map(row -> row.get(2).toString()))
        .containsExactly("[1,2,3]", "[4,5,6]", "[7,8,9]");
  }

  @Test
  void structsKeepTheirFields() {
    try (DatasetReader reader = open(file("nested_structs.rust.parquet"))) {
      Field first = reader.schema().getFields().get(0);
      assertThat(first.getChildren()).isNotEmpty();
      try (ArrowBatch batch = reader.next()) {
        assertThat(batch.vector(0).getChildrenFromFields()).hasSameSizeAs(first.getChildren());
      }
    }
  }
}
