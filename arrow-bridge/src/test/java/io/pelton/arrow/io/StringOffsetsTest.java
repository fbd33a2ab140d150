package io.pelton.arrow.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.arrow.AllocatorTestBase;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.BatchBinder;
import io.pelton.arrow.BoundBatch;
import io.pelton.arrow.Columns;
import io.pelton.arrow.InputBinding;
import io.pelton.arrow.InvalidArrowFile;
import io.pelton.arrow.ModelInput;
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
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Text whose offsets do not begin at 0, and columns without rows or offsets. */
class StringOffsetsTest extends AllocatorTestBase {
  private static final Schema SCHEMA = Columns.schema(Columns.field("text", DType.STRING));

  @TempDir Path folder;

  private ArrowBuf offsets(int... values) {
    ArrowBuf buffer = allocator.buffer(4L * values.length);
    for (int i = 0; i < values.length; i++) {
      buffer.setInt(4L * i, values[i]);
    }
    return buffer.writerIndex(4L * values.length);
  }

  private ArrowBuf text(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    ArrowBuf buffer = allocator.buffer(bytes.length);
    buffer.setBytes(0, bytes);
    return buffer.writerIndex(bytes.length);
  }

  /** Rows 2 and 3 of a, b, c, d as another engine slices them. */
  private ArrowBatch sliced() {
    FieldVector vector = SCHEMA.getFields().get(0).createVector(allocator.arrow());
    try (ArrowBuf offsets = offsets(1, 2, 3);
        ArrowBuf text = text("abcd")) {
      vector.loadFieldBuffers(
          new ArrowFieldNode(2, 0), List.of(allocator.arrow().getEmpty(), offsets, text));
    }
    return ArrowBatch.of(
        SCHEMA, List.of(vector), 2, new DictionaryProvider.MapDictionaryProvider(), vector::close);
  }

  private static List<String> strings(ArrowBatch batch) {
    BatchBinder binder =
        BatchBinder.of(
            batch.schema(),
            List.of(new ModelInput("x", DType.STRING, Shape.UNRANKED)),
            List.of(InputBinding.column("x", "text")));
    try (BoundBatch bound = binder.bind(batch)) {
      return List.of(bound.tensors().get(0).toStrings());
    }
  }

  @Test
  void offsetsMayBeginAnywhere() {
    try (ArrowBatch batch = sliced()) {
      assertThat(strings(batch)).containsExactly("b", "c");
      try (ArrowBatch second = batch.slice(1, 1);
          ArrowBatch copy = batch.select(1, 0)) {
        assertThat(strings(second)).containsExactly("c");
        assertThat(strings(copy)).containsExactly("c", "b");
      }
      ArrowBatch moved = batch.retain().transferTo(allocator);
      assertThat(strings(moved)).containsExactly("b", "c");
      moved.close();
    }
  }

  @Test
  void filesKeepThem() {
    Path file = folder.resolve("sliced.arrow");
    try (IpcFileWriter writer = IpcFileWriter.create(file, SCHEMA, Compression.NONE, allocator);
        ArrowBatch batch = sliced()) {
      writer.write(batch);
      writer.finish();
    }
    try (IpcFileReader reader = IpcFileReader.open(file, allocator);
        ArrowBatch batch = reader.next()) {
      assertThat(strings(batch)).containsExactly("b", "c");
    }
  }

  /** Arrow's writer, made to write batches of any root. */
  private static final class AnyBatchWriter extends ArrowFileWriter {
    AnyBatchWriter(VectorSchemaRoot root, FileChannel channel) {
      super(root, null, channel);
    }

    void write(ArrowRecordBatch batch) throws IOException {
      writeRecordBatch(batch);
    }
  }

  /** A file with one column of text, whatever its buffers. */
  private Path file(int rows, ArrowBuf offsets, ArrowBuf text) throws Exception {
    Path file = folder.resolve("made.arrow");
    List<ArrowBuf> buffers = new ArrayList<>();
    buffers.add(allocator.arrow().getEmpty());
    buffers.add(offsets);
    buffers.add(text);
    try (offsets;
        text;
        FileChannel channel =
            FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        VectorSchemaRoot root = VectorSchemaRoot.create(SCHEMA, allocator.arrow());
        AnyBatchWriter writer = new AnyBatchWriter(root, channel);
        ArrowRecordBatch batch =
            new ArrowRecordBatch(rows, List.of(new ArrowFieldNode(rows, 0)), buffers)) {
      writer.start();
      writer.write(batch);
      writer.end();
    }
    return file;
  }

  @Test
  void noRowsNeedNoOffsets() throws Exception {
    for (ArrowBuf offsets : List.of(allocator.buffer(0), offsets(0))) {
      Path file = file(0, offsets, allocator.buffer(0));
      try (IpcFileReader reader = IpcFileReader.open(file, allocator);
          ArrowBatch batch = reader.next();
          ArrowBatch slice = batch.slice(0, 0)) {
        assertThat(batch.rows()).isZero();
        assertThat(strings(batch)).isEmpty();
        assertThat(strings(slice)).isEmpty();
      }
    }
  }

  @Test
  void offsetsOutsideTheTextAreRefused() throws Exception {
    for (int[] offsets : List.of(new int[] {0, 9, 2}, new int[] {-1, 1, 2}, new int[] {0, 1, 9})) {
      Path file = file(2, offsets(offsets), text("abcd"));
      try (IpcFileReader reader = IpcFileReader.open(file, allocator)) {
        assertThatThrownBy(reader::next)
            .isInstanceOf(InvalidArrowFile.class)
            .hasMessageContaining("made.arrow")
            .hasMessageContaining("column 'text' has offset");
      }
    }
  }
}
