package io.pelton.flink.operator;

import io.pelton.arrow.ArrowAllocator;
import java.io.Serializable;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.annotation.Internal;

/** How the records of a stream become batches: what travels to the slots of an encoder. */
@Internal
public abstract sealed class RecordEncoding<T> implements Serializable
    permits RowEncoding, AvroEncoding {
  private static final long serialVersionUID = 1L;

  RecordEncoding() {}

  /**
   * The fields of the records as columns, as far as a column can hold them.
   *
   * @param paths the fields that matter, at least
   * @throws io.pelton.engine.error.PeltonException naming the field that there is not
   */
  abstract Schema fields(List<String> paths);

  /**
   * @param wanted the columns, named like fields, in the types that the model takes
   */
  abstract RecordEncoder<T> open(ArrowAllocator allocator, Schema wanted, int maxRows);
}
