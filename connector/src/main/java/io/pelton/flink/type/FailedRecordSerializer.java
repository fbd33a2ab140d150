package io.pelton.flink.type;

import io.pelton.flink.FailedRecord;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.types.StringValue;

/** The record, then field and reason. */
final class FailedRecordSerializer<T> extends RecordSerializer<FailedRecord<T>> {
  private static final long serialVersionUID = 1L;

  private final TypeSerializer<T> record;

  FailedRecordSerializer(TypeSerializer<T> record) {
    this.record = record;
  }

  TypeSerializer<T> record() {
    return record;
  }

  @Override
  public boolean isImmutableType() {
    return record.isImmutableType();
  }

  @Override
  public TypeSerializer<FailedRecord<T>> duplicate() {
    return new FailedRecordSerializer<>(record.duplicate());
  }

  @Override
  public FailedRecord<T> copy(FailedRecord<T> from) {
    return new FailedRecord<>(record.copy(from.record()), from.field(), from.reason());
  }

  @Override
  public void serialize(FailedRecord<T> failed, DataOutputView target) throws IOException {
    record.serialize(failed.record(), target);
    StringValue.writeString(failed.field(), target);
    StringValue.writeString(failed.reason(), target);
  }

  @Override
  public FailedRecord<T> deserialize(DataInputView source) throws IOException {
    return new FailedRecord<>(
        record.deserialize(source), StringValue.readString(source), StringValue.readString(source));
  }

  @Override
  public void copy(DataInputView source, DataOutputView target) throws IOException {
    record.copy(source, target);
    StringValue.copyString(source, target);
    StringValue.copyString(source, target);
  }

  @Override
  public TypeSerializerSnapshot<FailedRecord<T>> snapshotConfiguration() {
    return new FailedRecordSerializerSnapshot<>(this);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FailedRecordSerializer<?> serializer
        && record.equals(serializer.record);
  }

  @Override
  public int hashCode() {
    return record.hashCode();
  }
}
