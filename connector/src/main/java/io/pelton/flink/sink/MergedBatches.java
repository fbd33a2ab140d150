package io.pelton.flink.sink;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** Copies small batches together. */
final class MergedBatches implements BatchEncoder<ArrowBatch> {
  private final ArrowAllocator allocator;
  private final int target;
  private Schema schema;
  private List<FieldVector> vectors = List.of();
  private int rows;

  /**
   * @param target rows of a batch at least
   */
  MergedBatches(ArrowAllocator allocator, int target) {
    this.allocator = allocator;
    this.target = target;
  }

  @Override
  public void add(ArrowBatch batch, Target out) throws IOException {
    boolean whole = batch.rows() >= target || !canCopy(batch.schema().getFields());
    if (rows > 0 && (whole || !batch.schema().equals(schema))) {
      flush(out);
    }
    if (whole) {
      out.write(batch);
      return;
    }
    append(batch);
    if (rows >= target) {
      flush(out);
    }
  }

  private static boolean canCopy(List<Field> fields) {
    return fields.stream()
        .allMatch(
            field ->
                field.getDictionary() == null
                    && switch (field.getType().getTypeID()) {
                      case Union, RunEndEncoded, ListView, LargeListView -> false;
                      default -> canCopy(field.getChildren());
                    });
  }

  private void append(ArrowBatch batch) {
    if (vectors.isEmpty()) {
      schema = batch.schema();
      vectors = new ArrayList<>();
      for (Field field : schema.getFields()) {
        vectors.add(field.createVector(allocator.arrow()));
      }
    }
    for (int column = 0; column < vectors.size(); column++) {
      FieldVector from = batch.vector(column);
      FieldVector to = vectors.get(column);
      for (int row = 0; row < batch.rows(); row++) {
        to.copyFromSafe(row, rows + row, from);
      }
    }
    rows += batch.rows();
  }

  @Override
  public void flush(Target out) throws IOException {
    if (rows == 0) {
      return;
    }
    vectors.forEach(vector -> vector.setValueCount(rows));
    try (ArrowBatch batch = ArrowBatch.of(new VectorSchemaRoot(schema, vectors, rows))) {
      vectors = List.of();
      rows = 0;
      out.write(batch);
    }
  }

  @Override
  public void close() {
    vectors.forEach(FieldVector::close);
    vectors = List.of();
  }
}
