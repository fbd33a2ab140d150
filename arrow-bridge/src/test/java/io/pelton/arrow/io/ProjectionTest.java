package io.pelton.arrow.io;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.arrow.AllocatorTestBase;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.ArrowBridgeException;
import io.pelton.arrow.Shared;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.compare.VectorEqualsVisitor;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns read alone are those that are read with all others. */
class ProjectionTest extends AllocatorTestBase {
  private static final String FOLDER = "data/arrow-testing/data/arrow-ipc-stream/integration";

  @TempDir Path folder;

  @Test
  void everyColumnOfEveryGoldenFileCanBeReadAlone() throws IOException {
    int columns = 0;
    try (Stream<Path> walk = Files.walk(Shared.path(FOLDER))) {
      for (Path file : walk.filter(f -> f.toString().endsWith(".arrow_file")).toList()) {
        columns += compareColumns(file);
      }
    }
    assertThat(columns).isGreaterThan(300);
  }

  private int compareColumns(Path file) {
    List<ArrowBatch> whole = new ArrayList<>();
    try (IpcFileReader reader = IpcFileReader.open(file, allocator)) {
      reader.forEachRemaining(whole::add);
      int columns = reader.schema().getFields().size();
      for (int column = 0; column < columns; column++) {
        compareColumn(file, whole, column);
      }
      return columns;
    } catch (ArrowBridgeException refused) {
      // GoldenFilesTest says which
      return 0;
    } finally {
      whole.forEach(ArrowBatch::close);
    }
  }

  private void compareColumn(Path file, List<ArrowBatch> whole, int column) {
    try (IpcFileReader reader = IpcFileReader.open(file, allocator, schema -> new int[] {column})) {
      assertThat(reader.fileSchema().getFields().get(column))
          .isEqualTo(reader.schema().getFields().get(0));
      for (int i = 0; i < whole.size(); i++) {
        try (ArrowBatch alone = reader.batch(i)) {
          FieldVector expected = whole.get(i).vector(column);
          assertThat(VectorEqualsVisitor.vectorEquals(alone.vector(0), expected))
              .as("%s, batch %d, column %d", file, i, column)
              .isTrue();
          BatchSummary summary = reader.summary(i);
          assertThat(summary.rows()).isEqualTo(alone.rows());
          assertThat(summary.offset()).isEqualTo(reader.offset(i));
          assertThat(summary.nulls()).containsExactly((long) expected.getNullCount());
        }
      }
    }
  }

  @Test
  void columnsComeInTheOrderAskedFor() {
    Path file = Shared.path(FOLDER + "/cpp-21.0.0/generated_primitive.arrow_file");
    try (IpcFileReader all = IpcFileReader.open(file, allocator);
        IpcFileReader some = IpcFileReader.open(file, allocator, schema -> new int[] {5, 2, 9});
        ArrowBatch whole = all.next();
        ArrowBatch part = some.next()) {
      assertThat(part.schema().getFields())
          .containsExactlyElementsOf(
              IntStream.of(5, 2, 9).mapToObj(all.schema().getFields()::get).toList());
      assertThat(VectorEqualsVisitor.vectorEquals(part.vector(1), whole.vector(2))).isTrue();
    }
  }

  @Test
  void readsOnlyWhatItNeeds() throws IOException {
    Path file = Shared.path("data/vega/flights-200k.arrow");
    long size = Files.size(file);
    assertThat(bytesRead(file, schema -> new int[] {0, 1, 2})).isGreaterThan(size * 9 / 10);
    assertThat(bytesRead(file, schema -> new int[] {1})).isLessThan(size / 2);
    assertThat(bytesRead(file, schema -> new int[0])).isLessThan(size / 10);
  }

  private long bytesRead(Path file, Projection projection) throws IOException {
    CountingChannel channel = new CountingChannel(FileChannel.open(file));
    long rows = 0;
    try (IpcFileReader reader = IpcFileReader.open(channel, "file", allocator, projection)) {
      while (reader.hasNext()) {
        try (ArrowBatch batch = reader.next()) {
          rows += batch.rows();
        }
      }
    }
    assertThat(rows).isEqualTo(200_000);
    return channel.read;
  }

  @Test
  void dictionariesMayFollowTheirBatches() {
    DictionaryEncoding encoding = new DictionaryEncoding(7, false, new ArrowType.Int(32, true));
    Field field =
        new Field("text", new FieldType(true, ArrowType.Utf8.INSTANCE, encoding), List.of());
    Path file = folder.resolve("late.arrow");
    BufferAllocator arrow = allocator.arrow();
    try (VarCharVector texts = new VarCharVector("texts", arrow);
        IpcFileWriter writer =
            IpcFileWriter.create(file, new Schema(List.of(field)), Compression.LZ4, allocator)) {
      MapDictionaryProvider dictionaries =
          new MapDictionaryProvider(new Dictionary(texts, encoding));
      for (int batch = 0; batch < 3; batch++) {
        texts.setSafe(batch, ("text" + batch).getBytes(StandardCharsets.UTF_8));
        texts.setValueCount(batch + 1);
        try (IntVector indices =
                (IntVector)
                    FieldType.nullable(new ArrowType.Int(32, true))
                        .createNewSingleVector("text", arrow, null);
            ArrowBatch rows =
                ArrowBatch.of(
                    new Schema(List.of(field)), List.of(indices), 2, dictionaries, () -> {})) {
          indices.setSafe(0, batch);
          indices.setSafe(1, 0);
          indices.setValueCount(2);
          writer.writeIndices(rows);
        }
      }
      writer.finish(dictionaries);
    }
    List<String> read = new ArrayList<>();
    try (IpcFileReader reader = IpcFileReader.open(file, allocator)) {
      while (reader.hasNext()) {
        try (ArrowBatch batch = reader.next()) {
          for (int row = 0; row < 2; row++) {
            int index = ((IntVector) batch.vector(0)).get(row);
            read.add(batch.dictionaries().lookup(7).getVector().getObject(index).toString());
          }
        }
      }
    }
    assertThat(read).containsExactly("text0", "text0", "text1", "text0", "text2", "text0");
  }

  private static final class CountingChannel implements SeekableByteChannel {
    private final SeekableByteChannel channel;
    private long read;

    CountingChannel(SeekableByteChannel channel) {
      this.channel = channel;
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
      int count = channel.read(target);
      read += Math.max(0, count);
      return count;
    }

    @Override
    public int write(ByteBuffer source) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long position() throws IOException {
      return channel.position();
    }

    @Override
    public SeekableByteChannel position(long position) throws IOException {
      channel.position(position);
      return this;
    }

    @Override
    public long size() throws IOException {
      return channel.size();
    }

    @Override
    public SeekableByteChannel truncate(long size) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean isOpen() {
      return channel.isOpen();
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
