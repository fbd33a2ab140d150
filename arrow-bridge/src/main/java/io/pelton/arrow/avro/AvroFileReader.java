package io.pelton.arrow.avro;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.ArrowFileFailure;
import io.pelton.arrow.io.BatchReader;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.NoSuchElementException;
import java.util.OptionalLong;
import org.apache.arrow.util.AutoCloseables;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Reads an Avro container file, or the blocks of it that begin in a range of bytes, into batches of
 * as many rows as the options say. Several readers share a file by ranges that touch: every record
 * is then read once. Every batch has memory of its own and may outlive the reader. One thread at a
 * time.
 *
 * <p>A broken file gives an {@link io.pelton.arrow.InvalidAvro} that names file, record and block;
 * the reader can't go on from there. Lengths are held against the file before memory is taken, and
 * a block's data against {@link AvroOptions#blockBytes}.
 */
public final class AvroFileReader implements BatchReader {
  private final ContainerSource source;
  private final ContainerHeader header;
  private final ContainerBlocks blocks;
  private final AvroOptions options;
  private final long from;
  private final long end;
  private final BatchColumns columns;
  private final RecordDecoder decoder;
  private final AvroInput input;
  private long left;
  private long row;
  private int position;
  private boolean broken;
  private boolean closed;

  private AvroFileReader(
      ContainerSource source, AvroOptions options, ArrowAllocator allocator, long from, long end) {
    this.source = source;
    this.options = options;
    this.from = from;
    this.end = end;
    this.header = ContainerHeader.read(source);
    this.blocks = new ContainerBlocks(source, header, from, end, options.blockBytes());
    this.input = new AvroInput(source.name());
    Projection projection = options.projection(header.schema());
    this.columns = new BatchColumns(projection, allocator);
    try {
      this.decoder =
          new RecordDecoder(header.schema(), projection, AvroFraming.plain(), columns.root());
    } catch (RuntimeException failure) {
      columns.close();
      throw failure;
    }
  }

  /**
   * @param allocator of the batches; outlives them
   * @throws ArrowFileFailure where the file can't be read
   * @throws io.pelton.arrow.InvalidAvro where it is no Avro container file, or its head is broken
   * @throws io.pelton.arrow.UnsupportedArrowFile where its codec is not known or not there
   * @throws io.pelton.arrow.UnsupportedAvroSchema where its schema has no columns, or can't be read
   *     as the reader's
   * @throws io.pelton.arrow.UnknownColumn for a field that the schema does not have
   */
  public static AvroFileReader open(Path file, AvroOptions options, ArrowAllocator allocator) {
    if (!Files.isRegularFile(file)) {
      throw ArrowFileFailure.noFile(file);
    }
    try {
      return open(
          FileChannel.open(file, StandardOpenOption.READ), file.toString(), options, allocator);
    } catch (IOException failure) {
      throw new ArrowFileFailure(file.toString(), "open", failure);
    }
  }

  /**
   * Reads from a channel, which is closed with the reader, and also when this fails.
   *
   * @param name for messages
   */
  public static AvroFileReader open(
      SeekableByteChannel channel, String name, AvroOptions options, ArrowAllocator allocator) {
    return open(channel, name, options, allocator, 0, Long.MAX_VALUE);
  }

  /**
   * Reads the blocks of a range: those before which a sync marker begins in it.
   *
   * @param from the first byte, at least 0
   * @param end the byte after the last one; beyond the file's end means all of it
   */
  public static AvroFileReader open(
      SeekableByteChannel channel,
      String name,
      AvroOptions options,
      ArrowAllocator allocator,
      long from,
      long end) {
    try {
      return new AvroFileReader(new ContainerSource(name, channel), options, allocator, from, end);
    } catch (RuntimeException failure) {
      AutoCloseables.close(failure, channel);
      throw failure;
    }
  }

  @Override
  public Schema schema() {
    return columns.schema();
  }

  /** The schema that the file was written with. */
  public org.apache.avro.Schema writerSchema() {
    return header.schema();
  }

  /** Rows of the range; reads the head of every block. */
  @Override
  public OptionalLong totalRows() {
    long at = source.position();
    long rows = 0;
    ContainerBlocks all = new ContainerBlocks(source, header, from, end, options.blockBytes());
    while (all.next()) {
      rows += all.records();
      all.skip();
    }
    source.seek(at);
    return OptionalLong.of(rows);
  }

  @Override
  public int position() {
    return position;
  }

  @Override
  public boolean hasNext() {
    checkOpen();
    broken = true;
    while (left == 0 && blocks.next()) {
      load();
    }
    broken = false;
    return left > 0;
  }

  private void load() {
    byte[] data = blocks.read();
    input.block(data, data.length, blocks.offset());
    left = blocks.records();
    checkEnd();
  }

  private void checkEnd() {
    if (left == 0 && input.remaining() > 0) {
      throw input.invalid(input.remaining() + " bytes are left after the block's last record");
    }
  }

  /** The next batch, which the caller owns. */
  @Override
  public ArrowBatch next() {
    if (!hasNext()) {
      throw new NoSuchElementException("'" + source.name() + "' has no more batches");
    }
    int rows = 0;
    try {
      while (rows < options.batchRows() && hasNext()) {
        readRow();
        rows++;
      }
    } catch (RuntimeException failure) {
      columns.truncate(0);
      throw failure;
    }
    position++;
    return columns.batch(rows);
  }

  private void readRow() {
    broken = true;
    input.startRecord(row);
    decoder.next(input);
    row++;
    left--;
    checkEnd();
    broken = false;
  }

  /**
   * Passes over batches; blocks that lie in them as a whole are not decompressed.
   *
   * @throws NoSuchElementException where fewer are left
   */
  @Override
  public void skip(int batches) {
    checkOpen();
    for (int i = 0; i < batches; i++) {
      if (!skipBatch()) {
        throw new NoSuchElementException(
            "'" + source.name() + "' has " + i + " more batches, not " + batches);
      }
      position++;
    }
  }

  private boolean skipBatch() {
    long rows = options.batchRows();
    while (rows > 0) {
      if (left == 0) {
        broken = true;
        if (!blocks.next()) {
          broken = false;
          return rows < options.batchRows();
        }
        if (blocks.records() <= rows) {
          blocks.skip();
          rows -= blocks.records();
          row += blocks.records();
          broken = false;
          continue;
        }
        load();
      }
      readRow();
      columns.truncate(0);
      rows--;
    }
    return true;
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("the reader of '" + source.name() + "' is closed");
    }
    if (broken) {
      throw new IllegalStateException(
          "the reader of '" + source.name() + "' has failed; what follows is not known");
    }
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      columns.close();
      source.close();
    }
  }
}
