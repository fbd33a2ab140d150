package io.pelton.flink.format;

import java.util.List;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.reader.BulkFormat;
import org.apache.flink.connector.file.table.format.BulkDecodingFormat;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.Projection;
import org.apache.flink.table.connector.format.ProjectableDecodingFormat;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.expressions.ResolvedExpression;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.RowType;

/** What the planner pushes down: columns and filters. Limits and partitions are the connector's. */
final class ArrowDecodingFormat
    implements BulkDecodingFormat<RowData>,
        ProjectableDecodingFormat<BulkFormat<RowData, FileSourceSplit>> {
  private final long memoryLimit;
  private final boolean missingIsNull;
  private BatchFilter filter = BatchFilter.ALL;

  ArrowDecodingFormat(long memoryLimit, boolean missingIsNull) {
    this.memoryLimit = memoryLimit;
    this.missingIsNull = missingIsNull;
  }

  /**
   * They hold for the next decoder only: the planner shares a format between copies of a source.
   */
  @Override
  public void applyFilters(List<ResolvedExpression> filters) {
    filter = BatchFilters.all(filters);
  }

  @Override
  public BulkFormat<RowData, FileSourceSplit> createRuntimeDecoder(
      DynamicTableSource.Context context, DataType physicalDataType, int[][] projections) {
    DataType produced = Projection.of(projections).project(physicalDataType);
    BatchFilter pushed = filter;
    filter = BatchFilter.ALL;
    return new ArrowBulkFormat(
        (RowType) produced.getLogicalType(),
        context.createTypeInformation(produced),
        pushed,
        memoryLimit,
        missingIsNull);
  }

  @Override
  public ChangelogMode getChangelogMode() {
    return ChangelogMode.insertOnly();
  }
}
