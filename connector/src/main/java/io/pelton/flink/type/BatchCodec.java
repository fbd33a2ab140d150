package io.pelton.flink.type;

import io.pelton.arrow.ArrowBatch;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.api.java.typeutils.runtime.DataInputViewStream;
import org.apache.flink.api.java.typeutils.runtime.DataOutputViewStream;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** A batch as an Arrow IPC stream of schema, dictionaries and one record batch. */
final class BatchCodec {
  private BatchCodec() {}

  static void write(ArrowBatch batch, DataOutputView out) throws IOException {
    List<FieldVector> vectors = new ArrayList<>();
    List<Field> fields = new ArrayList<>();
    for (int column = 0; column < batch.columns(); column++) {
      vectors.add(batch.vector(column));
      fields.add(batch.vector(column).getField());
    }
    Schema schema = new Schema(fields, batch.schema().getCustomMetadata());
    // neither is closed: the vectors are the batch's, and an end mark would only cost bytes
    VectorSchemaRoot root = new VectorSchemaRoot(schema, vectors, batch.rows());
    ArrowStreamWriter writer =
        new ArrowStreamWriter(
            root, batch.dictionaries(), Channels.newChannel(new DataOutputViewStream(out)));
    writer.start();
    writer.writeBatch();
  }

  /** The batch in memory that the garbage collector frees, whether or not it is closed. */
  static ArrowBatch read(DataInputView in) throws IOException {
    BufferAllocator allocator = CollectedMemory.allocator();
    ArrowStreamReader reader = new ArrowStreamReader(new DataInputViewStream(in), allocator);
    if (!reader.loadNextBatch()) {
      throw new EOFException("no record batch follows the schema");
    }
    VectorSchemaRoot root = reader.getVectorSchemaRoot();
    ArrowBatch logical = ArrowBatch.of(root, reader);
    return ArrowBatch.of(
        logical.schema(),
        root.getFieldVectors(),
        root.getRowCount(),
        reader,
        () -> close(reader, allocator));
  }

  private static void close(ArrowStreamReader reader, BufferAllocator allocator) {
    try {
      reader.close(false);
      allocator.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
