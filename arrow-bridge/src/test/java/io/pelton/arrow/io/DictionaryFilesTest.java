package io.pelton.arrow.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.arrow.AllocatorTestBase;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.BatchBinder;
import io.pelton.arrow.BoundBatch;
import io.pelton.arrow.InputBinding;
import io.pelton.arrow.InvalidDictionaryIndex;
import io.pelton.arrow.ModelInput;
import io.pelton.arrow.NullPolicy;
import io.pelton.arrow.UnsupportedArrowFile;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Shape;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.ipc.message.ArrowDictionaryBatch;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dictionary-encoded columns: decoded on binding, extended in files, closed in any order. */
class DictionaryFilesTest extends AllocatorTestBase {
  private static final DictionaryEncoding ENCODING =
      new DictionaryEncoding(1, false, new ArrowType.Int(32, true));

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("dictionary.arrow");
  }

  private VarCharVector words(String... words) {
    VarCharVector vector = new VarCharVector("words", allocator.arrow());
    vector.allocateNew();
    for (int i = 0; i < words.length; i++) {
      vector.setSafe(i, words[i].getBytes(StandardCharsets.UTF_8));
    }
    vector.setValueCount(words.length);
    return vector;
  }

  private VectorSchemaRoot indices(Integer... indices) {
    FieldType type = new FieldType(true, new ArrowType.Int(32, true), ENCODING);
    IntVector vector = new IntVector("text", type, allocator.arrow());
    vector.allocateNew(Math.max(1, indices.length));
    for (int i = 0; i < indices.length; i++) {
      if (indices[i] == null) {
        vector.setNull(i);
      } else {
        vector.setSafe(i, indices[i]);
      }
    }
    vector.setValueCount(indices.length);
    return VectorSchemaRoot.of(vector);
  }

  /** Arrow's writer, made to write a second dictionary. */
  private static final class TwoDictionaries extends ArrowFileWriter {
    TwoDictionaries(VectorSchemaRoot root, MapDictionaryProvider first, FileChannel channel) {
      super(root, first, channel);
    }

    void second(VarCharVector words, boolean delta) throws IOException {
      try (VectorSchemaRoot root = VectorSchemaRoot.of(words);
          ArrowRecordBatch data = new VectorUnloader(root).getRecordBatch();
          ArrowDictionaryBatch batch = new ArrowDictionaryBatch(1, data, delta)) {
        writeDictionaryBatch(batch);
      }
    }
  }

  private void write(boolean delta) throws IOException {
    write(words("c"), delta);
  }

  private void write(VarCharVector second, boolean delta) throws IOException {
    try (VarCharVector first = words("a", "b");
        VectorSchemaRoot root = indices(0, 1, null, 2);
        FileChannel channel =
            FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        TwoDictionaries writer =
            new TwoDictionaries(
                root, new MapDictionaryProvider(new Dictionary(first, ENCODING)), channel)) {
      writer.start();
      writer.writeBatch();
      writer.second(second, delta);
      writer.end();
    }
  }

  private static List<String> strings(ArrowBatch batch) {
    BatchBinder binder =
        BatchBinder.of(
            batch.schema(),
            List.of(new ModelInput("x", DType.STRING, Shape.UNRANKED)),
            List.of(InputBinding.column("x", "text").withNulls(NullPolicy.defaultValue("?"))));
    try (BoundBatch bound = binder.bind(batch)) {
      assertThat(binder.explain()).contains("packed, because", "dictionary-encoded");
      return List.of(bound.tensors().get(0).toStrings());
    }
  }

  @Test
  void additionsToADictionaryCount() throws IOException {
    write(true);
    try (IpcFileReader reader = IpcFileReader.open(file, allocator);
        ArrowBatch batch = reader.next()) {
      assertThat(reader.schema().getFields().get(0).getType()).isEqualTo(new ArrowType.Utf8());
      assertThat(strings(batch)).containsExactly("a", "b", "?", "c");
    }
  }

  @Test
  void additionsMayHaveOffsetsThatDoNotBeginAtZero() throws IOException {
    VarCharVector sliced = words("x", "c");
    try (ArrowBuf offsets = allocator.buffer(8)) {
      offsets.setInt(0, 1);
      offsets.setInt(4, 2);
      offsets.writerIndex(8);
      try (ArrowBuf text = sliced.getDataBuffer()) {
        text.getReferenceManager().retain();
        sliced.loadFieldBuffers(
            new ArrowFieldNode(1, 0), List.of(allocator.arrow().getEmpty(), offsets, text));
      }
    }
    write(sliced, true);
    try (IpcFileReader reader = IpcFileReader.open(file, allocator);
        ArrowBatch batch = reader.next()) {
      assertThat(strings(batch)).containsExactly("a", "b", "?", "c");
    }
  }

  @Test
  void replacingADictionaryIsRefused() throws IOException {
    write(false);
    assertThatThrownBy(() -> IpcFileReader.open(file, allocator))
        .isInstanceOf(UnsupportedArrowFile.class)
        .hasMessageContaining("replaces the first");
  }

  @Test
  void batchesKeepTheirDictionaries() throws IOException {
    write(true);
    List<ArrowBatch> kept = new ArrayList<>();
    try (IpcFileReader reader = IpcFileReader.open(file, allocator);
        ArrowBatch batch = reader.next()) {
      kept.add(batch.slice(1, 2));
      kept.add(batch.select(3));
      kept.add(reader.batch(0));
    }
    assertThat(strings(kept.get(0))).containsExactly("b", "?");
    assertThat(strings(kept.get(1))).containsExactly("c");
    assertThat(strings(kept.get(2))).containsExactly("a", "b", "?", "c");
    kept.forEach(ArrowBatch::close);
  }

  @Test
  void closingEarlyOrInTheMiddleLeaksNothing() throws IOException {
    write(true);
    IpcFileReader.open(file, allocator).close();
    assertThat(allocator.held()).isZero();
    assertThatThrownBy(
            () -> {
              try (IpcFileReader reader = IpcFileReader.open(file, allocator);
                  ArrowBatch batch = reader.next()) {
                throw new IOException("in the middle, after " + batch.rows());
              }
            })
        .hasMessage("in the middle, after 4");
    assertThat(allocator.held()).isZero();
  }

  @Test
  void encodedColumnsAreWrittenWithTheirDictionary() throws IOException {
    write(true);
    Path copy = folder.resolve("copy.arrow");
    try (IpcFileReader reader = IpcFileReader.open(file, allocator);
        IpcFileWriter writer =
            IpcFileWriter.create(copy, reader.schema(), Compression.ZSTD, allocator)) {
      try (ArrowBatch batch = reader.next()) {
        writer.write(batch);
      }
      try (VarCharVector other = words("x");
          ArrowBatch batch =
              ArrowBatch.of(
                  indices(0), new MapDictionaryProvider(new Dictionary(other, ENCODING)))) {
        assertThatThrownBy(() -> writer.write(batch))
            .isInstanceOf(UnsupportedArrowFile.class)
            .hasMessageContaining("differs from the first");
      }
      writer.finish();
    }
    try (IpcFileReader reader = IpcFileReader.open(copy, allocator);
        ArrowBatch batch = reader.next()) {
      assertThat(strings(batch)).containsExactly("a", "b", "?", "c");
    }
  }

  @Test
  void anIndexOutsideTheDictionaryNamesTheRow() {
    try (VarCharVector words = words("a");
        ArrowBatch batch =
            ArrowBatch.of(
                indices(0, 5), new MapDictionaryProvider(new Dictionary(words, ENCODING)))) {
      assertThatThrownBy(() -> strings(batch))
          .isInstanceOf(InvalidDictionaryIndex.class)
          .hasMessageContaining("Column 'text', row 1: dictionary index 5");
    }
  }
}
