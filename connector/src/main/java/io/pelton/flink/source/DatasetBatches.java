package io.pelton.flink.source;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.dataset.DatasetFormat;
import io.pelton.arrow.dataset.DatasetReader;
import io.pelton.arrow.io.BatchReader;
import java.util.List;

/**
 * Parquet and ORC through Arrow's dataset library, which reads files as a whole: a file is one
 * piece, and is read up to a position to go on there. Files that are not local are read by the
 * library's own file systems.
 */
final class DatasetBatches implements BatchFormat {
  /** So few that a batch of some columns fits the buffers between two tasks. */
  private static final int ROWS = 8192;

  private final DatasetFormat format;
  private final byte[] filter;

  /**
   * @param filter a Substrait expression; null for all rows
   */
  DatasetBatches(DatasetFormat format, byte[] filter) {
    this.format = format;
    this.filter = filter;
  }

  @Override
  public Contents inspect(SourceFile file, int pieces, long count, ArrowAllocator allocator) {
    try (DatasetReader reader = options(file).open(allocator)) {
      return new Contents(
          reader.schema(), List.of(new Piece(0, 1, rows(reader, file, count, allocator))));
    }
  }

  // the metadata doesn't tell which rows pass a filter
  private long rows(DatasetReader reader, SourceFile file, long count, ArrowAllocator allocator) {
    if (count == 0) {
      return 0;
    }
    if (filter == null) {
      return reader.totalRows().orElseThrow();
    }
    long rows = 0;
    try (DatasetReader passing = options(file).columns(List.of()).limit(count).open(allocator)) {
      while (passing.hasNext()) {
        try (ArrowBatch batch = passing.next()) {
          rows += batch.rows();
        }
      }
    }
    return rows;
  }

  @Override
  public BatchReader open(
      SourceFile file, long from, long end, List<String> columns, ArrowAllocator allocator) {
    DatasetReader.Options options = options(file);
    return (columns.isEmpty() ? options : options.columns(columns)).open(allocator);
  }

  private DatasetReader.Options options(SourceFile file) {
    DatasetReader.Options options = DatasetReader.of(file.location(), format).batchRows(ROWS);
    return filter == null ? options : options.filter(filter);
  }
}
