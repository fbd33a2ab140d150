package io.pelton.flink.operator;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.flink.RowFields;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.annotation.Internal;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.apache.flink.types.Row;

/** Encodes rows with named fields. */
@Internal
public final class RowEncoding extends RecordEncoding<Row> {
  private static final long serialVersionUID = 1L;

  private final RowTypeInfo rows;

  /**
   * @param rows with names
   */
  public RowEncoding(RowTypeInfo rows) {
    this.rows = rows;
  }

  @Override
  Schema fields(List<String> paths) {
    return RowFields.schema(rows);
  }

  @Override
  RecordEncoder<Row> open(ArrowAllocator allocator, Schema wanted, int maxRows) {
    return new RowEncoder(allocator, wanted, maxRows, List.of(rows.getFieldNames()));
  }
}
