package io.pelton.flink.type;

import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.io.Compression;
import java.io.IOException;
import java.util.Arrays;
import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * What a savepoint keeps of an {@link ArrowBatchSerializer}. Every compression reads what any
 * wrote. Public for Flink, which makes it.
 */
@Internal
public final class ArrowBatchSerializerSnapshot implements TypeSerializerSnapshot<ArrowBatch> {
  private static final int VERSION = 1;

  private Compression compression;

  /** For Flink, before a snapshot is read. */
  public ArrowBatchSerializerSnapshot() {}

  ArrowBatchSerializerSnapshot(Compression compression) {
    this.compression = compression;
  }

  @Override
  public int getCurrentVersion() {
    return VERSION;
  }

  @Override
  public void writeSnapshot(DataOutputView out) throws IOException {
    out.writeUTF(compression.name());
  }

  @Override
  public void readSnapshot(int version, DataInputView in, ClassLoader loader) throws IOException {
    if (version != VERSION) {
      throw new IOException(
          "a snapshot of version " + version + " where " + VERSION + " is the newest known");
    }
    String name = in.readUTF();
    compression =
        Arrays.stream(Compression.values())
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow(() -> new IOException("a snapshot of unknown compression " + name));
  }

  @Override
  public TypeSerializer<ArrowBatch> restoreSerializer() {
    return new ArrowBatchSerializer(compression);
  }

  @Override
  public TypeSerializerSchemaCompatibility<ArrowBatch> resolveSchemaCompatibility(
      TypeSerializerSnapshot<ArrowBatch> old) {
    return old instanceof ArrowBatchSerializerSnapshot
        ? TypeSerializerSchemaCompatibility.compatibleAsIs()
        : TypeSerializerSchemaCompatibility.incompatible();
  }
}
