package io.pelton.flink.type;

import io.pelton.flink.FailedRecord;
import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.CompositeTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** What a savepoint keeps of a {@link FailedRecordSerializer}. Public for Flink, which makes it. */
@Internal
public final class FailedRecordSerializerSnapshot<T>
    extends CompositeTypeSerializerSnapshot<FailedRecord<T>, FailedRecordSerializer<T>> {
  private static final int VERSION = 1;

  /** For Flink, before a snapshot is read. */
  public FailedRecordSerializerSnapshot() {}

  FailedRecordSerializerSnapshot(FailedRecordSerializer<T> serializer) {
    super(serializer);
  }

  @Override
  protected int getCurrentOuterSnapshotVersion() {
    return VERSION;
  }

  @Override
  protected TypeSerializer<?>[] getNestedSerializers(FailedRecordSerializer<T> serializer) {
    return new TypeSerializer<?>[] {serializer.record()};
  }

  @Override
  @SuppressWarnings("unchecked")
  protected FailedRecordSerializer<T> createOuterSerializerWithNestedSerializers(
      TypeSerializer<?>[] nested) {
    return new FailedRecordSerializer<>((TypeSerializer<T>) nested[0]);
  }
}
