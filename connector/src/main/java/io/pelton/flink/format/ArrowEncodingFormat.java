package io.pelton.flink.format;

import io.pelton.flink.error.InvalidSetting;
import io.pelton.flink.rowdata.RowDataVectors;
import org.apache.flink.api.common.serialization.BulkWriter;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.format.EncodingFormat;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.RowType;

/** Checks the table's type when a statement is planned. */
final class ArrowEncodingFormat implements EncodingFormat<BulkWriter.Factory<RowData>> {
  private final WriterSettings settings;

  ArrowEncodingFormat(WriterSettings settings) {
    this.settings = settings;
  }

  /**
   * @throws io.pelton.flink.error.UnsupportedField for a column that Arrow has no type for
   * @throws InvalidSetting for a dictionary column that is not there
   */
  @Override
  public BulkWriter.Factory<RowData> createRuntimeEncoder(
      DynamicTableSink.Context context, DataType consumedDataType) {
    RowType type = (RowType) consumedDataType.getLogicalType();
    for (String column : settings.dictionaryColumns()) {
      if (!type.getFieldNames().contains(column)) {
        throw new InvalidSetting(
            "'" + ArrowFormatOptions.PREFIX + ArrowFormatOptions.DICTIONARY_COLUMNS.key() + "'",
            "columns of " + type.getFieldNames(),
            "'" + column + "'",
            "name one of these; columns of partitions are not in the files");
      }
    }
    RowDataVectors.schema(type, settings.dictionaryColumns());
    return new ArrowBulkWriterFactory(type, settings);
  }

  @Override
  public ChangelogMode getChangelogMode() {
    return ChangelogMode.insertOnly();
  }
}
