package io.pelton.arrow.io;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.ArrowFileFailure;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.vector.ipc.message.ArrowBlock;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Writes batches of one schema as an Arrow IPC stream. Where a batch's dictionaries differ from
 * those before, what was added to them is written, or, where they begin otherwise, all of them. One
 * thread at a time.
 */
public final class IpcStreamWriter extends IpcWriter {
  private IpcStreamWriter(
      OutputFile file, Schema schema, Compression compression, ArrowAllocator allocator) {
    super(file, "stream", schema, compression, allocator, true);
  }

  /**
   * Writes to a file, which gets its name when {@link #finish} has completed it; until then, and
   * when the writer is closed before, there is only a temporary file beside it, which closing
   * removes.
   *
   * @param file replaced when it exists
   * @param schema the logical schema of the batches, as {@link ArrowBatch#schema} has it
   * @param allocator of the compressed buffers
   * @throws ArrowFileFailure where the file can't be written
   */
  public static IpcStreamWriter create(
      Path file, Schema schema, Compression compression, ArrowAllocator allocator) {
    return started(new IpcStreamWriter(OutputFile.create(file), schema, compression, allocator));
  }

  /**
   * Writes to a stream of bytes, which is closed with the writer. It is not buffered here.
   *
   * @param name for messages
   */
  public static IpcStreamWriter to(
      OutputStream out,
      String name,
      Schema schema,
      Compression compression,
      ArrowAllocator allocator) {
    return to(Channels.newChannel(out), name, schema, compression, allocator);
  }

  /**
   * Writes to a channel, which is closed with the writer. It must block.
   *
   * @param name for messages
   */
  public static IpcStreamWriter to(
      WritableByteChannel channel,
      String name,
      Schema schema,
      Compression compression,
      ArrowAllocator allocator) {
    return started(
        new IpcStreamWriter(OutputFile.of(name, channel), schema, compression, allocator));
  }

  private static IpcStreamWriter started(IpcStreamWriter writer) {
    writer.start();
    return writer;
  }

  @Override
  void begin(MessageWriter out) {
    // a stream begins with its schema
  }

  @Override
  void end(
      MessageWriter out, Schema schema, List<ArrowBlock> dictionaries, List<ArrowBlock> batches) {
    // and ends with the mark
  }
}
