package io.pelton.arrow.io;

import java.nio.ByteBuffer;
import java.util.function.Function;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Schema;

/** The messages of a stream: a schema, then those with rows. Bodies are asked for one by one. */
final class StreamMessages implements AutoCloseable {
  private static final long CONTINUATION = Integer.toUnsignedLong(IpcMessage.CONTINUATION);

  /** The first four letters of a file's magic. */
  private static final long FILE = 0x4f525241;

  private final StreamSource source;
  private final Schema schema;

  private StreamMessages(StreamSource source, Schema schema) {
    this.source = source;
    this.schema = schema;
  }

  /** Reads the schema. */
  static StreamMessages open(StreamSource source) {
    return open(source, header -> schema(source.origin(), header));
  }

  /**
   * @param parser of the first message, without what frames it
   */
  static StreamMessages open(StreamSource source, Function<ByteBuffer, Schema> parser) {
    Origin origin = source.origin();
    ByteBuffer header = nextHeader(source, true);
    if (header == null) {
      throw origin.invalid(
          0, "not an Arrow IPC stream: it has no schema; give an Arrow IPC stream");
    }
    return new StreamMessages(source, parser.apply(header));
  }

  /**
   * @param header of the first message, without what frames it
   */
  static Schema schema(Origin origin, ByteBuffer header) {
    int length = header.remaining();
    try {
      Message message = Message.getRootAsMessage(header);
      if (message.headerType() != MessageHeader.Schema || message.bodyLength() != 0) {
        throw origin.invalid(
            0,
            "not an Arrow IPC stream: it begins with a message of kind "
                + message.headerType()
                + ", not with a schema; give an Arrow IPC stream");
      }
      org.apache.arrow.flatbuf.Schema schema =
          (org.apache.arrow.flatbuf.Schema) message.header(new org.apache.arrow.flatbuf.Schema());
      return IpcSchema.read(origin, schema, message.version(), 0, length);
    } catch (IndexOutOfBoundsException | IllegalArgumentException | NullPointerException broken) {
      throw IpcMessage.headerBroken(origin, 0, broken);
    }
  }

  Schema schema() {
    return schema;
  }

  /** The next message with rows, whose body is to be read or skipped next; null at the end. */
  IpcMessage next() {
    long offset = source.position();
    ByteBuffer header = nextHeader(source, false);
    if (header == null) {
      return null;
    }
    BlockRange range = new BlockRange(offset, source.position() - offset, bodyLength(header));
    return IpcMessage.parse(source.origin(), range, header);
  }

  private long bodyLength(ByteBuffer header) {
    try {
      return Message.getRootAsMessage(header.duplicate().order(header.order())).bodyLength();
    } catch (IndexOutOfBoundsException | IllegalArgumentException broken) {
      throw IpcMessage.headerBroken(source.origin(), source.position(), broken);
    }
  }

  /** The bytes of a header without what frames them; null at the end. */
  private static ByteBuffer nextHeader(StreamSource source, boolean first) {
    long offset = source.position();
    long length = source.wordOrEnd();
    if (length == CONTINUATION) {
      length = source.wordOrEnd();
      if (length < 0) {
        throw source.origin().invalid(offset, "the stream ends within a message; write it again");
      }
    }
    if (length <= 0) {
      return null;
    }
    if (first && length == FILE) {
      throw source
          .origin()
          .invalid(0, "an Arrow IPC file, not a stream: it begins with ARROW1; read it as a file");
    }
    if (length > Integer.MAX_VALUE - 8) {
      throw source.origin().corrupted(offset, "a header of " + length + " bytes");
    }
    return source.header((int) length);
  }

  ArrowBuf body(IpcMessage message, BufferAllocator allocator) {
    return source.body(message.range().body(), allocator);
  }

  void skip(IpcMessage message) {
    source.skip(message.range().body());
  }

  @Override
  public void close() {
    source.close();
  }
}
