package io.pelton.arrow;

import io.pelton.engine.tensor.Value;
import java.util.List;
import java.util.Optional;
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
   * @param keep whether vectors may be put on the value's own memory
   * @param vectors takes each vector as soon as it exists, so that a failure leaves none unowned
   */
  void write(
      Value value, int rows, BufferAllocator allocator, boolean keep, List<FieldVector> vectors);

  /** Why the columns are copied even where the value may be kept; empty where they are not. */
  default Optional<String> copiedBecause(Value value) {
    return Optional.of("mappings are taken apart");
  }
}
