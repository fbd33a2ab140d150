package io.pelton.flink.type;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputView;

/** A serializer of immutable elements of any length, which are never reused. */
abstract class RecordSerializer<T> extends TypeSerializer<T> {
  private static final long serialVersionUID = 1L;

  @Override
  public final T createInstance() {
    return null;
  }

  @Override
  public final T copy(T from, T reuse) {
    return copy(from);
  }

  @Override
  public final int getLength() {
    return -1;
  }

  @Override
  public final T deserialize(T reuse, DataInputView source) throws IOException {
    return deserialize(source);
  }
}
