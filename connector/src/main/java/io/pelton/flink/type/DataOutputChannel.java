package io.pelton.flink.type;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.core.memory.MemorySegmentWritable;

/** Flink's output as a channel: memory goes there in one copy where the output takes it. */
final class DataOutputChannel implements WritableByteChannel {
  private static final int CHUNK = 1 << 16;

  private DataOutputView out;
  private byte[] chunk = new byte[0];

  /** Goes on with another output; none is held when null. */
  DataOutputChannel to(DataOutputView other) {
    out = other;
    return this;
  }

  @Override
  public int write(ByteBuffer source) throws IOException {
    int count = source.remaining();
    if (source.hasArray()) {
      out.write(source.array(), source.arrayOffset() + source.position(), count);
      source.position(source.limit());
    } else if (source.isDirect() && out instanceof MemorySegmentWritable memory) {
      memory.write(MemorySegmentFactory.wrapOffHeapMemory(source), source.position(), count);
      source.position(source.limit());
    } else {
      writeChunks(source);
    }
    return count;
  }

  private void writeChunks(ByteBuffer source) throws IOException {
    while (source.hasRemaining()) {
      int count = Math.min(source.remaining(), CHUNK);
      if (chunk.length < count) {
        chunk = new byte[count];
      }
      source.get(chunk, 0, count);
      out.write(chunk, 0, count);
    }
  }

  @Override
  public boolean isOpen() {
    return out != null;
  }

  @Override
  public void close() {
    out = null;
  }
}
