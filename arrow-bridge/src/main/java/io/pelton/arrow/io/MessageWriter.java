package io.pelton.arrow.io;

import io.pelton.arrow.ArrowBatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.WriteChannel;
import org.apache.arrow.vector.ipc.message.ArrowBlock;
import org.apache.arrow.vector.ipc.message.ArrowDictionaryBatch;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.ipc.message.IpcOption;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.arrow.vector.types.pojo.Schema;

/** Writes messages one after the other, their buffers as they lie in memory. */
final class MessageWriter {
  private final Origin origin;
  private final WriteChannel out;
  private final Compression compression;
  private final BufferAllocator allocator;

  /**
   * @param origin what is written, for messages
   * @param allocator of the buffers that vectors do not have: compressed ones, offsets from 0 on
   */
  MessageWriter(
      Origin origin, WritableByteChannel out, Compression compression, BufferAllocator allocator) {
    this.origin = origin;
    this.out = new WriteChannel(out);
    this.compression = compression;
    this.allocator = allocator;
  }

  WriteChannel out() {
    return out;
  }

  /** A schema's message, for {@link #write(ByteBuffer)}. */
  static ByteBuffer header(Schema schema) {
    return MessageSerializer.serializeMetadata(schema, IpcOption.DEFAULT);
  }

  /** Writes a message without a body. */
  void write(ByteBuffer header) throws IOException {
    MessageSerializer.writeMessageBuffer(out, header.remaining(), header.duplicate());
  }

  ArrowBlock write(ArrowBatch batch) throws IOException {
    try (VectorUnload unload = new VectorUnload(compression, allocator)) {
      for (int column = 0; column < batch.columns(); column++) {
        unload.add(batch.vector(column));
      }
      try (ArrowRecordBatch message = unload.message(batch.rows())) {
        return MessageSerializer.serialize(out, message);
      }
    } catch (LinkageError missing) {
      throw compression.missing(origin, missing);
    }
  }

  ArrowBlock write(long id, FieldVector values, boolean delta) throws IOException {
    try (VectorUnload unload = new VectorUnload(compression, allocator)) {
      unload.add(values);
      try (ArrowDictionaryBatch dictionary =
          new ArrowDictionaryBatch(id, unload.message(values.getValueCount()), delta)) {
        return MessageSerializer.serialize(out, dictionary);
      }
    } catch (LinkageError missing) {
      throw compression.missing(origin, missing);
    }
  }

  /** Writes the mark of a stream's end. */
  void end() throws IOException {
    out.writeIntLittleEndian(MessageSerializer.IPC_CONTINUATION_TOKEN);
    out.writeIntLittleEndian(0);
  }
}
