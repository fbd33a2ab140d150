package io.pelton.arrow.io;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BaseVariableWidthViewVector;
import org.apache.arrow.vector.BufferLayout.BufferType;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.TypeLayout;
import org.apache.arrow.vector.compression.CompressionCodec;
import org.apache.arrow.vector.compression.CompressionUtil;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * Gathers the nodes and buffers of vectors for a message. Unlike Arrow's own unloader, it writes
 * the one offset that the format wants of a column without values.
 */
final class VectorUnload implements AutoCloseable {
  private final Compression compression;
  private final CompressionCodec codec;
  private final BufferAllocator allocator;
  private final List<ArrowFieldNode> nodes = new ArrayList<>();
  private final List<ArrowBuf> buffers = new ArrayList<>();
  private final List<Long> variadicCounts = new ArrayList<>();

  /**
   * @param allocator of the buffers that the vectors do not have: compressed ones, lone offsets
   */
  VectorUnload(Compression compression, BufferAllocator allocator) {
    this.compression = compression;
    this.codec = compression.codec();
    this.allocator = allocator;
  }

  void add(FieldVector vector) {
    nodes.add(new ArrowFieldNode(vector.getValueCount(), vector.getNullCount()));
    List<ArrowBuf> own = vector.getFieldBuffers();
    ArrowType type = vector.getField().getType();
    if (vector instanceof BaseVariableWidthViewVector) {
      variadicCounts.add((long) own.size() - TypeLayout.getTypeBufferCount(type));
    }
    List<BufferType> types = TypeLayout.getTypeLayout(type).getBufferTypes();
    for (int i = 0; i < own.size(); i++) {
      boolean loneOffset =
          vector.getValueCount() == 0
              && i < types.size()
              && types.get(i) == BufferType.OFFSET
              && hasOneOffsetMore(type);
      buffers.add(loneOffset ? zeros(type) : shared(own.get(i)));
      if (compression != Compression.NONE) {
        // the codec closes what it is given
        int last = buffers.size() - 1;
        buffers.set(last, codec.compress(allocator, buffers.get(last)));
      }
    }
    vector.getChildrenFromFields().forEach(this::add);
  }

  /** Unions and list views have offsets too, but exactly one a value. */
  private static boolean hasOneOffsetMore(ArrowType type) {
    return switch (type.getTypeID()) {
      case Utf8, Binary, List, Map, LargeUtf8, LargeBinary, LargeList -> true;
      default -> false;
    };
  }

  private ArrowBuf zeros(ArrowType type) {
    boolean large =
        switch (type.getTypeID()) {
          case LargeUtf8, LargeBinary, LargeList -> true;
          default -> false;
        };
    return allocator.buffer(8).setZero(0, 8).writerIndex(large ? 8 : 4);
  }

  private static ArrowBuf shared(ArrowBuf buffer) {
    buffer.getReferenceManager().retain();
    return buffer;
  }

  ArrowRecordBatch message(int rows) {
    return new ArrowRecordBatch(
        rows, nodes, buffers, CompressionUtil.createBodyCompression(codec), variadicCounts, true);
  }

  @Override
  public void close() {
    buffers.forEach(ArrowBuf::close);
  }
}
