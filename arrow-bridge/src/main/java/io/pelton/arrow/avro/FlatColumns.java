package io.pelton.arrow.avro;

import java.util.List;

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
}
