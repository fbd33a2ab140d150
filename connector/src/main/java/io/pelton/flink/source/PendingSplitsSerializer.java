package io.pelton.flink.source;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/** The enumerator's checkpoint as bytes. */
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
    return out.getCopyOfBuffer();
  }

  @Override
  public PendingSplits deserialize(int version, byte[] bytes) throws IOException {
    DataInputDeserializer in = new DataInputDeserializer(bytes);
    boolean discovered = in.readBoolean();
    int count = in.readInt();
    List<ArrowSplit> splits = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      splits.add(ArrowSplitSerializer.read(version, in));
    }
    return new PendingSplits(discovered, splits);
  }
}
