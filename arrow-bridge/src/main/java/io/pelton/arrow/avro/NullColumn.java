package io.pelton.arrow.avro;

import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;

/** Nothing but nulls. */
final class NullColumn extends Column {
  private int count;

  @Override
  void nothing() {
    count++;
  }

  @Override
  void truncate(int rows) {
    count = Math.min(count, rows);
  }

  @Override
  void moveTo(FieldVector vector) {
    vector.loadFieldBuffers(new ArrowFieldNode(count, count), List.of());
    count = 0;
  }

  @Override
  public void close() {
    // holds no memory
  }
}
