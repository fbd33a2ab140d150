package io.pelton.arrow;

import io.pelton.arrow.type.ArrowTypes;
import io.pelton.engine.tensor.DType;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** Schemas and batches for tests. */
public final class Columns {
  private Columns() {}

  public static Field field(String name, DType dtype) {
    return Field.nullable(name, ArrowTypes.of(dtype).orElseThrow());
  }

  public static Schema schema(Field... fields) {
    return new Schema(List.of(fields));
  }

  /** A batch built row by row. */
  public static ArrowBatch batch(ArrowAllocator allocator, Schema schema, Object[]... rows) {
    try (ArrowBatchBuilder builder =
        ArrowBatchBuilder.create(allocator, schema, Math.max(1, rows.length))) {
      append(builder, rows);
      return builder.finish();
    }
  }

  public static void append(ArrowBatchBuilder builder, Object[]... rows) {
    for (Object[] row : rows) {
      builder.startRow();
      for (int column = 0; column < row.length; column++) {
        builder.setValue(column, row[column]);
      }
      builder.endRow();
    }
  }

  public static Object[] row(Object... cells) {
    return Arrays.copyOf(cells, cells.length, Object[].class);
  }
}
