package io.pelton.flink.source;

import java.io.IOException;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Splits as bytes. Version 1 had Arrow files only, whose position was the begin of what was left.
 */
final class ArrowSplitSerializer implements SimpleVersionedSerializer<ArrowSplit> {
  static final int VERSION = 2;

  @Override
  public int getVersion() {
    return VERSION;
  }

  @Override
  public byte[] serialize(ArrowSplit split) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(128);
    write(split, out);
    return out.getCopyOfBuffer();
  }

  @Override
  public ArrowSplit deserialize(int version, byte[] bytes) throws IOException {
    return read(version, new DataInputDeserializer(bytes));
  }

  static void write(ArrowSplit split, DataOutputView out) throws IOException {
    out.writeUTF(split.uri());
    out.writeUTF(split.format().name());
    out.writeLong(split.length());
    out.writeInt(split.from());
    out.writeInt(split.end());
    out.writeInt(split.read());
    out.writeLong(split.rows());
  }

  static ArrowSplit read(int version, DataInputView in) throws IOException {
    String uri = in.readUTF();
    return switch (version) {
      case 1 ->
          new ArrowSplit(
              uri,
              FileFormat.ARROW_FILE,
              SourceFile.UNKNOWN,
              in.readInt(),
              in.readInt(),
              0,
              ArrowSplit.ALL_ROWS);
      case VERSION ->
          new ArrowSplit(
              uri,
              FileFormat.valueOf(in.readUTF()),
              in.readLong(),
              in.readInt(),
              in.readInt(),
              in.readInt(),
              in.readLong());
      default -> throw new IOException("a split of version " + version + " is not known here");
    };
  }
}
