package io.pelton.flink.type;

import io.pelton.arrow.ArrowBatch;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.core.memory.DataOutputView;

/** Batches as Arrow IPC. */
final class ArrowBatchSerializer extends RecordSerializer<ArrowBatch> {
  static final ArrowBatchSerializer INSTANCE = new ArrowBatchSerializer();

  private static final long serialVersionUID = 1L;
  private static final int SMALLEST = 1024;

  private ArrowBatchSerializer() {}

  /** Not immutable: whoever sent a batch may close it. */
  @Override
  public boolean isImmutableType() {
    return false;
  }

  @Override
  public TypeSerializer<ArrowBatch> duplicate() {
    return this;
  }

  /** A batch that its receiver may keep, in memory of its own. */
  @Override
  public ArrowBatch copy(ArrowBatch from) {
    try {
      DataOutputSerializer bytes =
          new DataOutputSerializer(Math.toIntExact(from.bytes() + SMALLEST));
      BatchCodec.write(from, bytes);
      return BatchCodec.read(new DataInputDeserializer(bytes.wrapAsByteBuffer()));
    } catch (IOException e) {
      throw new IllegalStateException("memory does not fail like this", e);
    }
  }

  @Override
  public void serialize(ArrowBatch batch, DataOutputView target) throws IOException {
    BatchCodec.write(batch, target);
  }

  @Override
  public ArrowBatch deserialize(DataInputView source) throws IOException {
    return BatchCodec.read(source);
  }

  @Override
  public void copy(DataInputView source, DataOutputView target) throws IOException {
    try (ArrowBatch batch = BatchCodec.read(source)) {
      BatchCodec.write(batch, target);
    }
  }

  @Override
  public TypeSerializerSnapshot<ArrowBatch> snapshotConfiguration() {
    return new Snapshot();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ArrowBatchSerializer;
  }

  @Override
  public int hashCode() {
    return ArrowBatchSerializer.class.hashCode();
  }

  private Object readResolve() {
    return INSTANCE;
  }

  /** What a savepoint keeps. Public for Flink, which makes it. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<ArrowBatch> {
    public Snapshot() {
      super(() -> INSTANCE);
    }
  }
}
