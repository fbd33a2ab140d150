package io.pelton.flink.type;

import io.pelton.flink.Prediction;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.CompositeTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** What a savepoint keeps of a {@link PredictionSerializer}. Public for Flink, which makes it. */
@Internal
public final class PredictionSerializerSnapshot<T>
    extends CompositeTypeSerializerSnapshot<Prediction<T>, PredictionSerializer<T>> {
  private static final int VERSION = 1;

  private List<String> outputs = List.of();

  /** For Flink, before a snapshot is read. */
  public PredictionSerializerSnapshot() {}

  PredictionSerializerSnapshot(PredictionSerializer<T> serializer) {
    super(serializer);
    this.outputs = serializer.outputs();
  }

  @Override
  protected int getCurrentOuterSnapshotVersion() {
    return VERSION;
  }

  @Override
  protected TypeSerializer<?>[] getNestedSerializers(PredictionSerializer<T> serializer) {
    return new TypeSerializer<?>[] {serializer.input()};
  }

  @Override
  @SuppressWarnings("unchecked")
  protected PredictionSerializer<T> createOuterSerializerWithNestedSerializers(
      TypeSerializer<?>[] nested) {
    return new PredictionSerializer<>((TypeSerializer<T>) nested[0], outputs);
  }

  @Override
  protected void writeOuterSnapshot(DataOutputView out) throws IOException {
    out.writeInt(outputs.size());
    for (String output : outputs) {
      out.writeUTF(output);
    }
  }

  @Override
  protected void readOuterSnapshot(int version, DataInputView in, ClassLoader loader)
      throws IOException {
    int count = in.readInt();
    List<String> names = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      names.add(in.readUTF());
    }
    outputs = List.copyOf(names);
  }

  @Override
  protected OuterSchemaCompatibility resolveOuterSchemaCompatibility(
      TypeSerializerSnapshot<Prediction<T>> old) {
    return old instanceof PredictionSerializerSnapshot<T> before && outputs.equals(before.outputs)
        ? OuterSchemaCompatibility.COMPATIBLE_AS_IS
        : OuterSchemaCompatibility.INCOMPATIBLE;
  }
}
