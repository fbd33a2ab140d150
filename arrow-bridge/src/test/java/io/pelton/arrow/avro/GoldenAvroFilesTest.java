package io.pelton.arrow.avro;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.arrow.AllocatorTestBase;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.Shared;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.generic.GenericDatumReader;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The Arrow project's Avro files are read as Avro reads them. */
class GoldenAvroFilesTest extends AllocatorTestBase {
  private static final String FOLDER = "data/arrow-testing/data/avro";

  private static List<Path> files() throws IOException {
    try (Stream<Path> all = Files.list(Shared.path(FOLDER))) {
      return all.filter(file -> file.toString().endsWith(".avro")).sorted().toList();
    }
  }

  @TestFactory
  Stream<DynamicTest> equalsWhatAvroReads() throws IOException {
    return files().stream()
        .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> check(file)));
  }

  private void check(Path file) throws IOException {
    List<Object> expected = byAvro(file.toFile());
    List<Map<String, Object>> found = new ArrayList<>();
    try (AvroFileReader reader =
        AvroFileReader.open(file, AvroOptions.defaults().withBatchRows(3), allocator)) {
      assertThat(reader.totalRows()).hasValue(expected.size());
      while (reader.hasNext()) {
        try (ArrowBatch batch = reader.next()) {
          found.addAll(AvroValues.rows(batch));
        }
      }
    }
    assertThat(found).isNotEmpty().isEqualTo(expected);
    assertThat(allocator.held()).isZero();
  }

  private static List<Object> byAvro(File file) throws IOException {
    List<Object> rows = new ArrayList<>();
    try (DataFileReader<Object> reader = new DataFileReader<>(file, new GenericDatumReader<>())) {
      Schema schema = reader.getSchema();
      reader.forEachRemaining(record -> rows.add(AvroValues.of(schema, record)));
    }
    return rows;
  }

  @Test
  void thereAreThirtyOne() throws IOException {
    assertThat(files()).hasSize(31);
  }
}
