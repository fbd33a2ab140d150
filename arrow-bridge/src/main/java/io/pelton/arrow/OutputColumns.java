package io.pelton.arrow;

import io.pelton.engine.tensor.Value;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.Field;

/** Makes the columns of one bound output. */
interface OutputColumns {
  /** The output's name. */
  String output();

  List<Field> fields();

  /** Rows that the value has. */
  int rows(Value value);

  /**
   * Adds one filled vector a field.
   *
   * @param vectors takes each vector as soon as it exists, so that a failure leaves none unowned
   */
  void write(Value value, int rows, BufferAllocator allocator, List<FieldVector> vectors);
}
