package io.pelton.arrow.io;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.ArrowFileFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.NoSuchElementException;
import java.util.stream.IntStream;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Reads an Arrow IPC stream batch by batch, in any of the format's versions. Bodies may be
 * compressed with LZ4 or ZSTD, columns dictionary-encoded; every batch keeps the dictionaries that
 * were valid where it was written, also when they change later. Every batch has memory of its own
 * and may outlive the reader, and go to other threads. One thread at a time.
 *
 * <p>A stream ends with its end mark, behind which nothing is read, or with its last byte, between
 * two messages. A broken one gives an {@link io.pelton.arrow.InvalidArrowFile} that names it and
 * the offset; every later call throws the same one. Memory is taken as bytes arrive, whatever the
 * stream promises.
 */
public final class IpcStreamReader implements BatchReader {
  private final StreamMessages messages;
  private final BatchLoader loader;
  private final IpcDictionaries dictionaries;
  private final int[] columns;
  private IpcMessage upcoming;
  private RuntimeException failure;
  private int position;
  private boolean ended;
  private boolean closed;

  private IpcStreamReader(StreamSource source, ArrowAllocator allocator) {
    this.messages = StreamMessages.open(source);
    this.loader = new BatchLoader(source.origin(), allocator.arrow());
    this.dictionaries = IpcDictionaries.ofStream(messages.schema(), loader);
    this.columns = IntStream.range(0, messages.schema().getFields().size()).toArray();
  }

  /**
   * @param allocator of the batches; outlives them
   * @throws ArrowFileFailure where the file can't be read
   * @throws io.pelton.arrow.InvalidArrowFile where it is not an Arrow IPC stream, truncated or
   *     corrupted
   * @throws io.pelton.arrow.UnsupportedArrowFile where it uses what the bridge does not read
   */
  public static IpcStreamReader open(Path file, ArrowAllocator allocator) {
    if (!Files.isRegularFile(file)) {
      throw ArrowFileFailure.noFile(file);
    }
    try {
      return open(FileChannel.open(file, StandardOpenOption.READ), file.toString(), allocator);
    } catch (IOException failure) {
      throw new ArrowFileFailure(file.toString(), "open", failure);
    }
  }

  /**
   * Reads from a stream of bytes, which is closed with the reader, and also when this fails.
   *
   * @param name for messages
   */
  public static IpcStreamReader open(InputStream in, String name, ArrowAllocator allocator) {
    return open(StreamSource.of(name, in), allocator);
  }

  /**
   * Reads from a channel, from where it stands on. It is closed with the reader, and also when this
   * fails. It must block.
   *
   * @param name for messages
   */
  public static IpcStreamReader open(
      ReadableByteChannel channel, String name, ArrowAllocator allocator) {
    return open(StreamSource.of(name, channel), allocator);
  }

  private static IpcStreamReader open(StreamSource source, ArrowAllocator allocator) {
    try {
      return new IpcStreamReader(source, allocator);
    } catch (RuntimeException failure) {
      try {
        source.close();
      } catch (RuntimeException again) {
        failure.addSuppressed(again);
      }
      throw failure;
    }
  }

  @Override
  public Schema schema() {
    return messages.schema();
  }

  @Override
  public int position() {
    return position;
  }

  /** Reads up to the next batch, dictionaries included. */
  @Override
  public boolean hasNext() {
    if (closed) {
      throw new IllegalStateException("the reader of '" + name() + "' is closed");
    }
    if (failure != null) {
      throw failure;
    }
    try {
      while (upcoming == null && !ended) {
        advance();
      }
    } catch (RuntimeException broken) {
      failure = broken;
      throw broken;
    }
    return upcoming != null;
  }

  private void advance() {
    IpcMessage message = messages.next();
    if (message == null) {
      ended = true;
    } else if (message.dictionary() == null) {
      upcoming = message;
    } else {
      try (ArrowBuf body = messages.body(message, loader.allocator())) {
        dictionaries.read(message, MessageBody.of(body));
      }
    }
  }

  /** The next batch, which the caller owns. */
  @Override
  public ArrowBatch next() {
    IpcMessage message = take();
    try (ArrowBuf body = messages.body(message, loader.allocator())) {
      return LoadedBatch.of(schema(), columns, message, MessageBody.of(body), loader, dictionaries);
    } catch (RuntimeException broken) {
      failure = broken;
      throw broken;
    }
  }

  /** Passes over batches without loading them. */
  @Override
  public void skip(int batches) {
    for (int i = 0; i < batches; i++) {
      IpcMessage message = take();
      try {
        messages.skip(message);
      } catch (RuntimeException broken) {
        failure = broken;
        throw broken;
      }
    }
  }

  private IpcMessage take() {
    if (!hasNext()) {
      throw new NoSuchElementException("'" + name() + "' has " + position + " batches");
    }
    IpcMessage message = upcoming;
    upcoming = null;
    position++;
    return message;
  }

  private String name() {
    return loader.origin().name();
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      dictionaries.close();
      messages.close();
    }
  }
}
