package io.pelton.arrow.avro;

import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;

/** Records, entries of maps, and unions as records of which one field is there. */
final class StructColumn extends VectorColumn implements FieldColumns {
  private final Column[] fields;

  StructColumn(BufferAllocator allocator, boolean nullable, List<Column> fields) {
    super(allocator, nullable);
    this.fields = fields.toArray(Column[]::new);
  }

  @Override
  public Column field(int position) {
    return fields[position];
  }

  @Override
  public void record() {
    present();
  }

  /** A union whose value went to one field. */
  void union(int chosen) {
    for (int i = 0; i < fields.length; i++) {
      if (i != chosen) {
        fields[i].nothing();
      }
    }
    present();
  }

  @Override
  void blank() {
    for (Column field : fields) {
      field.nothing();
    }
  }

  @Override
  void truncate(int rows) {
    super.truncate(rows);
    for (Column field : fields) {
      field.truncate(rows);
    }
  }

  @Override
  void give(List<ArrowBuf> buffers) {
    // a struct has its validity alone
  }

  @Override
  void moveTo(FieldVector vector) {
    super.moveTo(vector);
    for (int i = 0; i < fields.length; i++) {
      fields[i].moveTo(vector.getChildrenFromFields().get(i));
    }
  }

  @Override
  public void close() {
    super.close();
    for (Column field : fields) {
      field.close();
    }
  }
}
