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
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.OptionalLong;
import org.apache.arrow.memory.ArrowBuf;
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
  private final IpcDictionaries dictionaries;
  private int next;
  private boolean closed;

  private IpcFileReader(IpcSource source, ArrowAllocator allocator) {
    this.source = source;
    this.footer = IpcFooter.read(source);
    this.loader = new BatchLoader(source.origin(), allocator.arrow());
    this.dictionaries = IpcDictionaries.ofFile(source, footer, loader);
  }

  /**
   * @param allocator of the batches; outlives them
   * @throws ArrowFileFailure where the file can't be read
   * @throws io.pelton.arrow.InvalidArrowFile where it is not an Arrow IPC file, truncated or
   *     corrupted
   * @throws io.pelton.arrow.UnsupportedArrowFile where it uses what the bridge does not read
   */
  public static IpcFileReader open(Path file, ArrowAllocator allocator) {
    if (!Files.isRegularFile(file)) {
      throw new ArrowFileFailure(
          file.toString(), "read", new IOException("no such file; check the path"));
    }
    try {
      return open(FileChannel.open(file, StandardOpenOption.READ), file.toString(), allocator);
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
    try {
      return new IpcFileReader(new IpcSource(name, channel), allocator);
    } catch (RuntimeException failure) {
      try {
        channel.close();
      } catch (IOException again) {
        failure.addSuppressed(again);
      }
      throw failure;
    }
  }

  @Override
  public Schema schema() {
    return footer.schema();
  }

  /** Record batches in the file. */
  public int batches() {
    return footer.batches().size();
  }

  /** Rows in the file; reads the header of every batch. */
  public long rows() {
    long rows = 0;
    for (int batch = 0; batch < batches(); batch++) {
      rows += message(batch).rows();
    }
    return rows;
  }

  @Override
  public OptionalLong totalRows() {
    return OptionalLong.of(rows());
  }

  /** The record batch at an index, which the caller owns. Does not move {@link #next}. */
  public ArrowBatch batch(int index) {
    Objects.checkIndex(index, batches());
    IpcMessage message = message(index);
    try (ArrowBuf body = source.body(message.range(), loader.allocator())) {
      return LoadedBatch.of(footer.schema(), message, body, loader, dictionaries);
    }
  }

  private IpcMessage message(int index) {
    if (closed) {
      throw new IllegalStateException("the reader of '" + source.origin().name() + "' is closed");
    }
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
