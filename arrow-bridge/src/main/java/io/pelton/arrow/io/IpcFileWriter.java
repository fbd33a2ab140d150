package io.pelton.arrow.io;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.ArrowFileFailure;
import io.pelton.arrow.UnsupportedArrowFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.util.AutoCloseables;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Writes batches of one schema as an Arrow IPC file. The file gets its name when {@link #finish}
 * has completed it; until then, and when the writer is closed before, there is only a temporary
 * file beside it, which closing removes. One thread at a time.
 */
public final class IpcFileWriter implements BatchWriter {
  private final String name;
  private final Path target;
  private final Path temporary;
  private final Schema schema;
  private final Compression compression;
  private final RootlessFileWriter writer;
  private final WritableByteChannel channel;
  private final BufferAllocator allocator;
  private ArrowBatch dictionaryKeeper;
  private long rows;
  private int batches;
  private boolean finished;
  private boolean published;
  private boolean closed;

  private IpcFileWriter(
      String name,
      Path target,
      Path temporary,
      WritableByteChannel channel,
      Schema schema,
      Compression compression,
      ArrowAllocator allocator) {
    this.name = name;
    this.target = target;
    this.temporary = temporary;
    this.channel = channel;
    this.allocator = allocator.arrow();
    this.schema = schema;
    this.compression = compression;
    this.writer = RootlessFileWriter.create(schema, allocator.arrow(), channel);
  }

  /**
   * @param file replaced when it exists
   * @param schema the logical schema of the batches, as {@link ArrowBatch#schema} has it
   * @param allocator of the compressed buffers
   * @throws ArrowFileFailure where the file can't be written
   */
  public static IpcFileWriter create(
      Path file, Schema schema, Compression compression, ArrowAllocator allocator) {
    Path folder = file.toAbsolutePath().getParent();
    try {
      // not Files.createTempFile, whose files nobody else may read
      Path temporary = folder.resolve("." + file.getFileName() + "." + UUID.randomUUID() + ".tmp");
      FileChannel channel =
          FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      IpcFileWriter writer =
          new IpcFileWriter(
              file.toString(), file, temporary, channel, schema, compression, allocator);
      return writer.start();
    } catch (IOException failure) {
      throw new ArrowFileFailure(file.toString(), "create", failure);
    }
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
    return new IpcFileWriter(name, null, null, channel, schema, compression, allocator).start();
  }

  private IpcFileWriter start() {
    try {
      attempt(writer::start);
      return this;
    } catch (RuntimeException failure) {
      AutoCloseables.close(failure, this);
      throw failure;
    }
  }

  /**
   * Writes a batch, which stays the caller's.
   *
   * @throws UnsupportedArrowFile for a batch of another schema, or with other dictionaries than the
   *     first batch
   * @throws ArrowFileFailure where writing fails
   */
  @Override
  public void write(ArrowBatch batch) {
    checkWritable(batch);
    attempt(() -> writeDictionaries(batch));
    append(batch);
  }

  private void checkWritable(ArrowBatch batch) {
    if (closed || finished) {
      throw new IllegalStateException("the writer of '" + name + "' is " + state());
    }
    if (!batch.schema().getFields().equals(schema.getFields())) {
      throw new UnsupportedArrowFile(
          name,
          "a batch of " + batch.schema().getFields() + " after " + schema.getFields(),
          "write batches of one schema to one file");
    }
  }

  /**
   * Writes a batch, which stays the caller's, without its dictionaries, so that they may still
   * grow: {@link #finish(DictionaryProvider)} writes them. Not to be mixed with {@link #write}.
   *
   * @throws UnsupportedArrowFile for a batch of another schema
   * @throws ArrowFileFailure where writing fails
   */
  public void writeIndices(ArrowBatch batch) {
    checkWritable(batch);
    append(batch);
  }

  private void append(ArrowBatch batch) {
    try (VectorUnload unload = new VectorUnload(compression, allocator)) {
      for (int column = 0; column < batch.columns(); column++) {
        unload.add(batch.vector(column));
      }
      attempt(
          () -> {
            try (ArrowRecordBatch message = unload.message(batch.rows())) {
              writer.write(message);
            }
          });
    }
    rows += batch.rows();
    batches++;
  }

  private void writeDictionaries(ArrowBatch batch) throws IOException {
    if (writer.dictionaryIds().isEmpty()) {
      return;
    }
    if (dictionaryKeeper == null) {
      writer.writeDictionaries(batch.dictionaries());
      dictionaryKeeper = batch.retain();
      return;
    }
    for (long id : writer.dictionaryIds()) {
      Dictionary first = dictionaryKeeper.dictionaries().lookup(id);
      if (!first.equals(batch.dictionaries().lookup(id))) {
        throw new UnsupportedArrowFile(
            name,
            "a second dictionary " + id + " that differs from the first",
            "decode the column, or write another file");
      }
    }
  }

  @Override
  public long rows() {
    return rows;
  }

  public int batches() {
    return batches;
  }

  @Override
  public void finish() {
    if (closed || finished) {
      throw new IllegalStateException("the writer of '" + name + "' is " + state());
    }
    attempt(writer::end);
    attempt(channel::close);
    finished = true;
    if (target != null) {
      attempt(() -> Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE));
    }
    published = true;
  }

  /**
   * Completes a file of {@link #writeIndices}: writes the dictionaries, which a file may have after
   * the batches that refer to them, and gives it its name.
   *
   * @param dictionaries all that the schema names; they stay the caller's
   */
  public void finish(DictionaryProvider dictionaries) {
    attempt(() -> writer.writeDictionaries(dictionaries));
    finish();
  }

  private String state() {
    return closed ? "closed" : "finished";
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (dictionaryKeeper != null) {
      dictionaryKeeper.close();
    }
    if (!published) {
      attempt(channel::close);
      if (temporary != null) {
        attempt(() -> Files.deleteIfExists(temporary));
      }
    }
  }

  private interface Step {
    void run() throws IOException;
  }

  private void attempt(Step step) {
    try {
      step.run();
    } catch (IOException failure) {
      throw new ArrowFileFailure(name, "write", failure);
    }
  }
}
