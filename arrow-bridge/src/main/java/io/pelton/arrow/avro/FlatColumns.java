package io.pelton.arrow.avro;

import java.util.List;
import org.apache.arrow.vector.FieldVector;

/** A record whose fields are columns of their own; where it is null, each of them is. */
final class FlatColumns extends Column implements FieldColumns {
  private final Column[] fields;

  FlatColumns(List<Column> fields) {
    this.fields = fields.toArray(Column[]::new);
  }

  @Override
  public Column field(int position) {
    return fields[position];
  }

  @Override
  public void record() {
    // there is nothing but the fields
  }

  @Override
  void nothing() {
    for (Column field : fields) {
      field.nothing();
    }
  }

  @Override
  void truncate(int rows) {
    for (Column field : fields) {
      field.truncate(rows);
    }
  }

  @Override
  void moveTo(FieldVector vector) {
    throw new IllegalStateException("a record without a vector of its own");
  }

  @Override
  public void close() {
    for (Column field : fields) {
      field.close();
    }
  }
}
