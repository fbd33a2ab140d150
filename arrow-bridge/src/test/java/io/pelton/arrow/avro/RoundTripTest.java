package io.pelton.arrow.avro;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.arrow.AllocatorTestBase;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.io.Compression;
import io.pelton.arrow.io.IpcFileReader;
import io.pelton.arrow.io.IpcFileWriter;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.avro.Schema;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.IndexedRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random schemas and data from Avro to Arrow and back are what they were, byte for byte. */
class RoundTripTest extends AllocatorTestBase {
  private static final int CASES = 1000;
  private static final List<AvroCodec> CODECS = List.of(AvroCodec.values());

  @TempDir Path folder;

  @Test
  void randomSchemasAndData() throws IOException {
    long first = new Random().nextLong();
    for (int i = 0; i < CASES; i++) {
      long seed = first + i;
      try {
        check(seed, i % 10 == 0);
      } catch (Throwable failure) {
        throw new AssertionError("seed " + seed + "L", failure);
      }
    }
  }

  private void check(long seed, boolean asFile) throws IOException {
    Random random = new Random(seed);
    RandomAvro avro = new RandomAvro(random);
    Schema schema = avro.schema();
    List<Object> values = new ArrayList<>();
    List<byte[]> bytes = new ArrayList<>();
    List<Object> expected = new ArrayList<>();
    for (int i = random.nextInt(20); i > 0; i--) {
      Object value = avro.value(schema);
      values.add(value);
      bytes.add(RandomAvro.bytes(schema, value));
      expected.add(row(schema, value));
    }
    try (AvroDecoder decoder = AvroDecoder.create(schema, AvroOptions.defaults(), allocator)) {
      for (int i = 0; i < values.size(); i++) {
        if (random.nextBoolean() && values.get(i) instanceof IndexedRecord record) {
          decoder.add(record);
        } else {
          decoder.add(bytes.get(i));
        }
      }
      try (ArrowBatch batch = decoder.finish()) {
        assertThat(AvroValues.rows(batch)).isEqualTo(expected);
        Schema again = AvroSchemas.toAvro(batch.schema());
        assertThat(again).isEqualTo(schema);
        assertThat(AvroEncoder.of(again).values(batch)).containsExactlyElementsOf(bytes);
        int cut = random.nextInt(batch.rows() + 1);
        try (ArrowBatch part = batch.slice(cut, batch.rows() - cut)) {
          assertThat(AvroEncoder.of(again).values(part))
              .containsExactlyElementsOf(bytes.subList(cut, bytes.size()));
        }
        if (asFile) {
          checkIpc(batch, schema, bytes);
          checkFile(batch, schema, expected, CODECS.get(random.nextInt(CODECS.size())));
        }
      }
    }
    assertThat(allocator.held()).isZero();
  }

  static Object row(Schema schema, Object value) {
    Object plain = AvroValues.of(schema, value);
    if (schema.getType() == Schema.Type.RECORD) {
      return plain;
    }
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("value", plain);
    return row;
  }

  /** By way of an Arrow file, which keeps the schema and the dictionaries. */
  private void checkIpc(ArrowBatch batch, Schema schema, List<byte[]> bytes) {
    Path file = folder.resolve("case.arrow");
    try (IpcFileWriter writer =
        IpcFileWriter.create(file, batch.schema(), Compression.NONE, allocator)) {
      writer.write(batch);
      writer.finish();
    }
    try (IpcFileReader reader = IpcFileReader.open(file, allocator);
        ArrowBatch again = reader.next()) {
      assertThat(AvroSchemas.toAvro(reader.schema())).isEqualTo(schema);
      assertThat(AvroEncoder.of(schema).values(again)).containsExactlyElementsOf(bytes);
    }
  }

  private void checkFile(ArrowBatch batch, Schema schema, List<Object> expected, AvroCodec codec)
      throws IOException {
    File file = folder.resolve("case.avro").toFile();
    try (AvroFileWriter writer = AvroFileWriter.create(file.toPath(), batch.schema(), codec)) {
      writer.write(batch);
      writer.finish();
    }
    List<Object> rows = new ArrayList<>();
    try (DataFileReader<Object> reader = new DataFileReader<>(file, new GenericDatumReader<>())) {
      assertThat(reader.getSchema()).isEqualTo(schema);
      reader.forEachRemaining(value -> rows.add(row(schema, value)));
    }
    assertThat(rows).isEqualTo(expected);
    List<Map<String, Object>> found = new ArrayList<>();
    try (AvroFileReader reader =
        AvroFileReader.open(file.toPath(), AvroOptions.defaults(), allocator)) {
      assertThat(reader.schema()).isEqualTo(batch.schema());
      while (reader.hasNext()) {
        try (ArrowBatch again = reader.next()) {
          found.addAll(AvroValues.rows(again));
        }
      }
    }
    assertThat(found).isEqualTo(expected);
  }
}
