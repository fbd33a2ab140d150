package io.pelton.arrow.io;

import io.pelton.arrow.ArrowBridgeException;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flatbuf.Buffer;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.util.AutoCloseables;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.pojo.Field;

/** Loads messages into new vectors, and proves the vectors sound. */
final class BatchLoader {
  private final Origin origin;
  private final BufferAllocator allocator;

  BatchLoader(Origin origin, BufferAllocator allocator) {
    this.origin = origin;
    this.allocator = allocator;
  }

  Origin origin() {
    return origin;
  }

  BufferAllocator allocator() {
    return allocator;
  }

  /**
   * The batch's columns, which the caller closes.
   *
   * @param body of the message; stays the caller's
   * @param fields in memory format: a dictionary-encoded one has the type of its indices
   */
  List<FieldVector> load(IpcMessage message, ArrowBuf body, List<Field> fields) {
    List<FieldVector> vectors = new ArrayList<>(fields.size());
    try {
      for (Field field : fields) {
        vectors.add(field.createVector(allocator));
      }
      fill(message, body, vectors);
      for (int i = 0; i < vectors.size(); i++) {
        VectorCheck.check(vectors.get(i), fields.get(i), message.rows());
      }
      return vectors;
    } catch (ArrowBridgeException known) {
      AutoCloseables.close(known, vectors);
      throw known;
    } catch (UnsupportedOperationException unsupported) {
      AutoCloseables.close(unsupported, vectors);
      throw origin.unsupported(unsupported.getMessage(), "write the column with another type");
    } catch (RuntimeException broken) {
      AutoCloseables.close(broken, vectors);
      throw origin.invalid(
          message.range().offset(), "the batch is corrupted: " + broken.getMessage(), broken);
    }
  }

  private void fill(IpcMessage message, ArrowBuf body, List<FieldVector> vectors) {
    RecordBatch header = message.batch();
    List<ArrowBuf> buffers = new ArrayList<>();
    try {
      for (int i = 0; i < header.buffersLength(); i++) {
        buffers.add(buffer(message, header.buffers(i), body));
      }
      if (header.compression() != null) {
        decompress(message, buffers);
      }
      new VectorFill(nodes(message), buffers, variadicCounts(header)).fill(vectors, message.rows());
    } finally {
      buffers.forEach(ArrowBuf::close);
    }
  }

  /** Buffers replaced by their plain contents. */
  private void decompress(IpcMessage message, List<ArrowBuf> buffers) {
    BodyCompressions compressions =
        BodyCompressions.of(origin, message.range().offset(), message.batch().compression());
    for (int i = 0; i < buffers.size(); i++) {
      ArrowBuf compressed = buffers.get(i);
      buffers.set(i, compressions.decompress(compressed, allocator));
      compressed.close();
    }
  }

  private ArrowBuf buffer(IpcMessage message, Buffer buffer, ArrowBuf body) {
    long offset = buffer.offset();
    long length = buffer.length();
    if (offset < 0
        || length < 0
        || offset > body.writerIndex()
        || length > body.writerIndex() - offset) {
      throw origin.corrupted(
          message.range().offset(),
          "a buffer of %d bytes from %d on exceeds the batch's body of %d bytes"
              .formatted(length, offset, body.writerIndex()));
    }
    body.getReferenceManager().retain();
    return body.slice(offset, length);
  }

  private List<ArrowFieldNode> nodes(IpcMessage message) {
    List<ArrowFieldNode> nodes = new ArrayList<>();
    for (int i = 0; i < message.batch().nodesLength(); i++) {
      FieldNode node = message.batch().nodes(i);
      if (node.length() < 0
          || node.length() > Integer.MAX_VALUE
          || node.nullCount() < 0
          || node.nullCount() > node.length()) {
        throw origin.corrupted(
            message.range().offset(),
            "a column of %d values, of which %d are null"
                .formatted(node.length(), node.nullCount()));
      }
      nodes.add(new ArrowFieldNode(node.length(), node.nullCount()));
    }
    return nodes;
  }

  private static List<Long> variadicCounts(RecordBatch header) {
    List<Long> counts = new ArrayList<>();
    for (int i = 0; i < header.variadicBufferCountsLength(); i++) {
      counts.add(header.variadicBufferCounts(i));
    }
    return counts;
  }
}
