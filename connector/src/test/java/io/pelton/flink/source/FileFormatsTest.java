package io.pelton.flink.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.io.Compression;
import io.pelton.arrow.io.IpcFileReader;
import io.pelton.arrow.io.IpcStreamWriter;
import io.pelton.flink.AmountsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.dataset.file.DatasetFileWriter;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** The same rows in every format that can be written here; ORC can't. */
class FileFormatsTest {
  private static final int BATCHES = 5;
  private static final int BATCH_ROWS = 10;
  private static final int ROWS = BATCHES * BATCH_ROWS;

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(value = FileFormat.class, mode = Mode.EXCLUDE, names = "ORC")
  void formatsAreToldByTheirFirstBytes(FileFormat format) throws Exception {
    Path file = write(format);
    assertThat(FileFormat.of(new SourceFile(file.toString(), SourceFile.UNKNOWN)))
        .isEqualTo(format);
  }

  @ParameterizedTest
  @EnumSource(FileFormat.class)
  void firstBytesSuffice(FileFormat format) throws IOException {
    byte[] magic =
        switch (format) {
          case ARROW_FILE -> new byte[] {'A', 'R', 'R', 'O', 'W', '1', 0, 0};
          case ARROW_STREAM -> new byte[] {-1, -1, -1, -1};
          case PARQUET -> new byte[] {'P', 'A', 'R', '1', 21};
          case ORC -> new byte[] {'O', 'R', 'C', 8, 3};
          case AVRO -> new byte[] {'O', 'b', 'j', 1};
        };
    Path file = Files.write(folder.resolve("magic"), magic);
    assertThat(FileFormat.of(new SourceFile(file.toString(), magic.length))).isEqualTo(format);
  }

  @ParameterizedTest
  @EnumSource(value = FileFormat.class, mode = Mode.EXCLUDE, names = "ORC")
  void readersShareAndGoOnAtEveryBatch(FileFormat format) throws Exception {
    ArrowSource source = ArrowSource.of(write(format).toString());
    assertThat(source.schema().getFields()).extracting("name").containsExactly("x", "amount");
    List<ArrowSplit> splits = new EnumeratorHarness(source, 1).look().drain(0);
    boolean shared = format == FileFormat.ARROW_FILE || format == FileFormat.AVRO;
    assertThat(splits.size() > 1).isEqualTo(shared);
    for (int before = 0; before <= BATCHES; before++) {
      List<Row> rows = new ArrayList<>();
      List<ArrowSplit> state;
      try (ReaderHarness reader = new ReaderHarness(source, splits)) {
        reader.reader.notifyNoMoreSplits();
        reader.read(before);
        state = reader.snapshot();
        rows.addAll(reader.rows);
      }
      try (ReaderHarness reader = new ReaderHarness(source, state)) {
        rows.addAll(reader.readAll().rows);
      }
      assertThat(rows).as("after " + before).containsExactlyInAnyOrderElementsOf(rows(0, ROWS));
    }
  }

  @ParameterizedTest
  @EnumSource(value = FileFormat.class, mode = Mode.EXCLUDE, names = "ORC")
  void columnsAreChosen(FileFormat format) throws Exception {
    ArrowSource source = ArrowSource.of(write(format).toString()).withColumns("amount", "x");
    assertThat(source.schema().getFields()).extracting("name").containsExactly("amount", "x");
    List<ArrowSplit> splits = new EnumeratorHarness(source, 1).look().drain(0);
    try (ReaderHarness reader = new ReaderHarness(source, splits)) {
      assertThat(reader.readAll().rows).contains(Row.of("0.875", 7f)).hasSize(ROWS);
    }
  }

  @ParameterizedTest
  @EnumSource(value = FileFormat.class, mode = Mode.EXCLUDE, names = "ORC")
  void limitsAreExact(FileFormat format) throws Exception {
    Path file = write(format);
    for (int limit : new int[] {1, 10, 33, ROWS, ROWS + 1}) {
      ArrowSource source = ArrowSource.of(file.toString()).withLimit(limit);
      List<ArrowSplit> splits = new EnumeratorHarness(source, 3).look().drain(0);
      try (ReaderHarness reader = new ReaderHarness(source, splits)) {
        assertThat(reader.readAll().rows).isEqualTo(rows(0, Math.min(limit, ROWS)));
      }
    }
  }

  private static List<Row> rows(int from, int end) {
    return IntStream.range(from, end)
        .mapToObj(i -> Row.of((float) i, Double.toString(i / 8.0)))
        .toList();
  }

  private Path write(FileFormat format) throws Exception {
    Path file = folder.resolve("amounts");
    Path arrow = AmountsFile.write(folder.resolve(".arrow"), BATCHES, BATCH_ROWS);
    switch (format) {
      case ARROW_FILE -> Files.copy(arrow, file);
      case ARROW_STREAM -> writeStream(arrow, file);
      case PARQUET -> writeParquet(arrow, file);
      case AVRO -> writeAvro(file);
      case ORC -> throw new IllegalArgumentException("nothing here writes ORC");
    }
    return file;
  }

  private static void writeStream(Path arrow, Path file) {
    try (ArrowAllocator allocator = ArrowAllocator.open("test");
        IpcFileReader reader = IpcFileReader.open(arrow, allocator);
        IpcStreamWriter writer =
            IpcStreamWriter.create(file, reader.schema(), Compression.NONE, allocator)) {
      reader.forEachRemaining(
          batch -> {
            writer.write(batch);
            batch.close();
          });
      writer.finish();
    }
  }

  private static void writeParquet(Path arrow, Path file) throws Exception {
    Path written = Files.createDirectory(file.resolveSibling("parquet"));
    // not closed: the natives give back what they were lent a little after they are done
    RootAllocator allocator = new RootAllocator();
    try (ArrowFileReader reader = new ArrowFileReader(Files.newByteChannel(arrow), allocator)) {
      DatasetFileWriter.write(
          allocator,
          reader,
          org.apache.arrow.dataset.file.FileFormat.PARQUET,
          written.toUri().toString());
    }
    try (var files = Files.list(written)) {
      Files.move(files.findFirst().orElseThrow(), file);
    }
  }

  private static void writeAvro(Path file) throws IOException {
    Schema schema =
        SchemaBuilder.record("amounts")
            .fields()
            .optionalFloat("x")
            .optionalString("amount")
            .endRecord();
    try (DataFileWriter<GenericRecord> writer =
        new DataFileWriter<>(new GenericDatumWriter<GenericRecord>(schema))) {
      writer.setSyncInterval(32);
      writer.create(schema, file.toFile());
      for (Row row : rows(0, ROWS)) {
        writer.append(
            new GenericRecordBuilder(schema)
                .set("x", row.getField(0))
                .set("amount", row.getField(1))
                .build());
      }
    }
  }
}
