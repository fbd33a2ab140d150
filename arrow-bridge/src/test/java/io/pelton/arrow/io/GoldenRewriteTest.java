package io.pelton.arrow.io;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.arrow.AllocatorTestBase;
import io.pelton.arrow.ArrowBatch;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.compression.CommonsCompressionFactory;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.JsonFileReader;
import org.apache.arrow.vector.ipc.SeekableReadChannel;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.arrow.vector.util.ByteArrayReadableSeekableByteChannel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the bridge writes of every golden content is what Arrow's own readers find there. */
class GoldenRewriteTest extends AllocatorTestBase {
  @TempDir Path temporary;

  @Test
  void everyContent() throws IOException {
    List<Path> contents =
        GoldenFiles.all().stream()
            .filter(file -> file.toString().endsWith(".stream"))
            .filter(file -> GoldenFilesTest.refusal(file) == null)
            .toList();
    assertThat(contents).hasSizeGreaterThan(60);
    for (Path file : contents) {
      compareWithJson(file, copies(file));
    }
  }

  /** Arrow's readers of the content as files and streams in each compression. */
  private Map<String, ArrowReader> copies(Path file) throws IOException {
    Map<String, ArrowReader> copies = new LinkedHashMap<>();
    for (Compression compression : Compression.values()) {
      copies.put("file, " + compression, file(file, compression));
      copies.put("stream, " + compression, stream(file, compression));
    }
    return copies;
  }

  private ArrowReader file(Path file, Compression compression) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (BatchReader reader = GoldenFiles.open(file, allocator);
        IpcFileWriter writer =
            IpcFileWriter.to(
                Channels.newChannel(bytes), "copy", reader.schema(), compression, allocator)) {
      copy(reader, writer);
    }
    return new ArrowFileReader(
        new SeekableReadChannel(new ByteArrayReadableSeekableByteChannel(bytes.toByteArray())),
        allocator.arrow(),
        CommonsCompressionFactory.INSTANCE);
  }

  private ArrowReader stream(Path file, Compression compression) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (BatchReader reader = GoldenFiles.open(file, allocator);
        IpcStreamWriter writer =
            IpcStreamWriter.to(bytes, "copy", reader.schema(), compression, allocator)) {
      copy(reader, writer);
    }
    return new ArrowStreamReader(
        new ByteArrayReadableSeekableByteChannel(bytes.toByteArray()),
        allocator.arrow(),
        CommonsCompressionFactory.INSTANCE);
  }

  private static void copy(BatchReader reader, BatchWriter writer) {
    while (reader.hasNext()) {
      try (ArrowBatch batch = reader.next()) {
        writer.write(batch);
      }
    }
    writer.finish();
  }

  private void compareWithJson(Path file, Map<String, ArrowReader> copies) throws IOException {
    try (JsonFileReader expected = GoldenFiles.json(file, temporary, allocator.arrow())) {
      Schema schema = expected.start();
      int batches = 0;
      for (VectorSchemaRoot root = expected.read(); root != null; root = expected.read()) {
        try (VectorSchemaRoot each = root) {
          for (Map.Entry<String, ArrowReader> copy : copies.entrySet()) {
            String where = file + " as " + copy.getKey() + ", batch " + batches;
            compareNext(where, copy.getValue(), each, expected);
          }
        }
        batches++;
      }
      for (Map.Entry<String, ArrowReader> copy : copies.entrySet()) {
        try (ArrowReader reader = copy.getValue()) {
          String where = file + " as " + copy.getKey();
          assertThat(reader.getVectorSchemaRoot().getSchema().getCustomMetadata())
              .as(where)
              .isEqualTo(schema.getCustomMetadata());
          assertThat(reader.loadNextBatch()).as(where).isFalse();
        }
      }
    }
  }

  private static void compareNext(
      String where, ArrowReader copy, VectorSchemaRoot wanted, DictionaryProvider dictionaries)
      throws IOException {
    assertThat(copy.loadNextBatch()).as(where).isTrue();
    VectorSchemaRoot found = copy.getVectorSchemaRoot();
    assertThat(found.getRowCount()).as(where).isEqualTo(wanted.getRowCount());
    for (int column = 0; column < wanted.getFieldVectors().size(); column++) {
      GoldenFiles.compare(
          where, found.getVector(column), copy, wanted.getVector(column), dictionaries);
    }
  }
}
