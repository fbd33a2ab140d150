package io.pelton.flink.source;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.core.memory.DataOutputView;

/**
 * The enumerator's checkpoint as bytes. Version 1 knew neither monitoring nor schemas nor limits.
 */
final class PendingSplitsSerializer implements SimpleVersionedSerializer<PendingSplits> {
  @Override
  public int getVersion() {
    return ArrowSplitSerializer.VERSION;
  }

  @Override
  public byte[] serialize(PendingSplits pending) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(256);
    out.writeBoolean(pending.discovered());
    out.writeInt(pending.splits().size());
    for (ArrowSplit split : pending.splits()) {
      ArrowSplitSerializer.write(split, out);
    }
    pending.seen().write(out);
    writeSchema(pending.first(), out);
    out.writeLong(pending.rows());
    return out.getCopyOfBuffer();
  }

  private static void writeSchema(FirstSchema first, DataOutputView out) throws IOException {
    out.writeBoolean(first != null);
    if (first != null) {
      out.writeUTF(first.file());
      byte[] schema = first.schema().serializeAsMessage();
      out.writeInt(schema.length);
      out.write(schema);
    }
  }

  @Override
  public PendingSplits deserialize(int version, byte[] bytes) throws IOException {
    if (version < 1 || version > getVersion()) {
      throw new IOException("pending splits of version " + version + " are not known here");
    }
    DataInputDeserializer in = new DataInputDeserializer(bytes);
    boolean discovered = in.readBoolean();
    int count = in.readInt();
    List<ArrowSplit> splits = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      splits.add(ArrowSplitSerializer.read(version, in));
    }
    return version == 1
        ? new PendingSplits(discovered, splits, new SeenFiles(), null, ArrowSplit.ALL_ROWS)
        : new PendingSplits(discovered, splits, SeenFiles.read(in), readSchema(in), in.readLong());
  }

  private static FirstSchema readSchema(DataInputView in) throws IOException {
    if (!in.readBoolean()) {
      return null;
    }
    String file = in.readUTF();
    byte[] schema = new byte[in.readInt()];
    in.readFully(schema);
    return new FirstSchema(file, Schema.deserializeMessage(ByteBuffer.wrap(schema)));
  }
}
