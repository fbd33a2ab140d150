package io.pelton.flink.sink;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.ArrowBatchBuilder;
import io.pelton.flink.Prediction;
import java.io.IOException;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.flink.types.Row;

/** Collects predictions of rows into batches. */
final class PredictionBatches implements BatchEncoder<Prediction<Row>> {
  private static final int STANDARD_ROWS = 4096;

  private final ArrowAllocator allocator;
  private final List<Field> inputs;
  private final int[] positions;
  private final int rows;
  private PredictionColumns columns;
  private ArrowBatchBuilder builder;

  /**
   * @param inputs columns of input fields
   * @param positions of these fields in the rows
   * @param rows of a batch; 0 for as many as is usual
   */
  PredictionBatches(ArrowAllocator allocator, List<Field> inputs, int[] positions, int rows) {
    this.allocator = allocator;
    this.inputs = inputs;
    this.positions = positions;
    this.rows = rows == 0 ? STANDARD_ROWS : rows;
  }

  @Override
  public void add(Prediction<Row> prediction, Target target) throws IOException {
    if (builder == null) {
      columns = new PredictionColumns(inputs, prediction);
      builder = ArrowBatchBuilder.create(allocator, columns.schema(), rows);
    }
    Row row = prediction.input();
    boolean positioned = row.getFieldNames(false) == null;
    builder.startRow();
    for (int i = 0; i < positions.length; i++) {
      builder.setValue(
          i, positioned ? row.getField(positions[i]) : row.getField(inputs.get(i).getName()));
    }
    columns.write(prediction, positions.length, builder::setValue);
    builder.endRow();
    if (builder.isFull()) {
      flush(target);
    }
  }

  @Override
  public void flush(Target target) throws IOException {
    if (builder != null && builder.rows() > 0) {
      try (ArrowBatch batch = builder.finish()) {
        target.write(batch);
      }
    }
  }

  @Override
  public void close() {
    if (builder != null) {
      builder.close();
    }
  }
}
