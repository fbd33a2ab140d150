package io.pelton.flink.operator;

import io.pelton.arrow.ArrowAllocator;
import java.io.Serializable;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.annotation.Internal;

/** How the records of a stream become batches: what travels to the slots of an encoder. */
@Internal
public abstract sealed class RecordEncoding<T> implements Serializable
    permits RowEncoding, AvroEncoding {
  private static final long serialVersionUID = 1L;

  RecordEncoding() {}

  /**
   * @param wanted the columns, named like fields, in the types that the model takes
   */
  abstract RecordEncoder<T> open(ArrowAllocator allocator, Schema wanted, int maxRows);
}
