package io.pelton.arrow.io;

import io.pelton.arrow.ArrowBridgeException;
import io.pelton.arrow.InvalidArrowFile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.util.AutoCloseables;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.pojo.ArrowType;
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
   * All columns of the batch, which the caller closes.
   *
   * @param body of the message; stays the caller's
   * @param fields in memory format: a dictionary-encoded one has the type of its indices
   */
  List<FieldVector> load(IpcMessage message, MessageBody body, List<Field> fields) {
    return load(message, body, fields, IntStream.range(0, fields.size()).toArray());
  }

  /**
   * Some columns of the batch, which the caller closes; of the others nothing is read.
   *
   * @param fields all of the batch's, in memory format
   * @param columns positions among the fields
   */
  List<FieldVector> load(IpcMessage message, MessageBody body, List<Field> fields, int[] columns) {
    List<FieldVector> vectors = new ArrayList<>(columns.length);
    try {
      List<ColumnParts> parts = ColumnParts.of(message.batch(), fields);
      for (int column : columns) {
        vectors.add(fields.get(column).createVector(allocator));
      }
      fill(message, body, Arrays.stream(columns).mapToObj(parts::get).toList(), vectors);
      for (int i = 0; i < columns.length; i++) {
        VectorCheck.check(vectors.get(i), fields.get(columns[i]), message.rows());
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
      throw corrupted(message, broken);
    }
  }

  private InvalidArrowFile corrupted(IpcMessage message, RuntimeException broken) {
    return origin.invalid(
        message.range().offset(), "the batch is corrupted: " + broken.getMessage(), broken);
  }

  /** What the header says of some columns. */
  BatchSummary summary(IpcMessage message, List<Field> fields, int[] columns) {
    List<ColumnParts> parts;
    try {
      parts = ColumnParts.of(message.batch(), fields);
    } catch (IllegalArgumentException | IndexOutOfBoundsException broken) {
      throw corrupted(message, broken);
    }
    long[] nulls = new long[columns.length];
    for (int i = 0; i < columns.length; i++) {
      ArrowFieldNode node = node(message, parts.get(columns[i]).nodes().start());
      boolean isNull = fields.get(columns[i]).getType() instanceof ArrowType.Null;
      nulls[i] = isNull ? node.getLength() : node.getNullCount();
    }
    return new BatchSummary(message.range().offset(), message.rows(), nulls);
  }

  private void fill(
      IpcMessage message, MessageBody body, List<ColumnParts> parts, List<FieldVector> vectors) {
    RecordBatch header = message.batch();
    List<ArrowFieldNode> nodes = new ArrayList<>();
    List<Integer> indices = new ArrayList<>();
    List<Long> counts = new ArrayList<>();
    for (ColumnParts part : parts) {
      each(part.nodes(), i -> nodes.add(node(message, i)));
      each(part.buffers(), indices::add);
      each(part.counts(), i -> counts.add(header.variadicBufferCounts(i)));
    }
    List<ArrowBuf> buffers =
        new ArrayList<>(new BodyBuffers(origin, message, body, allocator).read(indices));
    try {
      if (header.compression() != null) {
        decompress(message, buffers);
      }
      new VectorFill(nodes, buffers, counts).fill(vectors, message.rows());
    } finally {
      buffers.forEach(ArrowBuf::close);
    }
  }

  private static void each(ColumnParts.Range range, IntConsumer action) {
    IntStream.range(range.start(), range.end()).forEach(action);
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

  private ArrowFieldNode node(IpcMessage message, int index) {
    FieldNode node = message.batch().nodes(index);
    if (node.length() < 0
        || node.length() > Integer.MAX_VALUE
        || node.nullCount() < 0
        || node.nullCount() > node.length()) {
      throw origin.corrupted(
          message.range().offset(),
          "a column of %d values, of which %d are null".formatted(node.length(), node.nullCount()));
    }
    return new ArrowFieldNode(node.length(), node.nullCount());
  }
}
