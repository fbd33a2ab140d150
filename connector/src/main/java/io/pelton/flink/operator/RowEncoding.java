package io.pelton.flink.operator;

import io.pelton.arrow.ArrowAllocator;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.annotation.Internal;
import org.apache.flink.types.Row;

/** Encodes rows with named fields. */
@Internal
public final class RowEncoding extends RecordEncoding<Row> {
  private static final long serialVersionUID = 1L;

  private final List<String> fields;

  /**
   * @param fields names of the rows' fields, in order
   */
  public RowEncoding(List<String> fields) {
    this.fields = List.copyOf(fields);
  }

  @Override
  RecordEncoder<Row> open(ArrowAllocator allocator, Schema wanted, int maxRows) {
    return new RowEncoder(allocator, wanted, maxRows, fields);
  }
}
