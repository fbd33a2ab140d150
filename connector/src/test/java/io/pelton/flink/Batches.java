package io.pelton.flink;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.ArrowBatchBuilder;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.api.common.functions.util.ListCollector;
import org.apache.flink.types.Row;

/** Batches for the model of amounts. */
public final class Batches {
  public static final Schema AMOUNTS =
      new Schema(
          List.of(
              Field.nullable("x", new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE)),
              Field.nullable("amount", new ArrowType.Utf8())));

  private Batches() {}

  /** Columns {@code x} and {@code amount}. */
  public static ArrowBatch amounts(ArrowAllocator allocator, Float[] x, String[] amount) {
    try (ArrowBatchBuilder builder =
        ArrowBatchBuilder.create(allocator, AMOUNTS, Math.max(1, x.length))) {
      for (int i = 0; i < x.length; i++) {
        builder.startRow();
        builder.setValue(0, x[i]);
        builder.setValue(1, amount[i]);
        builder.endRow();
      }
      return builder.finish();
    }
  }

  /** The rows of a batch. */
  public static List<Row> rows(ArrowBatch batch) {
    List<Row> rows = new ArrayList<>();
    ArrowRows.of(batch.schema()).flatMap(batch, new ListCollector<>(rows));
    return rows;
  }
}
