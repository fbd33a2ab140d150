package io.pelton.arrow.io;

import io.pelton.arrow.ArrowBridgeException;
import io.pelton.arrow.UnsupportedArrowFile;
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
  private final IpcSource source;
  private final BufferAllocator allocator;

  BatchLoader(IpcSource source, BufferAllocator allocator) {
    this.source = source;
    this.allocator = allocator;
  }

  /** Rows of a message, as its header says. */
  int rows(IpcMessage message) {
    long rows = message.batch().length();
    if (rows < 0 || rows > Integer.MAX_VALUE) {
      throw source.invalid(
          message.range().offset(), "a batch of " + rows + " rows; the file is corrupted");
    }
    return (int) rows;
  }

  /**
   * The batch's columns, which the caller closes.
   *
   * @param fields in memory format: a dictionary-encoded one has the type of its indices
   */
  List<FieldVector> load(IpcMessage message, List<Field> fields) {
    long bodyOffset = message.range().offset() + message.range().metadata();
    List<FieldVector> vectors = new ArrayList<>();
    try (ArrowBuf body = source.read(bodyOffset, message.range().body(), "body", allocator)) {
      fields.forEach(field -> vectors.add(field.createVector(allocator)));
      fill(message, body, vectors);
      vectors.forEach(vector -> VectorCheck.check(vector, rows(message)));
      return vectors;
    } catch (ArrowBridgeException known) {
      AutoCloseables.close(known, vectors);
      throw known;
    } catch (UnsupportedOperationException unsupported) {
      AutoCloseables.close(unsupported, vectors);
      throw new UnsupportedArrowFile(
          source.name(), unsupported.getMessage(), "write the column with another type");
    } catch (RuntimeException broken) {
      AutoCloseables.close(broken, vectors);
      throw source.invalid(
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
      new VectorFill(nodes(message), buffers, variadicCounts(header)).fill(vectors, rows(message));
    } finally {
      buffers.forEach(ArrowBuf::close);
    }
  }

  /** Buffers replaced by their plain contents. */
  private void decompress(IpcMessage message, List<ArrowBuf> buffers) {
    BodyCompressions compressions =
        BodyCompressions.of(source, message.range().offset(), message.batch().compression());
    for (int i = 0; i < buffers.size(); i++) {
      ArrowBuf compressed = buffers.get(i);
      buffers.set(i, compressions.decompress(compressed, allocator));
      compressed.close();
    }
  }

  private ArrowBuf buffer(IpcMessage message, Buffer buffer, ArrowBuf body) {
    long offset = buffer.offset();
    long length = buffer.length();
    if (offset < 0 || length < 0 || offset > body.capacity() || length > body.capacity() - offset) {
      throw source.invalid(
          message.range().offset(),
          "a buffer of "
              + length
              + " bytes from "
              + offset
              + " on exceeds the batch's body of "
              + body.capacity()
              + " bytes; the file is corrupted");
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
        throw source.invalid(
            message.range().offset(),
            "a column of "
                + node.length()
                + " values, of which "
                + node.nullCount()
                + " are null; the file is corrupted");
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
