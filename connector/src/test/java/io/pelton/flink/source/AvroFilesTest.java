package io.pelton.flink.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.avro.AvroSchemas;
import io.pelton.arrow.io.BatchReader;
import io.pelton.flink.source.BatchFormat.Contents;
import io.pelton.flink.source.BatchFormat.Piece;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.arrow.vector.BigIntVector;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pieces of Avro files. */
class AvroFilesTest {
  private static final Schema SCHEMA =
      AvroSchemas.parse(
          """
          {"type":"record","name":"R","fields":[
            {"name":"text","type":"string"},{"name":"id","type":"long"}]}\
          """);
  private static final int ROWS = 20_000;

  @TempDir Path folder;

  private SourceFile write() throws IOException {
    Path file = folder.resolve("rows.avro");
    try (DataFileWriter<GenericRecord> writer =
        new DataFileWriter<>(new GenericDatumWriter<GenericRecord>(SCHEMA))) {
      writer.setCodec(CodecFactory.deflateCodec(1));
      writer.setSyncInterval(20_000);
      writer.create(SCHEMA, file.toFile());
      for (long id = 0; id < ROWS; id++) {
        GenericRecord record = new GenericData.Record(SCHEMA);
        record.put("text", "row " + Long.toString(id * 0x9E3779B97F4A7C15L, 36));
        record.put("id", id);
        writer.append(record);
      }
    }
    return new SourceFile(file.toUri().toString(), SourceFile.UNKNOWN);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 1000})
  void togetherAreTheFile(int pieces) throws IOException {
    SourceFile file = write();
    assertThat(FileFormat.of(file)).isEqualTo(FileFormat.AVRO_FILE);
    AvroFiles format = new AvroFiles();
    try (ArrowAllocator allocator = ArrowAllocator.open("test")) {
      Contents contents = format.inspect(file, pieces, true, allocator);
      assertThat(contents.schema()).isEqualTo(AvroSchemas.toArrow(SCHEMA));
      assertThat(contents.pieces()).hasSizeBetween(Math.min(pieces, 3), pieces);
      List<Long> ids = new ArrayList<>();
      for (Piece piece : contents.pieces()) {
        int before = ids.size();
        try (BatchReader reader =
            format.open(file, piece.from(), piece.end(), List.of("id"), allocator)) {
          assertThat(reader.schema().getFields()).hasSize(1);
          while (reader.hasNext()) {
            try (ArrowBatch batch = reader.next()) {
              for (int row = 0; row < batch.rows(); row++) {
                ids.add(((BigIntVector) batch.vector("id")).get(row));
              }
            }
          }
        }
        assertThat(ids.size() - before).isEqualTo((int) piece.rows());
      }
      assertThat(ids).isEqualTo(LongStream.range(0, ROWS).boxed().toList());
    }
  }

  @Test
  void aReaderGoesOnWhereItWas() throws IOException {
    SourceFile file = write();
    try (ArrowAllocator allocator = ArrowAllocator.open("test");
        BatchReader reader =
            new AvroFiles().open(file, 0, Integer.MAX_VALUE, List.of("id"), allocator)) {
      reader.skip(2);
      assertThat(reader.position()).isEqualTo(2);
      try (ArrowBatch batch = reader.next()) {
        assertThat(((BigIntVector) batch.vector("id")).get(0)).isEqualTo(2 * 8192);
      }
      assertThat(reader.hasNext()).isFalse();
    }
  }
}
