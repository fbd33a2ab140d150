package io.pelton.arrow.avro;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.util.AutoCloseables;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** The columns of a projection as vectors, and the batches that come of them. */
final class BatchColumns implements AutoCloseable {
  private final BufferAllocator allocator;
  private final Schema schema;
  private final Column[] columns;
  private final Column root;
  private final EnumDictionaries dictionaries;

  BatchColumns(Projection projection, ArrowAllocator target) {
    this.allocator = target.arrow();
    this.schema =
        new Schema(
            projection.fields(),
            projection.isWhole()
                ? Map.of(AvroSchemas.METADATA, projection.reader().toString())
                : null);
    this.columns = new Column[projection.fields().size()];
    ColumnFactory factory = new ColumnFactory(allocator);
    this.root =
        projection.root((position, field, avro) -> columns[position] = factory.column(field));
    this.dictionaries = new EnumDictionaries(projection.dictionaries(), allocator);
  }

  Schema schema() {
    return schema;
  }

  Column root() {
    return root;
  }

  /** Forgets what a record that failed has left. */
  void truncate(int rows) {
    root.truncate(rows);
  }

  /** The rows so far, owned by the caller. */
  ArrowBatch batch(int rows) {
    List<FieldVector> vectors = new ArrayList<>();
    try {
      for (int i = 0; i < columns.length; i++) {
        Field field = ArrowFields.inMemory(schema.getFields().get(i));
        FieldVector vector = field.createVector(allocator);
        vectors.add(vector);
        columns[i].moveTo(vector);
      }
    } catch (RuntimeException failure) {
      AutoCloseables.close(failure, vectors);
      throw failure;
    }
    EnumDictionaries shared = dictionaries.retain();
    return ArrowBatch.of(
        schema,
        vectors,
        rows,
        shared,
        () -> {
          vectors.forEach(FieldVector::close);
          shared.release();
        });
  }

  @Override
  public void close() {
    root.close();
    dictionaries.release();
  }
}
