package io.pelton.flink.format;

import io.pelton.arrow.io.Compression;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.flink.api.common.serialization.BulkWriter;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileSystem.WriteMode;
import org.apache.flink.core.fs.local.LocalFileSystem;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.RowType;

/** Writes files with the format as Flink does, but here and now. */
final class TableFiles {
  private TableFiles() {}

  static Path write(Path file, DataType type, int batchRows, Stream<? extends RowData> rows)
      throws IOException {
    return write(file, (RowType) type.getLogicalType(), batchRows, Set.of(), rows);
  }

  static Path write(
      Path file, RowType type, int batchRows, Set<String> encoded, Stream<? extends RowData> rows)
      throws IOException {
    WriterSettings settings =
        new WriterSettings(1 << 26, Compression.NONE, batchRows, 1 << 22, encoded);
    try (FSDataOutputStream out =
        new LocalFileSystem()
            .create(new org.apache.flink.core.fs.Path(file.toUri()), WriteMode.OVERWRITE)) {
      BulkWriter<RowData> writer = new ArrowBulkWriterFactory(type, settings).create(out);
      for (RowData row : (Iterable<RowData>) rows.map(RowData.class::cast)::iterator) {
        writer.addElement(row);
      }
      writer.finish();
    }
    return file;
  }
}
