package io.pelton.arrow.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.arrow.AllocatorTestBase;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.ArrowBridgeException;
import io.pelton.arrow.Shared;
import io.pelton.arrow.UnsupportedArrowFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.compare.VectorEqualsVisitor;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.JsonFileReader;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files that Arrow's own implementations exchange, with their contents as JSON beside them. */
class GoldenFilesTest extends AllocatorTestBase {
  private static final String FOLDER = "data/arrow-testing/data/";

  /** What the bridge refuses, and says so: types or layouts that Arrow Java 18.3 can't hold. */
  private static final Set<String> UNSUPPORTED =
      Set.of(
          "0.17.1/generated_union",
          "1.0.0-littleendian/generated_duplicate_fieldnames",
          "cpp-21.0.0/generated_duplicate_fieldnames",
          "cpp-21.0.0/generated_decimal32",
          "cpp-21.0.0/generated_decimal64",
          "cpp-21.0.0/generated_list_view",
          "cpp-21.0.0/generated_run_end_encoded");

  @TempDir Path temporary;

  private static List<Path> files(String folder, String suffix) throws IOException {
    try (Stream<Path> walk = Files.walk(Shared.path(folder))) {
      return walk.filter(Files::isRegularFile)
          .filter(file -> file.toString().endsWith(suffix))
          .sorted()
          .toList();
    }
  }

  private static String name(Path file) {
    return file.getParent().getFileName() + "/" + stem(file);
  }

  private static String stem(Path file) {
    return file.getFileName().toString().replace(".arrow_file", "");
  }

  @Test
  void everyGoldenFileIsReadOrRefusedWithAReason() throws IOException {
    int read = 0;
    for (Path file : files(FOLDER + "arrow-ipc-stream/integration", ".arrow_file")) {
      String name = name(file);
      if (UNSUPPORTED.contains(name) || name.contains("bigendian")) {
        assertThatThrownBy(() -> readAll(file))
            .as(name)
            .isInstanceOf(UnsupportedArrowFile.class)
            .hasMessageContaining(file.toString());
      } else {
        compareWithJson(name, file);
        read++;
      }
    }
    assertThat(read).isGreaterThan(60);
  }

  private void readAll(Path file) {
    try (IpcFileReader reader = IpcFileReader.open(file, allocator)) {
      while (reader.hasNext()) {
        reader.next().close();
      }
    }
  }

  private void compareWithJson(String name, Path file) throws IOException {
    Path json = temporary.resolve("golden.json");
    Path packed = file.resolveSibling(stem(file) + ".json.gz");
    try (InputStream in = new GZIPInputStream(Files.newInputStream(packed))) {
      Files.copy(in, json, StandardCopyOption.REPLACE_EXISTING);
    }
    try (JsonFileReader expected = new JsonFileReader(json.toFile(), allocator.arrow());
        IpcFileReader reader = IpcFileReader.open(file, allocator)) {
      Schema schema = expected.start();
      assertThat(reader.schema().getFields()).as(name).hasSameSizeAs(schema.getFields());
      VectorSchemaRoot root = expected.read();
      int batches = 0;
      while (root != null) {
        try (VectorSchemaRoot each = root;
            ArrowBatch batch = reader.next()) {
          compare(name + ", batch " + batches, batch, each, expected);
        }
        batches++;
        root = expected.read();
      }
      assertThat(reader.batches()).as(name).isEqualTo(batches);
    }
  }

  private static void compare(
      String name, ArrowBatch batch, VectorSchemaRoot expected, DictionaryProvider dictionaries) {
    assertThat(batch.rows()).as(name).isEqualTo(expected.getRowCount());
    for (int column = 0; column < batch.columns(); column++) {
      FieldVector found = batch.vector(column);
      FieldVector wanted = expected.getVector(column);
      boolean equal = VectorEqualsVisitor.vectorEquals(found, wanted, (left, right) -> true);
      assertThat(equal)
          .as("%s, column '%s': %s instead of %s", name, found.getName(), found, wanted)
          .isTrue();
      assertThat(decoded(found, batch.dictionaries()))
          .as(name + ", column " + found.getName())
          .isEqualTo(decoded(wanted, dictionaries));
    }
  }

  /** The values behind the indices of an encoded vector; nothing of any other. */
  private static List<Object> decoded(FieldVector vector, DictionaryProvider dictionaries) {
    List<Object> values = new ArrayList<>();
    DictionaryEncoding encoding = vector.getField().getDictionary();
    for (int row = 0; encoding != null && row < vector.getValueCount(); row++) {
      FieldVector dictionary = dictionaries.lookup(encoding.getId()).getVector();
      values.add(
          vector.isNull(row)
              ? null
              : dictionary.getObject((int) ((BaseIntVector) vector).getValueAsLong(row)));
    }
    return values;
  }

  @Test
  void fuzzedFilesAreClearErrorsOrSound() throws IOException {
    int refused = 0;
    List<Path> files = files(FOLDER + "arrow-ipc-file", "");
    for (Path file : files) {
      if (file.endsWith("README.md")) {
        continue;
      }
      try {
        readAll(file);
      } catch (ArrowBridgeException clear) {
        assertThat(clear).hasMessageContaining(file.getFileName().toString());
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(20);
  }

  @Test
  void readsFlights() {
    long rows = 0;
    try (IpcFileReader reader =
        IpcFileReader.open(Shared.path("data/vega/flights-200k.arrow"), allocator)) {
      while (reader.hasNext()) {
        try (ArrowBatch batch = reader.next()) {
          rows += batch.rows();
        }
      }
      assertThat(reader.rows()).isEqualTo(rows);
    }
    assertThat(rows).isEqualTo(200_000);
  }
}
