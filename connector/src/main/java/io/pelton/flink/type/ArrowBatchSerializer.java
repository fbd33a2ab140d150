package io.pelton.flink.type;

import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.io.Compression;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Batches as Arrow IPC. What was written with one compression is read with any other. */
final class ArrowBatchSerializer extends RecordSerializer<ArrowBatch> {
  private static final long serialVersionUID = 1L;

  private final Compression compression;
  private transient BatchCodec codec;

  ArrowBatchSerializer(Compression compression) {
    this.compression = compression;
  }

  Compression compression() {
    return compression;
  }

  private BatchCodec codec() {
    if (codec == null) {
      codec = new BatchCodec(compression);
    }
    return codec;
  }

  /** Not immutable: whoever sent a batch may close it. */
  @Override
  public boolean isImmutableType() {
    return false;
  }

  @Override
  public TypeSerializer<ArrowBatch> duplicate() {
    return new ArrowBatchSerializer(compression);
  }

  /** A batch that its receiver may keep, in memory of its own. */
  @Override
  public ArrowBatch copy(ArrowBatch from) {
    return codec().copy(from);
  }

  @Override
  public void serialize(ArrowBatch batch, DataOutputView target) throws IOException {
    codec().write(batch, target);
  }

  @Override
  public ArrowBatch deserialize(DataInputView source) throws IOException {
    return codec().read(source);
  }

  @Override
  public void copy(DataInputView source, DataOutputView target) throws IOException {
    try (ArrowBatch batch = codec().read(source)) {
      codec().write(batch, target);
    }
  }

  @Override
  public TypeSerializerSnapshot<ArrowBatch> snapshotConfiguration() {
    return new ArrowBatchSerializerSnapshot(compression);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ArrowBatchSerializer serializer
        && compression == serializer.compression;
  }

  @Override
  public int hashCode() {
    // an enum's own hash differs between processes
    return compression.name().hashCode();
  }
}
