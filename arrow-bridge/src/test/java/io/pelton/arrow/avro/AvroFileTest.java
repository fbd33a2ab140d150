package io.pelton.arrow.avro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.arrow.AllocatorTestBase;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.ArrowFileFailure;
import io.pelton.arrow.InvalidAvro;
import io.pelton.arrow.NullNotAllowed;
import io.pelton.arrow.UnsupportedArrowFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.IntStream;
import org.apache.arrow.vector.IntVector;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Container files that Avro has written, whole and in ranges, and what a writer leaves. */
class AvroFileTest extends AllocatorTestBase {
  private static final Schema SCHEMA =
      AvroSchemas.parse(
          """
          {"type":"record","name":"R","fields":[
            {"name":"id","type":"int"},{"name":"text","type":"string"}]}\
          """);
  private static final int ROWS = 1000;

  @TempDir Path folder;

  private Path write(AvroCodec codec) throws IOException {
    Path file = folder.resolve(codec + ".avro");
    try (DataFileWriter<GenericRecord> writer =
        new DataFileWriter<>(new GenericDatumWriter<GenericRecord>(SCHEMA))) {
      writer.setCodec(CodecFactory.fromString(codec.header()));
      writer.setSyncInterval(700);
      writer.create(SCHEMA, file.toFile());
      for (int id = 0; id < ROWS; id++) {
        GenericRecord record = new GenericData.Record(SCHEMA);
        record.put("id", id);
        record.put("text", "row " + id * 7919);
        writer.append(record);
      }
    }
    return file;
  }

  private static List<Integer> all() {
    return IntStream.range(0, ROWS).boxed().toList();
  }

  private static List<Integer> ids(AvroFileReader reader) {
    List<Integer> ids = new ArrayList<>();
    while (reader.hasNext()) {
      try (ArrowBatch batch = reader.next()) {
        IntVector column = (IntVector) batch.vector("id");
        for (int row = 0; row < batch.rows(); row++) {
          ids.add(column.get(row));
          assertThat(batch.vector("text").getObject(row).toString())
              .isEqualTo("row " + column.get(row) * 7919);
        }
      }
    }
    return ids;
  }

  private AvroFileReader range(Path file, long from, long end) throws IOException {
    return AvroFileReader.open(
        FileChannel.open(file), file.toString(), AvroOptions.defaults(), allocator, from, end);
  }

  @ParameterizedTest
  @EnumSource(AvroCodec.class)
  void everyCodecOfAvro(AvroCodec codec) throws IOException {
    Path file = write(codec);
    try (AvroFileReader reader = AvroFileReader.open(file, AvroOptions.defaults(), allocator)) {
      assertThat(reader.totalRows()).hasValue(ROWS);
      assertThat(reader.writerSchema()).isEqualTo(SCHEMA);
      assertThat(ids(reader)).isEqualTo(all());
      assertThat(reader.totalRows()).hasValue(ROWS);
    }
  }

  /** Wherever a file is cut, each of its records is read once. */
  @Test
  void rangesThatTouchShareAFile() throws IOException {
    Path file = write(AvroCodec.DEFLATE);
    long size = Files.size(file);
    for (long cut = 0; cut <= size; cut += cut < 600 ? 1 : 97) {
      try (AvroFileReader left = range(file, 0, cut);
          AvroFileReader right = range(file, cut, size)) {
        long rows = left.totalRows().orElseThrow();
        List<Integer> ids = ids(left);
        assertThat(ids).hasSize((int) rows);
        ids.addAll(ids(right));
        assertThat(ids).isEqualTo(all());
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 0", "7, 3", "64, 5", "100, 9", "1000, 0", "333, 3", "333, 4"})
  void batchesArePassedOver(int batchRows, int skipped) throws IOException {
    Path file = write(AvroCodec.NULL);
    AvroOptions options = AvroOptions.defaults().withBatchRows(batchRows);
    try (AvroFileReader reader = AvroFileReader.open(file, options, allocator)) {
      reader.skip(skipped);
      assertThat(reader.position()).isEqualTo(skipped);
      int first = Math.min(ROWS, batchRows * skipped);
      assertThat(ids(reader)).isEqualTo(all().subList(first, ROWS));
      assertThat(reader.position()).isEqualTo((ROWS + batchRows - 1) / batchRows);
      assertThatThrownBy(() -> reader.skip(1)).isInstanceOf(NoSuchElementException.class);
      assertThatThrownBy(reader::next).isInstanceOf(NoSuchElementException.class);
    }
  }

  @Test
  void aBatchOutlivesItsReader() throws IOException {
    ArrowBatch batch;
    try (AvroFileReader reader =
        AvroFileReader.open(write(AvroCodec.SNAPPY), AvroOptions.defaults(), allocator)) {
      batch = reader.next();
    }
    try (batch) {
      assertThat(((IntVector) batch.vector("id")).get(ROWS - 1)).isEqualTo(ROWS - 1);
    }
  }

  @Test
  void whatIsNoAvroFileIsRefused() throws IOException {
    Path other = Files.writeString(folder.resolve("other.avro"), "no Avro at all");
    assertThatThrownBy(() -> AvroFileReader.open(other, AvroOptions.defaults(), allocator))
        .isInstanceOf(InvalidAvro.class)
        .hasMessageContaining("other.avro")
        .hasMessageContaining("no Avro container file");
    Path missing = folder.resolve("missing.avro");
    assertThatThrownBy(() -> AvroFileReader.open(missing, AvroOptions.defaults(), allocator))
        .isInstanceOf(ArrowFileFailure.class);
  }

  @Test
  void anUnknownCodecIsNamed() throws IOException {
    byte[] bytes = Files.readAllBytes(write(AvroCodec.NULL));
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    Path file = folder.resolve("lzma.avro");
    Files.writeString(
        file, text.replace("codec\bnull", "codec\blzma"), StandardCharsets.ISO_8859_1);
    assertThatThrownBy(() -> AvroFileReader.open(file, AvroOptions.defaults(), allocator))
        .isInstanceOf(UnsupportedArrowFile.class)
        .hasMessageContaining("the codec 'lzma'");
  }

  @Test
  void aFileAppearsWhenItIsFinished() throws IOException {
    Path file = folder.resolve("out.avro");
    try (AvroFileReader reader =
            AvroFileReader.open(write(AvroCodec.NULL), AvroOptions.defaults(), allocator);
        ArrowBatch batch = reader.next()) {
      try (AvroFileWriter writer =
          AvroFileWriter.create(file, batch.schema(), AvroCodec.ZSTANDARD)) {
        writer.write(batch);
        assertThat(file).doesNotExist();
      }
      assertThat(folder.toFile().list()).containsExactly("NULL.avro");
      try (AvroFileWriter writer =
          AvroFileWriter.create(file, batch.schema(), AvroCodec.ZSTANDARD)) {
        writer.write(batch);
        writer.finish();
        assertThat(writer.rows()).isEqualTo(ROWS);
        assertThatThrownBy(() -> writer.write(batch)).isInstanceOf(IllegalStateException.class);
      }
    }
    try (AvroFileReader reader = AvroFileReader.open(file, AvroOptions.defaults(), allocator)) {
      assertThat(reader.writerSchema()).isEqualTo(SCHEMA);
      assertThat(ids(reader)).isEqualTo(all());
    }
  }

  @Test
  void aRowThatDoesNotFitLeavesNothingInTheFile() throws IOException {
    Schema nullable =
        AvroSchemas.parse(
            """
            {"type":"record","name":"R","fields":[{"name":"id","type":["null","int"]}]}\
            """);
    Schema strict =
        AvroSchemas.parse(
            """
            {"type":"record","name":"R","fields":[{"name":"id","type":"int"}]}\
            """);
    Path file = folder.resolve("strict.avro");
    try (AvroDecoder decoder = AvroDecoder.create(nullable, AvroOptions.defaults(), allocator)) {
      decoder.add(new byte[] {2, 2});
      decoder.add(new byte[] {0});
      try (ArrowBatch batch = decoder.finish();
          AvroFileWriter writer =
              AvroFileWriter.create(file, batch.schema(), strict, AvroCodec.NULL)) {
        assertThatThrownBy(() -> writer.write(batch))
            .isInstanceOfSatisfying(
                NullNotAllowed.class,
                e -> {
                  assertThat(e.column()).isEqualTo("id");
                  assertThat(e.row()).isEqualTo(1);
                });
        assertThat(writer.rows()).isEqualTo(1);
        writer.finish();
      }
    }
    try (AvroFileReader reader = AvroFileReader.open(file, AvroOptions.defaults(), allocator)) {
      assertThat(reader.totalRows()).hasValue(1);
      reader.next().close();
    }
  }
}
