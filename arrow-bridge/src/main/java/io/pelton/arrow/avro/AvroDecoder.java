package io.pelton.arrow.avro;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.avro.generic.IndexedRecord;

/**
 * Collects single Avro values, or records of Avro's generic and specific kind, into batches. Bytes
 * are decoded straight into columns by code that is put together once for the two schemas; records
 * are copied, so that whoever made them may use them again. A value that fails leaves nothing
 * behind. One thread at a time; batches may be closed on any.
 */
public final class AvroDecoder implements AutoCloseable {
  private final BatchColumns columns;
  private final RecordDecoder decoder;
  private int rows;

  private AvroDecoder(BatchColumns columns, RecordDecoder decoder) {
    this.columns = columns;
    this.decoder = decoder;
  }

  /**
   * @param writer of the bytes; records bring their own
   * @param options the reader's schema, if it is another, and the fields that are wanted
   * @param allocator outlives the decoder and its batches
   * @throws io.pelton.arrow.UnsupportedAvroSchema where the one can't be read as the other, or has
   *     no columns
   * @throws io.pelton.arrow.UnknownColumn for a field that the reader's schema does not have
   */
  public static AvroDecoder create(
      org.apache.avro.Schema writer, AvroOptions options, ArrowAllocator allocator) {
    Projection projection = options.projection(writer);
    BatchColumns columns = new BatchColumns(projection, allocator);
    try {
      return new AvroDecoder(
          columns, new RecordDecoder(writer, projection, options.framing(), columns.root()));
    } catch (RuntimeException failure) {
      columns.close();
      throw failure;
    }
  }

  /** The logical schema of the batches. */
  public Schema schema() {
    return columns.schema();
  }

  /** Rows since the last {@link #finish}. */
  public int rows() {
    return rows;
  }

  /** Adds a value, in the framing that the options name. */
  public void add(byte[] value) {
    add(value, 0, value.length);
  }

  /**
   * Adds a value that is a part of an array.
   *
   * @throws io.pelton.arrow.InvalidAvro where it is not one whole value of the writer's schema; the
   *     rows before are kept
   */
  public void add(byte[] value, int from, int count) {
    attempt(() -> decoder.value(value, from, count, rows));
  }

  /**
   * Adds a record, of any schema that can be read as the reader's.
   *
   * @throws io.pelton.arrow.InvalidAvro where it contradicts its own schema; the rows before are
   *     kept
   */
  public void add(IndexedRecord record) {
    attempt(() -> decoder.record(record, rows));
  }

  private void attempt(Runnable read) {
    try {
      read.run();
      rows++;
    } catch (RuntimeException failure) {
      columns.truncate(rows);
      throw failure;
    }
  }

  /** The rows so far as a batch, which the caller owns; the decoder starts over. */
  public ArrowBatch finish() {
    ArrowBatch batch = columns.batch(rows);
    rows = 0;
    return batch;
  }

  /** Releases the memory; batches that are still open release theirs when they are closed. */
  @Override
  public void close() {
    columns.close();
  }
}
