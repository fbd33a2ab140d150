package io.pelton.arrow.io;

import static io.pelton.arrow.Columns.batch;
import static io.pelton.arrow.Columns.field;
import static io.pelton.arrow.Columns.row;
import static io.pelton.arrow.Columns.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pelton.arrow.AllocatorTestBase;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.ArrowFileFailure;
import io.pelton.arrow.UnsupportedArrowFile;
import io.pelton.engine.tensor.DType;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class IpcFileTest extends AllocatorTestBase {
  private static final Schema SCHEMA =
      schema(
          field("number", DType.F64),
          field("text", DType.STRING),
          field("flag", DType.BOOL),
          field("count", DType.I64));

  @TempDir Path folder;

  private ArrowBatch some() {
    return batch(
        allocator,
        SCHEMA,
        row(1.5, "one", true, 1L),
        row(null, null, null, null),
        row(-0.0, "", false, Long.MIN_VALUE));
  }

  @ParameterizedTest
  @EnumSource(Compression.class)
  void whatIsWrittenIsRead(Compression compression) {
    Path file = folder.resolve("some.arrow");
    try (IpcFileWriter writer = IpcFileWriter.create(file, SCHEMA, compression, allocator);
        ArrowBatch batch = some()) {
      writer.write(batch);
      writer.write(batch);
      writer.finish();
      assertThat(writer.rows()).isEqualTo(6);
    }
    try (IpcFileReader reader = IpcFileReader.open(file, allocator)) {
      assertThat(reader.schema()).isEqualTo(SCHEMA);
      assertThat(reader.batches()).isEqualTo(2);
      assertThat(reader.rows()).isEqualTo(6);
      reader.seek(1);
      try (ArrowBatch batch = reader.next();
          ArrowBatch expected = some()) {
        assertSame(batch, expected);
      }
      assertThat(reader.hasNext()).isFalse();
    }
  }

  static void assertSame(ArrowBatch batch, ArrowBatch expected) {
    assertThat(batch.rows()).isEqualTo(expected.rows());
    for (int column = 0; column < batch.columns(); column++) {
      for (int row = 0; row < batch.rows(); row++) {
        assertThat(batch.vector(column).getObject(row))
            .isEqualTo(expected.vector(column).getObject(row));
      }
    }
  }

  @Test
  void batchesOutliveTheReader() {
    Path file = written(Compression.LZ4);
    IpcFileReader reader = IpcFileReader.open(file, allocator);
    try (ArrowBatch batch = reader.next();
        ArrowBatch expected = some()) {
      reader.close();
      assertSame(batch, expected);
    }
  }

  private Path written(Compression compression) {
    Path file = folder.resolve("written.arrow");
    try (IpcFileWriter writer = IpcFileWriter.create(file, SCHEMA, compression, allocator);
        ArrowBatch batch = some()) {
      writer.write(batch);
      writer.finish();
    }
    return file;
  }

  @Test
  void anUnfinishedFileLeavesNothing() throws IOException {
    Path file = folder.resolve("unfinished.arrow");
    try (IpcFileWriter writer = IpcFileWriter.create(file, SCHEMA, Compression.NONE, allocator);
        ArrowBatch batch = some()) {
      writer.write(batch);
    }
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void othersMayReadTheFileAsAnyOther() throws IOException {
    assumeTrue(FileSystems.getDefault().supportedFileAttributeViews().contains("posix"));
    Path other = Files.createFile(folder.resolve("other"));
    assertThat(Files.getPosixFilePermissions(written(Compression.NONE)))
        .isEqualTo(Files.getPosixFilePermissions(other));
  }

  @Test
  void anEmptyBatchHasItsOneOffset() throws IOException {
    Path file = folder.resolve("empty.arrow");
    try (IpcFileWriter writer = IpcFileWriter.create(file, SCHEMA, Compression.NONE, allocator);
        ArrowBatch batch = batch(allocator, SCHEMA);
        ArrowBatch full = some();
        ArrowBatch sliced = full.slice(1, 0)) {
      writer.write(batch);
      writer.write(sliced);
      writer.finish();
    }
    try (IpcSource source = new IpcSource("empty", FileChannel.open(file))) {
      for (BlockRange range : IpcFooter.read(source).batches()) {
        RecordBatch header = IpcMessage.read(source, range).batch();
        assertThat(header.buffers(3).length()).as("offsets of column 'text'").isEqualTo(4);
      }
    }
    try (IpcFileReader reader = IpcFileReader.open(file, allocator);
        ArrowBatch batch = reader.next()) {
      assertThat(batch.rows()).isZero();
    }
  }

  @Test
  void refusesABatchOfAnotherSchema() {
    try (IpcFileWriter writer =
            IpcFileWriter.create(folder.resolve("a.arrow"), SCHEMA, Compression.NONE, allocator);
        ArrowBatch other = batch(allocator, schema(field("a", DType.F32)), row(1f))) {
      assertThatThrownBy(() -> writer.write(other))
          .isInstanceOf(UnsupportedArrowFile.class)
          .hasMessageContaining("one schema to one file");
    }
  }

  @Test
  void aMissingFileIsNamed() {
    assertThatThrownBy(() -> IpcFileReader.open(folder.resolve("nowhere.arrow"), allocator))
        .isInstanceOf(ArrowFileFailure.class)
        .hasMessageContaining("nowhere.arrow")
        .hasMessageContaining("check the path");
    assertThatThrownBy(() -> IpcFileReader.open(folder, allocator))
        .isInstanceOf(ArrowFileFailure.class)
        .hasMessageContaining("it is a folder");
    assertThatThrownBy(
            () ->
                IpcFileWriter.create(
                    folder.resolve("no/such/folder.arrow"), SCHEMA, Compression.NONE, allocator))
        .isInstanceOf(ArrowFileFailure.class)
        .hasMessageContaining("folder.arrow");
  }
}
