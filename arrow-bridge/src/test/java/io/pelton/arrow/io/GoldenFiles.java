package io.pelton.arrow.io;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.Shared;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.compare.VectorEqualsVisitor;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.JsonFileReader;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Schema;

/** The files and streams that Arrow's implementations exchange, with their contents as JSON. */
final class GoldenFiles {
  static final String FOLDER = "data/arrow-testing/data/";

  private GoldenFiles() {}

  /** Files and streams of all versions. */
  static List<Path> all() throws IOException {
    return files(FOLDER + "arrow-ipc-stream/integration", ".arrow_file", ".stream");
  }

  static List<Path> files(String folder, String... suffixes) throws IOException {
    try (Stream<Path> walk = Files.walk(Shared.path(folder))) {
      return walk.filter(Files::isRegularFile)
          .filter(file -> Stream.of(suffixes).anyMatch(file.toString()::endsWith))
          .sorted()
          .toList();
    }
  }

  /** A file's version and contents. */
  static String name(Path file) {
    return file.getParent().getFileName() + "/" + stem(file);
  }

  private static String stem(Path file) {
    return file.getFileName().toString().replaceFirst("\\..*", "");
  }

  static BatchReader open(Path file, ArrowAllocator allocator) {
    return file.toString().endsWith(".stream")
        ? IpcStreamReader.open(file, allocator)
        : IpcFileReader.open(file, allocator);
  }

  /** The contents of a file as JSON has them. */
  static JsonFileReader json(Path file, Path temporary, BufferAllocator allocator)
      throws IOException {
    Path json = temporary.resolve("golden.json");
    Path packed = file.resolveSibling(stem(file) + ".json.gz");
    try (InputStream in = new GZIPInputStream(Files.newInputStream(packed))) {
      Files.copy(in, json, StandardCopyOption.REPLACE_EXISTING);
    }
    return new JsonFileReader(json.toFile(), allocator);
  }

  /** Compares all batches of a reader with a file's JSON twin. */
  static void compareWithJson(
      String name, Path file, BatchReader reader, Path temporary, BufferAllocator allocator)
      throws IOException {
    try (JsonFileReader expected = json(file, temporary, allocator)) {
      Schema schema = expected.start();
      assertThat(reader.schema().getFields()).as(name).hasSameSizeAs(schema.getFields());
      int batches = 0;
      for (VectorSchemaRoot root = expected.read(); root != null; root = expected.read()) {
        try (VectorSchemaRoot each = root;
            ArrowBatch batch = reader.next()) {
          String where = name + ", batch " + batches;
          assertThat(batch.rows()).as(where).isEqualTo(each.getRowCount());
          for (int column = 0; column < batch.columns(); column++) {
            compare(
                where,
                batch.vector(column),
                batch.dictionaries(),
                each.getVector(column),
                expected);
          }
        }
        batches++;
      }
      assertThat(reader.hasNext()).as(name).isFalse();
      assertThat(reader.position()).as(name).isEqualTo(batches);
    }
  }

  static void compare(
      String where,
      FieldVector found,
      DictionaryProvider dictionaries,
      FieldVector wanted,
      DictionaryProvider wantedDictionaries) {
    String column = where + ", column '" + wanted.getName() + "'";
    assertThat(found.getField().getType()).as(column).isEqualTo(wanted.getField().getType());
    // a map's key and value may have any names, and do in map_non_canonical.stream
    if (!(found instanceof MapVector)) {
      assertThat(VectorEqualsVisitor.vectorEquals(found, wanted, (left, right) -> true))
          .as("%s: %s instead of %s", column, found, wanted)
          .isTrue();
    }
    if (found instanceof MapVector || found.getField().getDictionary() != null) {
      assertThat(values(found, dictionaries))
          .as(column)
          .isEqualTo(values(wanted, wantedDictionaries));
    }
  }

  /** The values of a vector; behind the indices, where it is encoded. */
  static List<Object> values(FieldVector vector, DictionaryProvider dictionaries) {
    List<Object> values = new ArrayList<>();
    DictionaryEncoding encoding = vector.getField().getDictionary();
    FieldVector dictionary =
        encoding == null ? null : dictionaries.lookup(encoding.getId()).getVector();
    for (int row = 0; row < vector.getValueCount(); row++) {
      values.add(
          vector.isNull(row)
              ? null
              : dictionary == null
                  ? comparable(vector.getObject(row))
                  : comparable(
                      dictionary.getObject((int) ((BaseIntVector) vector).getValueAsLong(row))));
    }
    return values;
  }

  /** A value with bytes as something that equals its like. */
  private static Object comparable(Object value) {
    if (value instanceof byte[] bytes) {
      return Arrays.toString(bytes);
    }
    if (value instanceof List<?> list) {
      return list.stream().map(GoldenFiles::comparable).toList();
    }
    if (value instanceof Map<?, ?> map) {
      return map.values().stream().map(GoldenFiles::comparable).toList();
    }
    return value;
  }
}
