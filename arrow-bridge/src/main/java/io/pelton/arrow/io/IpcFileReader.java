package io.pelton.arrow.io;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.ArrowFileFailure;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Reads an Arrow IPC file, also called Feather v2, batch by batch in order or at random. Bodies may
 * be compressed with LZ4 or ZSTD, columns dictionary-encoded. Every batch has memory of its own and
 * may outlive the reader. One thread at a time.
 *
 * <p>A broken file gives an {@link io.pelton.arrow.InvalidArrowFile} that names the file and, where
 * it is known, the offset. Lengths are held against the file before memory is taken.
 */
public final class IpcFileReader implements BatchReader {
  private final IpcSource source;
  private final IpcFooter footer;
  private final BatchLoader loader;
  private final int[] columns;
  private final Schema schema;
  private final IpcDictionaries dictionaries;
  private int next;
  private boolean closed;

  private IpcFileReader(IpcSource source, ArrowAllocator allocator, Projection projection) {
    this.source = source;
    this.footer = IpcFooter.read(source);
    this.loader = new BatchLoader(source.origin(), allocator.arrow());
    this.columns = projection.columns(footer.schema()).clone();
    this.schema =
        new Schema(
            Arrays.stream(columns).mapToObj(footer.schema().getFields()::get).toList(),
            footer.schema().getCustomMetadata());
    this.dictionaries = IpcDictionaries.ofFile(source, footer, columns, loader);
  }

  /**
   * @param allocator of the batches; outlives them
   * @throws ArrowFileFailure where the file can't be read
   * @throws io.pelton.arrow.InvalidArrowFile where it is not an Arrow IPC file, truncated or
   *     corrupted
   * @throws io.pelton.arrow.UnsupportedArrowFile where it uses what the bridge does not read
   */
  public static IpcFileReader open(Path file, ArrowAllocator allocator) {
    return open(file, allocator, IpcFileReader::all);
  }

  /** Reads some columns of a file; of others, neither data nor dictionaries. */
  public static IpcFileReader open(Path file, ArrowAllocator allocator, Projection projection) {
    if (!Files.isRegularFile(file)) {
      throw ArrowFileFailure.noFile(file);
    }
    try {
      FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
      return open(channel, file.toString(), allocator, projection);
    } catch (IOException failure) {
      throw new ArrowFileFailure(file.toString(), "open", failure);
    }
  }

  /**
   * Reads from a channel, which is closed with the reader, and also when this fails.
   *
   * @param name for messages
   */
  public static IpcFileReader open(
      SeekableByteChannel channel, String name, ArrowAllocator allocator) {
    return open(channel, name, allocator, IpcFileReader::all);
  }

  private static int[] all(Schema schema) {
    return IntStream.range(0, schema.getFields().size()).toArray();
  }

  /**
   * Reads some columns from a channel, which is closed with the reader, and also when this fails.
   * Of other columns, neither data nor dictionaries are read.
   *
   * @param name for messages
   */
  public static IpcFileReader open(
      SeekableByteChannel channel, String name, ArrowAllocator allocator, Projection projection) {
    try {
      return new IpcFileReader(new IpcSource(name, channel), allocator, projection);
    } catch (RuntimeException failure) {
      try {
        channel.close();
      } catch (IOException again) {
        failure.addSuppressed(again);
      }
      throw failure;
    }
  }

  /** The logical schema of the columns that are read. */
  @Override
  public Schema schema() {
    return schema;
  }

  /** The logical schema of all columns of the file. */
  public Schema fileSchema() {
    return footer.schema();
  }

  /** Where a batch begins in the file; reads nothing. */
  public long offset(int batch) {
    return footer.batches().get(Objects.checkIndex(batch, batches())).offset();
  }

  /** What a batch's header says; its body is not read. */
  public BatchSummary summary(int batch) {
    return loader.summary(message(batch), dictionaries.memoryFields(), columns);
  }

  /** Record batches in the file. */
  public int batches() {
    return footer.batches().size();
  }

  /** Rows in the file; reads the header of every batch. */
  public long rows() {
    long rows = 0;
    for (int batch = 0; batch < batches(); batch++) {
      rows += rows(batch);
    }
    return rows;
  }

  /** Rows of the record batch at an index; reads its header. */
  public int rows(int batch) {
    Objects.checkIndex(batch, batches());
    return message(batch).rows();
  }

  @Override
  public OptionalLong totalRows() {
    return OptionalLong.of(rows());
  }

  /** The record batch at an index, which the caller owns. Does not move {@link #next}. */
  public ArrowBatch batch(int index) {
    IpcMessage message = message(index);
    MessageBody body = source.body(message.range(), loader.allocator());
    return LoadedBatch.of(schema, columns, message, body, loader, dictionaries);
  }

  private IpcMessage message(int index) {
    if (closed) {
      throw new IllegalStateException("the reader of '" + source.origin().name() + "' is closed");
    }
    Objects.checkIndex(index, batches());
    IpcMessage message = IpcMessage.read(source, footer.batches().get(index));
    if (message.dictionary() != null) {
      throw source
          .origin()
          .corrupted(message.range().offset(), "expected a batch, found a dictionary");
    }
    return message;
  }

  @Override
  public boolean hasNext() {
    return next < batches();
  }

  /** The next batch, which the caller owns. */
  @Override
  public ArrowBatch next() {
    if (!hasNext()) {
      throw new NoSuchElementException(
          "'" + source.origin().name() + "' has " + batches() + " batches");
    }
    ArrowBatch batch = batch(next);
    next++;
    return batch;
  }

  @Override
  public int position() {
    return next;
  }

  @Override
  public void skip(int batches) {
    if (batches > batches() - next) {
      throw new NoSuchElementException(
          "'"
              + source.origin().name()
              + "' has "
              + (batches() - next)
              + " more batches, not "
              + batches);
    }
    next += batches;
  }

  /** Makes {@link #next} read the batch at an index; the number of batches means the end. */
  public void seek(int index) {
    next = Objects.checkFromToIndex(index, batches(), batches());
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      dictionaries.close();
      source.close();
    }
  }
}
