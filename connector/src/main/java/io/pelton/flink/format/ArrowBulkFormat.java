package io.pelton.flink.format;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.reader.BulkFormat;
import org.apache.flink.connector.file.src.util.CheckpointedPosition;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/**
 * Arrow IPC files as rows. A split has the record batches that begin in it; a position is the
 * offset of a record batch and the rows of it that were read.
 */
final class ArrowBulkFormat implements BulkFormat<RowData, FileSourceSplit> {
  private static final long serialVersionUID = 1L;

  private final RowType type;
  private final TypeInformation<RowData> produced;
  private final BatchFilter filter;
  private final long memoryLimit;
  private final boolean missingIsNull;

  /**
   * @param type of the rows, which may have fewer columns than the files
   * @param filter of batches; rows are not filtered
   */
  ArrowBulkFormat(
      RowType type,
      TypeInformation<RowData> produced,
      BatchFilter filter,
      long memoryLimit,
      boolean missingIsNull) {
    this.type = type;
    this.produced = produced;
    this.filter = filter;
    this.memoryLimit = memoryLimit;
    this.missingIsNull = missingIsNull;
  }

  @Override
  public Reader<RowData> createReader(Configuration config, FileSourceSplit split) {
    return open(split, new CheckpointedPosition(CheckpointedPosition.NO_OFFSET, 0));
  }

  @Override
  public Reader<RowData> restoreReader(Configuration config, FileSourceSplit split) {
    return open(
        split,
        split
            .getReaderPosition()
            .orElseGet(() -> new CheckpointedPosition(CheckpointedPosition.NO_OFFSET, 0)));
  }

  private Reader<RowData> open(FileSourceSplit split, CheckpointedPosition position) {
    TableFile file = TableFile.open(split, type, memoryLimit, missingIsNull);
    try {
      return new ArrowBulkReader(file, SplitBatches.of(file, split, position), filter);
    } catch (RuntimeException failure) {
      file.close();
      throw failure;
    }
  }

  @Override
  public boolean isSplittable() {
    return true;
  }

  @Override
  public TypeInformation<RowData> getProducedType() {
    return produced;
  }
}
