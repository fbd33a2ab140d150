package io.pelton.flink.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.arrow.AllocationLimitExceeded;
import io.pelton.arrow.io.Compression;
import io.pelton.flink.error.UnwritableValue;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.apache.arrow.compression.CommonsCompressionFactory;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.dictionary.DictionaryEncoder;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.util.ByteArrayReadableSeekableByteChannel;
import org.apache.flink.api.common.serialization.BulkWriter;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ArrowBulkWriterTest {
  private static final RowType TYPE =
      (RowType)
          DataTypes.ROW(
                  DataTypes.FIELD("id", DataTypes.INT().notNull()),
                  DataTypes.FIELD("text", DataTypes.STRING()))
              .getLogicalType();

  private final Output out = new Output();

  @AfterEach
  void allMemoryIsFree() {
    assertThat(Reading.isOpen()).isFalse();
  }

  /** A stream that must not be closed by the writer. */
  private static final class Output extends FSDataOutputStream {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @Override
    public long getPos() {
      return bytes.size();
    }

    @Override
    public void write(int value) {
      bytes.write(value);
    }

    @Override
    public void write(byte[] source, int offset, int length) {
      bytes.write(source, offset, length);
    }

    @Override
    public void flush() {
      // all is there
    }

    @Override
    public void sync() {
      // all is there
    }

    @Override
    public void close() {
      throw new AssertionError("Flink closes the stream");
    }
  }

  private BulkWriter<RowData> writer(WriterSettings settings) {
    return new ArrowBulkWriterFactory(TYPE, settings).create(out);
  }

  private static WriterSettings settings(Compression compression, int rows, long bytes) {
    return new WriterSettings(1 << 24, compression, rows, bytes, Set.of("text"));
  }

  private static RowData row(int id) {
    return GenericRowData.of(id, id % 3 == 0 ? null : StringData.fromString("text " + id % 5));
  }

  @ParameterizedTest
  @EnumSource(Compression.class)
  void arrowsOwnReaderReadsWhatIsWritten(Compression compression) throws IOException {
    BulkWriter<RowData> writer = writer(settings(compression, 10, 1 << 20));
    for (int id = 0; id < 25; id++) {
      writer.addElement(row(id));
    }
    writer.flush();
    writer.finish();

    List<Integer> batches = new ArrayList<>();
    int id = 0;
    try (BufferAllocator allocator = new RootAllocator();
        ArrowFileReader reader =
            new ArrowFileReader(
                new ByteArrayReadableSeekableByteChannel(out.bytes.toByteArray()),
                allocator,
                CommonsCompressionFactory.INSTANCE)) {
      while (reader.loadNextBatch()) {
        FieldVector indices = reader.getVectorSchemaRoot().getVector("text");
        long dictionary = indices.getField().getDictionary().getId();
        batches.add(reader.getVectorSchemaRoot().getRowCount());
        try (VarCharVector texts =
            (VarCharVector) DictionaryEncoder.decode(indices, reader.lookup(dictionary))) {
          for (int i = 0; i < texts.getValueCount(); i++) {
            assertThat(texts.getObject(i))
                .isEqualTo(
                    id % 3 == 0 ? null : new org.apache.arrow.vector.util.Text("text " + id % 5));
            id++;
          }
        }
      }
    }
    assertThat(batches).containsExactly(10, 10, 5);
  }

  @Test
  void batchesEndAtTheirBytes() throws IOException {
    BulkWriter<RowData> writer = writer(settings(Compression.NONE, 1_000_000, 1_000));
    for (int id = 0; id < 500; id++) {
      writer.addElement(row(id));
    }
    writer.finish();
    assertThat(out.bytes.size()).isGreaterThan(500 * 8);
    try (BufferAllocator allocator = new RootAllocator();
        ArrowFileReader reader =
            new ArrowFileReader(
                new ByteArrayReadableSeekableByteChannel(out.bytes.toByteArray()), allocator)) {
      assertThat(reader.getRecordBlocks()).hasSizeBetween(3, 6);
    }
  }

  @Test
  void aRowThatDoesNotFitEndsTheWriter() throws IOException {
    BulkWriter<RowData> writer = writer(settings(Compression.NONE, 10, 1 << 20));
    writer.addElement(row(1));
    assertThatThrownBy(() -> writer.addElement(GenericRowData.of(null, null)))
        .isInstanceOf(UnwritableValue.class)
        .hasMessageContaining("'id'");
  }

  @Test
  void theLimitOfMemoryHolds() {
    BulkWriter<RowData> writer =
        writer(new WriterSettings(1 << 16, Compression.NONE, 1 << 20, 1 << 20, Set.of()));
    assertThatThrownBy(
            () -> {
              for (int id = 0; id < 100_000; id++) {
                writer.addElement(row(id));
              }
            })
        .isInstanceOf(AllocationLimitExceeded.class)
        .hasMessageContaining("'arrow.memory-limit'");
  }

  /** As Flink does with files of a task that is cancelled. */
  @Test
  void aWriterThatIsDroppedIsFreedOnceNobodySeesIt() throws IOException {
    drop();
    long deadline = System.nanoTime() + 30_000_000_000L;
    while (Reading.isOpen() && System.nanoTime() < deadline) {
      System.gc();
      LockSupport.parkNanos(1_000_000);
    }
    assertThat(Reading.isOpen()).isFalse();
  }

  private void drop() throws IOException {
    writer(settings(Compression.NONE, 10, 1 << 20)).addElement(row(1));
    assertThat(Reading.isOpen()).isTrue();
  }
}
