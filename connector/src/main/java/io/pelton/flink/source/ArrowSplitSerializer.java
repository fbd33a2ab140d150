package io.pelton.flink.source;

import java.io.IOException;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.core.memory.DataOutputView;

/** Splits as bytes. */
final class ArrowSplitSerializer implements SimpleVersionedSerializer<ArrowSplit> {
  static final int VERSION = 1;

  @Override
  public int getVersion() {
    return VERSION;
  }

  @Override
  public byte[] serialize(ArrowSplit split) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(64);
    write(split, out);
    return out.getCopyOfBuffer();
  }

  @Override
  public ArrowSplit deserialize(int version, byte[] bytes) throws IOException {
    return read(version, new DataInputDeserializer(bytes));
  }

  static void write(ArrowSplit split, DataOutputView out) throws IOException {
    out.writeUTF(split.uri());
    out.writeInt(split.next());
    out.writeInt(split.end());
  }

  static ArrowSplit read(int version, DataInputView in) throws IOException {
    if (version != VERSION) {
      throw new IOException("a split of version " + version + " is not known here");
    }
    return new ArrowSplit(in.readUTF(), in.readInt(), in.readInt());
  }
}
