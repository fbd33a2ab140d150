package io.pelton.arrow.dataset;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.io.BatchReader;
import java.nio.file.Path;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.OptionalLong;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Reads Parquet or ORC, a file or all files of a folder, batch by batch in order. Only the columns
 * asked for are decoded; reading stops at the limit. Every batch has memory of its own and may
 * outlive the reader. One thread at a time.
 *
 * <p>All memory counts in the allocator: what the native library holds ahead of the reader, and the
 * batches. The library decodes a few row groups ahead on threads of its own (see {@code
 * docs/arrow.md} on their number), and may briefly go above the limit; the next call then throws
 * {@link io.pelton.arrow.AllocationLimitExceeded}.
 *
 * <p>A filter is pushed down where it is given as a Substrait expression ({@link Options#filter});
 * any other is applied to what was read, with {@link ArrowBatch#select(
 * java.util.function.IntPredicate)}.
 *
 * <p>{@link #hasNext} and {@link #next} throw {@link io.pelton.arrow.InvalidArrowFile} for a broken
 * file, {@link io.pelton.arrow.UnsupportedArrowFile} for one that uses what Arrow does not read,
 * and {@link io.pelton.arrow.ArrowFileFailure} where the file system fails. After an error they
 * throw it again.
 */
public final class DatasetReader implements BatchReader {
  /** Not more: ORC takes memory for whole batches, even of no columns. */
  private static final int COUNTED_AT_A_TIME = 1 << 15;

  private final Options options;
  private final List<String> uris;
  private final ArrowAllocator allocator;
  private final NativeScan scan;
  private ArrowBatch ahead;
  private OptionalLong total = OptionalLong.empty();
  private long rows;
  private int position;
  private RuntimeException failure;
  private boolean ended;
  private boolean closed;

  private DatasetReader(Options options, ArrowAllocator allocator) {
    this.options = options;
    this.allocator = allocator;
    this.uris = DatasetFiles.of(options.location, options.mapped);
    this.scan = scan(options.columns, options.filter, options.batchRows);
  }

  private NativeScan scan(List<String> columns, byte[] filter, int batchRows) {
    return NativeScan.open(
        options.location, uris, options.format, columns, filter, batchRows, allocator);
  }

  /** A reader of a file or folder; all columns and rows, unless the options say otherwise. */
  public static Options of(Path file, DatasetFormat format) {
    return new Options(file.toString(), format);
  }

  /**
   * A reader of a path or of a URI that Arrow understands, such as {@code file:///…} or {@code
   * s3://…}. Of a remote URI's folder, only Arrow knows the order of files.
   */
  public static Options of(String location, DatasetFormat format) {
    return new Options(location, format);
  }

  /** What to read, and how. Not thread-safe. */
  public static final class Options {
    private final String location;
    private final DatasetFormat format;
    private List<String> columns;
    private byte[] filter;
    private int batchRows = 1 << 15;
    private long limit = Long.MAX_VALUE;
    private boolean mapped = true;

    private Options(String location, DatasetFormat format) {
      this.location = Objects.requireNonNull(location, "location");
      this.format = Objects.requireNonNull(format, "format");
    }

    /** Reads some top-level columns, in this order; none at all gives batches of rows only. */
    public Options columns(List<String> names) {
      columns = List.copyOf(names);
      return this;
    }

    /**
     * Reads only the rows that a Substrait expression is true for, null counting as false. Its
     * columns need not be among those that are read. Batches without a row are left out, and the
     * rows in all are then unknown.
     *
     * @param substrait a serialized ExtendedExpression of one boolean expression, whose base schema
     *     names the files' columns from the first on, in their order; copied
     */
    public Options filter(byte[] substrait) {
      filter = substrait.clone();
      return this;
    }

    /** The most rows of a batch; 32,768 where not set. Row groups and files end a batch, too. */
    public Options batchRows(int most) {
      if (most < 1) {
        throw new IllegalArgumentException("batchRows: " + most + " is less than 1");
      }
      batchRows = most;
      return this;
    }

    /** Stops after so many rows, counted after the filter. */
    public Options limit(long most) {
      if (most < 0) {
        throw new IllegalArgumentException("limit: " + most + " is negative");
      }
      limit = most;
      return this;
    }

    /**
     * Whether local files are mapped into memory, as they are where this is not set. Unmapped, the
     * natives hold the encoded columns of a whole file while they read it, and these bytes are
     * counted nowhere. But whoever shortens a mapped file while it is read crashes the JVM: switch
     * mapping off for files that are overwritten in place.
     */
    public Options memoryMapped(boolean on) {
      mapped = on;
      return this;
    }

    /**
     * @param allocator of batches and native memory; outlives the batches
     * @throws io.pelton.arrow.DatasetUnavailable where arrow-dataset or its natives are missing
     * @throws io.pelton.arrow.UnknownColumn for a column that is not in the first file
     * @throws io.pelton.arrow.InvalidFilter for a filter that can't be applied to the files
     * @throws io.pelton.arrow.ArrowFileFailure where there is no such file
     * @throws io.pelton.arrow.InvalidArrowFile where it is not of the format, or broken
     * @throws io.pelton.arrow.UnsupportedArrowFile where it uses what Arrow does not read
     */
    public DatasetReader open(ArrowAllocator allocator) {
      DatasetNatives.require();
      return new DatasetReader(this, allocator);
    }
  }

  @Override
  public Schema schema() {
    return scan.schema();
  }

  /** Rows in all, from the metadata of the files, up to the limit; empty with a filter. */
  @Override
  public OptionalLong totalRows() {
    if (total.isEmpty() && options.filter == null) {
      try (NativeScan count = scan(List.of(), null, COUNTED_AT_A_TIME)) {
        total = OptionalLong.of(Math.min(count.count(), options.limit));
      }
    }
    return total;
  }

  @Override
  public boolean hasNext() {
    if (closed) {
      throw new IllegalStateException("the reader of '" + options.location + "' is closed");
    }
    if (failure != null) {
      throw failure;
    }
    if (ahead == null && !ended) {
      try {
        ahead = rows < options.limit ? scan.next() : null;
      } catch (RuntimeException broken) {
        failure = broken;
        throw broken;
      }
      ended = ahead == null;
    }
    return !ended;
  }

  @Override
  public ArrowBatch next() {
    if (!hasNext()) {
      throw new NoSuchElementException(
          "'" + options.location + "' has " + position + " batches up to the limit");
    }
    ArrowBatch batch = ahead;
    ahead = null;
    position++;
    long left = options.limit - rows;
    if (batch.rows() <= left) {
      rows += batch.rows();
      return batch;
    }
    rows = options.limit;
    try (batch) {
      return batch.slice(0, (int) left);
    }
  }

  @Override
  public int position() {
    return position;
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      if (ahead != null) {
        ahead.close();
        ahead = null;
      }
      scan.close();
    }
  }
}
