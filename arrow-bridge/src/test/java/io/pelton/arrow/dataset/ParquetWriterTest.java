package io.pelton.arrow.dataset;

import static io.pelton.arrow.Columns.batch;
import static io.pelton.arrow.Columns.field;
import static io.pelton.arrow.Columns.row;
import static io.pelton.arrow.Columns.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.arrow.AllocationLimitExceeded;
import io.pelton.arrow.AllocatorTestBase;
import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.ArrowFileFailure;
import io.pelton.arrow.Shared;
import io.pelton.arrow.UnsupportedArrowFile;
import io.pelton.arrow.io.IpcFileReader;
import io.pelton.engine.tensor.DType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.TimeStampMicroTZVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryEncoder;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.UnionMode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.arrow.vector.util.Text;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was written as Parquet is read back equal; half-written files are never seen. */
class ParquetWriterTest extends AllocatorTestBase {
  private static final Schema FLAT =
      schema(field("a", DType.F32), field("b", DType.STRING), field("c", DType.BOOL));

  @TempDir Path folder;

  private List<List<Object>> read(Path file) {
    List<List<Object>> rows = new ArrayList<>();
    try (DatasetReader reader = DatasetReader.of(file, DatasetFormat.PARQUET).open(allocator)) {
      while (reader.hasNext()) {
        try (ArrowBatch batch = reader.next()) {
          rows.addAll(rows(batch));
        }
      }
    }
    return rows;
  }

  private static List<List<Object>> rows(ArrowBatch batch) {
    List<List<Object>> rows = new ArrayList<>();
    for (int row = 0; row < batch.rows(); row++) {
      List<Object> cells = new ArrayList<>();
      for (int column = 0; column < batch.columns(); column++) {
        Object cell = batch.vector(column).getObject(row);
        cells.add(cell instanceof Text ? cell.toString() : cell);
      }
      rows.add(cells);
    }
    return rows;
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void rowsComeBackEqualAndTheFileIsSeenOnlyWhenComplete() throws IOException {
    Path file = folder.resolve("scores.parquet");
    Object[][] rows = {row(1f, "x", true), row(null, null, null), row(3f, "ä", false)};
    try (ParquetWriter writer = ParquetWriter.create(file, FLAT, allocator);
        ArrowBatch batch = batch(allocator, FLAT, rows)) {
      writer.write(batch);
      writer.write(batch);
      assertThat(writer.rows()).isEqualTo(6);
      assertThat(file).doesNotExist();
      writer.finish();
      assertThat(file).exists();
      assertThatThrownBy(() -> writer.write(batch))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("is finished");
    }
    assertThat(names()).containsExactly("scores.parquet");
    List<List<Object>> read = read(file);
    assertThat(read).hasSize(6);
    assertThat(read.subList(3, 6)).isEqualTo(read.subList(0, 3));
    assertThat(read.get(0)).containsExactly(1f, "x", true);
    assertThat(read.get(1)).containsOnlyNulls();
    assertThat(read.get(2)).containsExactly(3f, "ä", false);
  }

  @Test
  void listsAndInstantsComeBackEqual() {
    Schema schema =
        new Schema(
            List.of(
                Field.nullable("at", new ArrowType.Timestamp(TimeUnit.MICROSECOND, "UTC")),
                new Field(
                    "tags",
                    FieldType.nullable(ArrowType.List.INSTANCE),
                    List.of(Field.nullable("element", new ArrowType.Int(32, true))))));
    Path file = folder.resolve("nested.parquet");
    Random random = new Random(4);
    List<List<Object>> written = new ArrayList<>();
    try (ParquetWriter writer = ParquetWriter.create(file, schema, allocator)) {
      for (int part = 0; part < 5; part++) {
        try (ArrowBatch batch = nested(schema, random, 50 + part)) {
          written.addAll(rows(batch));
          writer.write(batch);
        }
        try (ArrowBatch batch = nested(schema, random, 40);
            ArrowBatch slice = batch.slice(7, 20)) {
          written.addAll(rows(slice));
          writer.write(slice);
        }
      }
      writer.finish();
    }
    assertThat(read(file)).isEqualTo(written);
  }

  private ArrowBatch nested(Schema schema, Random random, int rows) {
    VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator.arrow());
    TimeStampMicroTZVector at = (TimeStampMicroTZVector) root.getVector("at");
    ListVector tags = (ListVector) root.getVector("tags");
    root.allocateNew();
    for (int row = 0; row < rows; row++) {
      if (random.nextInt(5) == 0) {
        at.setNull(row);
        tags.setNull(row);
        continue;
      }
      at.setSafe(row, random.nextLong() >> 12);
      int from = tags.startNewValue(row);
      int count = random.nextInt(4);
      IntVector values = (IntVector) tags.getDataVector();
      for (int i = 0; i < count; i++) {
        if (random.nextInt(4) == 0) {
          values.setNull(from + i);
        } else {
          values.setSafe(from + i, random.nextInt());
        }
      }
      tags.endValue(row, count);
    }
    root.setRowCount(rows);
    return ArrowBatch.of(root);
  }

  @Test
  void realFlightsComeBackEqualInGroupsOfRows() throws IOException {
    Path file = folder.resolve("flights.parquet");
    List<List<Object>> written = new ArrayList<>();
    try (IpcFileReader reader =
            IpcFileReader.open(Shared.path("data/vega/flights-200k.arrow"), allocator);
        ParquetWriter writer = ParquetWriter.create(file, reader.schema(), allocator)) {
      while (reader.hasNext()) {
        try (ArrowBatch batch = reader.next()) {
          for (int from = 0; from < batch.rows(); from += 3000) {
            try (ArrowBatch slice = batch.slice(from, Math.min(3000, batch.rows() - from))) {
              writer.write(slice);
              written.addAll(rows(slice));
            }
          }
        }
      }
      writer.finish();
    }
    assertThat(read(file)).isEqualTo(written);
    List<Integer> groups = new ArrayList<>();
    try (DatasetReader reader =
        DatasetReader.of(file, DatasetFormat.PARQUET)
            .columns(List.of())
            .batchRows(1 << 30)
            .open(allocator)) {
      while (reader.hasNext()) {
        try (ArrowBatch batch = reader.next()) {
          groups.add(batch.rows());
        }
      }
    }
    assertThat(groups.subList(0, 6)).containsOnly(32_768);
  }

  @Test
  void noRowsGiveAFileWithColumns() {
    Path file = folder.resolve("empty.parquet");
    try (ParquetWriter writer = ParquetWriter.create(file, FLAT, allocator)) {
      writer.finish();
    }
    Path rowless = folder.resolve("rowless.parquet");
    try (ParquetWriter writer = ParquetWriter.create(rowless, FLAT, allocator);
        ArrowBatch batch = batch(allocator, FLAT)) {
      writer.write(batch);
      writer.finish();
    }
    for (Path written : List.of(file, rowless)) {
      try (DatasetReader reader =
          DatasetReader.of(written, DatasetFormat.PARQUET).open(allocator)) {
        assertThat(reader.schema().getFields())
            .extracting(Field::getName)
            .containsExactly("a", "b", "c");
        assertThat(reader.totalRows()).hasValue(0);
        while (reader.hasNext()) {
          try (ArrowBatch batch = reader.next()) {
            assertThat(batch.rows()).isZero();
          }
        }
      }
    }
  }

  @Test
  void encodedColumnsAreWrittenAsTheirValues() {
    Path file = folder.resolve("codes.parquet");
    DictionaryEncoding encoding = new DictionaryEncoding(1, false, null);
    DictionaryProvider.MapDictionaryProvider dictionaries =
        new DictionaryProvider.MapDictionaryProvider();
    try (VarCharVector words = new VarCharVector("words", allocator.arrow());
        VarCharVector column = new VarCharVector("word", allocator.arrow())) {
      fill(words, "b", "a");
      fill(column, "a", "b", null, "a");
      Dictionary dictionary = new Dictionary(words, encoding);
      dictionaries.put(dictionary);
      VectorSchemaRoot root =
          VectorSchemaRoot.of((FieldVector) DictionaryEncoder.encode(column, dictionary));
      try (ArrowBatch batch = ArrowBatch.of(root, dictionaries);
          ParquetWriter writer = ParquetWriter.create(file, batch.schema(), allocator)) {
        writer.write(batch);
        writer.finish();
      }
    }
    assertThat(read(file).stream().map(row -> row.get(0))).containsExactly("a", "b", null, "a");
  }

  private static void fill(VarCharVector vector, String... values) {
    vector.allocateNew();
    for (int row = 0; row < values.length; row++) {
      if (values[row] == null) {
        vector.setNull(row);
      } else {
        vector.setSafe(row, values[row].getBytes(StandardCharsets.UTF_8));
      }
    }
    vector.setValueCount(values.length);
  }

  @Test
  void whatIsNotFinishedLeavesNothing() throws IOException {
    Path file = folder.resolve("half.parquet");
    try (ParquetWriter writer = ParquetWriter.create(file, FLAT, allocator);
        ArrowBatch batch = batch(allocator, FLAT, row(1f, "x", true))) {
      writer.write(batch);
      assertThat(names()).hasSize(1).allMatch(name -> name.startsWith(".half.parquet."));
    }
    assertThat(names()).isEmpty();
  }

  @Test
  void aFileSystemThatFailsTheNativesIsNamedAsSuch() throws IOException {
    Path file = folder.resolve("full.parquet");
    try (ParquetWriter writer = ParquetWriter.create(file, FLAT, allocator);
        ArrowBatch batch = batch(allocator, FLAT, row(1f, "x", true))) {
      writer.write(batch);
      Files.writeString(folder.resolve(names().get(0)).resolve("parquet"), "in the way");
      assertThatThrownBy(writer::finish)
          .isInstanceOf(ArrowFileFailure.class)
          .hasMessageStartingWith("Can't write '" + file + "'");
    }
    assertThat(names()).isEmpty();
  }

  @Test
  void aFolderIsRefusedAtOnce() throws IOException {
    Path empty = Files.createDirectory(folder.resolve("empty.parquet"));
    assertThatThrownBy(() -> ParquetWriter.create(empty, FLAT, allocator))
        .isInstanceOf(ArrowFileFailure.class)
        .hasMessageContaining("it is a folder");
    assertThat(names()).containsExactly("empty.parquet");
  }

  @Test
  void aBatchOfAnotherSchemaIsRefused() {
    Schema other = schema(field("a", DType.F64));
    try (ParquetWriter writer = ParquetWriter.create(folder.resolve("a.parquet"), FLAT, allocator);
        ArrowBatch batch = batch(allocator, other, row(1.0))) {
      assertThatThrownBy(() -> writer.write(batch)).isInstanceOf(UnsupportedArrowFile.class);
    }
  }

  @Test
  void aTypeThatParquetDoesNotHaveIsRefusedAtOnce() throws IOException {
    Schema union =
        new Schema(
            List.of(
                new Field(
                    "u",
                    FieldType.nullable(new ArrowType.Union(UnionMode.Sparse, new int[] {0})),
                    List.of(Field.nullable("i", new ArrowType.Int(32, true))))));
    assertThatThrownBy(() -> ParquetWriter.create(folder.resolve("u.parquet"), union, allocator))
        .isInstanceOf(UnsupportedArrowFile.class)
        .hasMessageContaining("u.parquet")
        .hasMessageContaining("column 'u' of type Union");
    assertThat(names()).isEmpty();
    assertThatThrownBy(
            () -> ParquetWriter.create(folder.resolve("no/such/a.parquet"), FLAT, allocator))
        .isInstanceOf(ArrowFileFailure.class)
        .hasMessageContaining("Can't create");
  }

  @Test
  void typesComeBackAsParquetHasThem() {
    ArrowType day = new ArrowType.Date(DateUnit.DAY);
    ArrowType decimal = new ArrowType.Decimal(10, 2, 128);
    ArrowType micros = new ArrowType.Timestamp(TimeUnit.MICROSECOND, null);
    ArrowType millis = new ArrowType.Timestamp(TimeUnit.MILLISECOND, null);
    Map<ArrowType, ArrowType> pairs = new LinkedHashMap<>();
    for (int bits : new int[] {8, 16, 32, 64}) {
      pairs.put(new ArrowType.Int(bits, true), new ArrowType.Int(bits, true));
      pairs.put(new ArrowType.Int(bits, false), new ArrowType.Int(bits, false));
    }
    for (ArrowType same :
        List.of(
            ArrowType.Bool.INSTANCE,
            ArrowType.Utf8.INSTANCE,
            ArrowType.Binary.INSTANCE,
            new ArrowType.FixedSizeBinary(5),
            new ArrowType.FloatingPoint(FloatingPointPrecision.HALF),
            new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE),
            new ArrowType.Time(TimeUnit.MILLISECOND, 32),
            new ArrowType.Timestamp(TimeUnit.NANOSECOND, "UTC"),
            day,
            decimal,
            micros,
            millis)) {
      pairs.put(same, same);
    }
    pairs.put(ArrowType.LargeUtf8.INSTANCE, ArrowType.Utf8.INSTANCE);
    pairs.put(new ArrowType.Timestamp(TimeUnit.SECOND, null), millis);
    pairs.put(new ArrowType.Date(DateUnit.MILLISECOND), day);
    pairs.put(new ArrowType.Duration(TimeUnit.MILLISECOND), new ArrowType.Int(64, true));
    List<Field> fields = new ArrayList<>();
    pairs.keySet().forEach(type -> fields.add(Field.nullable("c" + fields.size(), type)));
    Path file = folder.resolve("types.parquet");
    try (ParquetWriter writer = ParquetWriter.create(file, new Schema(fields), allocator)) {
      writer.finish();
    }
    try (DatasetReader reader = DatasetReader.of(file, DatasetFormat.PARQUET).open(allocator)) {
      assertThat(reader.schema().getFields().stream().map(Field::getType))
          .containsExactlyElementsOf(pairs.values());
    }
  }

  @Test
  void theMemoryOfWritingIsBounded() {
    Schema schema = schema(field("n", DType.I64));
    Path file = folder.resolve("large.parquet");
    int rows = 1 << 18;
    try (ArrowAllocator bounded = allocator.child("bounded", 160 << 20, "the test's limit");
        ParquetWriter writer = ParquetWriter.create(file, schema, bounded);
        ArrowBatch batch = numbers(schema, rows)) {
      for (int i = 0; i < 100; i++) {
        writer.write(batch);
      }
      writer.finish();
      assertThat(bounded.held()).isZero();
      assertThat(bounded.peak()).isLessThan(130L << 20);
    }
    try (DatasetReader reader = DatasetReader.of(file, DatasetFormat.PARQUET).open(allocator)) {
      assertThat(reader.totalRows()).hasValue(100L * rows);
    }
  }

  @Test
  void tooLittleMemoryIsOneClearErrorAndLeavesNothing() throws IOException {
    Schema schema = schema(field("n", DType.I64));
    ArrowAllocator little = allocator.child("little", 100_000, "the test's limit");
    try (ParquetWriter writer = ParquetWriter.create(folder.resolve("n.parquet"), schema, little);
        ArrowBatch batch = numbers(schema, 100_000)) {
      writer.write(batch);
      assertThatThrownBy(writer::finish)
          .isInstanceOf(AllocationLimitExceeded.class)
          .hasMessageContaining("raise the test's limit");
    }
    little.close();
    assertThat(names()).isEmpty();
  }

  private ArrowBatch numbers(Schema schema, int rows) {
    VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator.arrow());
    BigIntVector vector = (BigIntVector) root.getVector(0);
    vector.allocateNew(rows);
    for (int row = 0; row < rows; row++) {
      vector.set(row, row * 0x9E3779B97F4A7C15L);
    }
    root.setRowCount(rows);
    return ArrowBatch.of(root);
  }
}
