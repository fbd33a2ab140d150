package io.pelton.arrow.io;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Writes and reads single batches that know all about themselves: each is the beginning of an Arrow
 * IPC stream, with the schema, the batch's dictionaries and the batch, without an end mark. Buffers
 * are written as they lie in memory. Remembers the last schema, as batches tend to have the same
 * one. One thread at a time.
 */
public final class IpcBatchCodec {
  private static final String STREAM = "stream";

  private final Origin origin;
  private final Compression compression;
  private final InputStreamChannel in = new InputStreamChannel(InputStream.nullInputStream());
  private final Set<Long> writtenIds = new LinkedHashSet<>();
  private Schema written;
  private ByteBuffer writtenHeader;
  private Schema read;
  private ByteBuffer readHeader;

  /**
   * @param name of what is written and read, for messages
   * @param compression of what is written; what is read may have any
   */
  public IpcBatchCodec(String name, Compression compression) {
    this.origin = new Origin(name, STREAM);
    this.compression = compression;
  }

  /**
   * Writes a batch, which stays the caller's.
   *
   * @throws IOException where the channel fails
   * @throws io.pelton.arrow.UnsupportedArrowFile where the batch lacks a dictionary that its schema
   *     names
   */
  public void write(ArrowBatch batch, WritableByteChannel out) throws IOException {
    if (!batch.schema().equals(written)) {
      writtenHeader = MessageWriter.header(batch.schema());
      writtenIds.clear();
      WrittenDictionaries.collect(batch.schema().getFields(), writtenIds);
      written = batch.schema();
    }
    try (ArrowAllocator scratch = ArrowAllocator.open(origin.name())) {
      MessageWriter messages = new MessageWriter(origin, out, compression, scratch.arrow());
      messages.write(writtenHeader);
      for (long id : writtenIds) {
        messages.write(id, WrittenDictionaries.values(origin, batch.dictionaries(), id), false);
      }
      messages.write(batch);
    }
  }

  /**
   * Reads a batch, which the caller owns, and nothing behind it.
   *
   * @param allocator of its memory
   * @throws io.pelton.arrow.ArrowFileFailure where reading fails
   * @throws io.pelton.arrow.InvalidArrowFile where the bytes end early or are corrupted
   * @throws io.pelton.arrow.UnsupportedArrowFile where they use what the bridge does not read
   */
  public ArrowBatch read(InputStream bytes, BufferAllocator allocator) {
    StreamSource source = StreamSource.of(origin.name(), in.from(bytes));
    StreamMessages messages = StreamMessages.open(source, this::schema);
    Schema schema = messages.schema();
    BatchLoader loader = new BatchLoader(origin, allocator);
    try (IpcDictionaries dictionaries = IpcDictionaries.ofStream(schema, loader)) {
      while (true) {
        IpcMessage message = messages.next();
        if (message == null) {
          throw origin.invalid(source.position(), "no record batch follows the schema");
        }
        try (ArrowBuf body = messages.body(message, allocator)) {
          if (message.dictionary() == null) {
            int[] columns = IntStream.range(0, schema.getFields().size()).toArray();
            return LoadedBatch.of(
                schema, columns, message, MessageBody.of(body), loader, dictionaries);
          }
          dictionaries.read(message, MessageBody.of(body));
        }
      }
    } finally {
      in.from(InputStream.nullInputStream());
    }
  }

  private Schema schema(ByteBuffer header) {
    if (!header.equals(readHeader)) {
      readHeader = null;
      read = StreamMessages.schema(origin, header.duplicate().order(header.order()));
      readHeader = header;
    }
    return read;
  }

  /**
   * A copy of a batch, which the caller owns, trimmed to its rows.
   *
   * @param allocator of its memory
   */
  public ArrowBatch copy(ArrowBatch batch, BufferAllocator allocator) {
    try (ArrowAllocator scratch = ArrowAllocator.open(origin.name())) {
      return new BatchCopy(origin, allocator, scratch.arrow()).copy(batch);
    }
  }
}
