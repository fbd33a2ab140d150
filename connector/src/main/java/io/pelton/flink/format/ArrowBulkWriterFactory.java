package io.pelton.flink.format;

import org.apache.flink.api.common.serialization.BulkWriter;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/** Makes a writer a file. */
final class ArrowBulkWriterFactory implements BulkWriter.Factory<RowData> {
  private static final long serialVersionUID = 1L;

  private final RowType type;
  private final WriterSettings settings;

  ArrowBulkWriterFactory(RowType type, WriterSettings settings) {
    this.type = type;
    this.settings = settings;
  }

  @Override
  public BulkWriter<RowData> create(FSDataOutputStream out) {
    return new ArrowBulkWriter(new WriterMemory(type, settings, out), settings);
  }
}
