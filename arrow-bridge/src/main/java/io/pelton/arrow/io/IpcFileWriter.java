package io.pelton.arrow.io;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.ArrowFileFailure;
import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.message.ArrowBlock;
import org.apache.arrow.vector.ipc.message.ArrowFooter;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Writes batches of one schema as an Arrow IPC file. The file gets its name when {@link #finish}
 * has completed it; until then, and when the writer is closed before, there is only a temporary
 * file beside it, which closing removes. A batch's dictionaries may extend those before, not
 * replace them. One thread at a time.
 */
public final class IpcFileWriter extends IpcWriter {
  private IpcFileWriter(
      OutputFile file, Schema schema, Compression compression, ArrowAllocator allocator) {
    super(file, "file", schema, compression, allocator, false);
  }

  /**
   * @param file replaced when it exists
   * @param schema the logical schema of the batches, as {@link ArrowBatch#schema} has it
   * @param allocator of the compressed buffers
   * @throws ArrowFileFailure where the file can't be written
   */
  public static IpcFileWriter create(
      Path file, Schema schema, Compression compression, ArrowAllocator allocator) {
    return started(new IpcFileWriter(OutputFile.create(file), schema, compression, allocator));
  }

  /**
   * Writes to a channel, which is closed with the writer. What was written before a failure stays.
   *
   * @param name for messages
   */
  public static IpcFileWriter to(
      WritableByteChannel channel,
      String name,
      Schema schema,
      Compression compression,
      ArrowAllocator allocator) {
    return started(new IpcFileWriter(OutputFile.of(name, channel), schema, compression, allocator));
  }

  private static IpcFileWriter started(IpcFileWriter writer) {
    writer.start();
    return writer;
  }

  /**
   * Writes a batch, which stays the caller's, without its dictionaries, so that they may still
   * grow: {@link #finish(DictionaryProvider)} writes them. Not to be mixed with {@link #write}.
   *
   * @throws io.pelton.arrow.UnsupportedArrowFile for a batch of another schema
   * @throws ArrowFileFailure where writing fails
   */
  public void writeIndices(ArrowBatch batch) {
    append(batch, false);
  }

  /**
   * Completes a file of {@link #writeIndices}: writes the dictionaries, which a file may have after
   * the batches that refer to them, and gives it its name.
   *
   * @param dictionaries all that the schema names; they stay the caller's
   */
  public void finish(DictionaryProvider dictionaries) {
    append(dictionaries);
    finish();
  }

  @Override
  void begin(MessageWriter out) throws IOException {
    out.out().write(IpcFooter.magic());
    out.out().align();
  }

  @Override
  void end(
      MessageWriter out, Schema schema, List<ArrowBlock> dictionaries, List<ArrowBlock> batches)
      throws IOException {
    long start = out.out().getCurrentPosition();
    out.out().write(new ArrowFooter(schema, dictionaries, batches), false);
    out.out().writeIntLittleEndian(Math.toIntExact(out.out().getCurrentPosition() - start));
    out.out().write(IpcFooter.magic());
  }
}
