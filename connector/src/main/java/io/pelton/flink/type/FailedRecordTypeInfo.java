package io.pelton.flink.type;

import io.pelton.flink.FailedRecord;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** The type of failed records. */
@PublicEvolving
public final class FailedRecordTypeInfo<T> extends OpaqueTypeInfo<FailedRecord<T>> {
  private static final long serialVersionUID = 1L;

  private final TypeInformation<T> record;

  /**
   * @param record the type of the records themselves
   */
  public FailedRecordTypeInfo(TypeInformation<T> record) {
    this.record = record;
  }

  @Override
  @SuppressWarnings("unchecked")
  public Class<FailedRecord<T>> getTypeClass() {
    return (Class<FailedRecord<T>>) (Class<?>) FailedRecord.class;
  }

  @Override
  public TypeSerializer<FailedRecord<T>> createSerializer(SerializerConfig config) {
    return new FailedRecordSerializer<>(record.createSerializer(config));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FailedRecordTypeInfo<?> type && record.equals(type.record);
  }

  @Override
  public int hashCode() {
    return record.hashCode();
  }

  @Override
  public String toString() {
    return "FailedRecord<" + record + ">";
  }
}
