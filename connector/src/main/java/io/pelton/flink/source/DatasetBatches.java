package io.pelton.flink.source;

import io.pelton.arrow.ArrowAllocator;
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

  DatasetBatches(DatasetFormat format) {
    this.format = format;
  }

  @Override
  public Contents inspect(SourceFile file, int pieces, long count, ArrowAllocator allocator) {
    try (DatasetReader reader = options(file).open(allocator)) {
      long rows = count == 0 ? 0 : reader.totalRows().orElseThrow();
      return new Contents(reader.schema(), List.of(new Piece(0, 1, rows)));
    }
  }

  @Override
  public BatchReader open(
      SourceFile file, long from, long end, List<String> columns, ArrowAllocator allocator) {
    DatasetReader.Options options = options(file);
    return (columns.isEmpty() ? options : options.columns(columns)).open(allocator);
  }

  private DatasetReader.Options options(SourceFile file) {
    return DatasetReader.of(file.location(), format).batchRows(ROWS);
  }
}
