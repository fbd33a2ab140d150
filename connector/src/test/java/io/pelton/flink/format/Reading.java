package io.pelton.flink.format;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.io.IpcFileReader;
import io.pelton.flink.rowdata.PlainValues;
import io.pelton.flink.rowdata.SqlTypes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ObjLongConsumer;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.reader.BulkFormat;
import org.apache.flink.connector.file.src.util.CheckpointedPosition;
import org.apache.flink.connector.file.src.util.RecordAndPosition;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;

/** Reads files with the format as Flink does, but here and now. */
final class Reading {
  static final long LIMIT = 256L << 20;

  private Reading() {}

  /** Whether memory of the format's readers or writers is held anywhere. */
  static boolean isOpen() {
    try (ArrowAllocator allocator = ArrowAllocator.open("look around")) {
      return allocator.arrow().getParentAllocator().getChildAllocators().stream()
          .anyMatch(child -> child.getName().startsWith("Arrow table"));
    }
  }

  static ArrowBulkFormat format(RowType type) {
    return format(type, BatchFilter.ALL);
  }

  static ArrowBulkFormat format(RowType type, BatchFilter filter) {
    return new ArrowBulkFormat(type, InternalTypeInfo.of(type), filter, LIMIT, false);
  }

  /** The type that fits a file best, without the columns that SQL has no type for. */
  static RowType type(Path file) {
    List<RowType.RowField> fields = new ArrayList<>();
    try (ArrowAllocator allocator = ArrowAllocator.open("schema");
        IpcFileReader reader = IpcFileReader.open(file, allocator)) {
      for (Field field : reader.schema().getFields()) {
        SqlTypes.of(field)
            // a table can't have a column of no type
            .map(type -> type.is(LogicalTypeRoot.NULL) ? new IntType() : type)
            .ifPresent(type -> fields.add(new RowType.RowField(field.getName(), type)));
      }
    }
    return new RowType(fields);
  }

  static FileSourceSplit split(Path file, long offset, long length, CheckpointedPosition from)
      throws IOException {
    return new FileSourceSplit(
        "split",
        new org.apache.flink.core.fs.Path(file.toUri()),
        offset,
        length,
        0,
        Files.size(file),
        new String[0],
        from);
  }

  /** Every row of the whole file. */
  static List<List<Object>> rows(ArrowBulkFormat format, RowType type, Path file)
      throws IOException {
    return rows(format, type, split(file, 0, Files.size(file), null), (row, at) -> {});
  }

  static List<List<Object>> rows(
      ArrowBulkFormat format,
      RowType type,
      FileSourceSplit split,
      ObjLongConsumer<CheckpointedPosition> each)
      throws IOException {
    List<List<Object>> rows = new ArrayList<>();
    List<LogicalType> types = type.getChildren();
    BulkFormat.Reader<RowData> reader =
        split.getReaderPosition().isPresent()
            ? format.restoreReader(new Configuration(), split)
            : format.createReader(new Configuration(), split);
    try (reader) {
      BulkFormat.RecordIterator<RowData> batch = reader.readBatch();
      while (batch != null) {
        RecordAndPosition<RowData> record = batch.next();
        while (record != null) {
          rows.add(PlainValues.of(record.getRecord(), types));
          each.accept(
              new CheckpointedPosition(record.getOffset(), record.getRecordSkipCount()),
              rows.size());
          record = batch.next();
        }
        batch.releaseBatch();
        batch = reader.readBatch();
      }
    }
    return rows;
  }
}
