package io.pelton.arrow.io;

import io.pelton.arrow.ArrowBridgeException;
import io.pelton.arrow.InvalidArrowFile;
import io.pelton.arrow.UnsupportedArrowFile;
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
   * All columns of the batch, which the caller closes.
   *
   * @param fields in memory format: a dictionary-encoded one has the type of its indices
   */
  List<FieldVector> load(IpcMessage message, List<Field> fields) {
    return load(message, fields, IntStream.range(0, fields.size()).toArray());
  }

  /**
   * Some columns of the batch, which the caller closes; of the others nothing is read.
   *
   * @param fields all of the batch's, in memory format
   * @param columns positions among the fields
   */
  List<FieldVector> load(IpcMessage message, List<Field> fields, int[] columns) {
    List<FieldVector> vectors = new ArrayList<>();
    try {
      List<ColumnParts> parts = ColumnParts.of(message.batch(), fields);
      for (int column : columns) {
        vectors.add(fields.get(column).createVector(allocator));
      }
      fill(message, Arrays.stream(columns).mapToObj(parts::get).toList(), vectors);
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
      throw corrupted(message, broken);
    }
  }

  private InvalidArrowFile corrupted(IpcMessage message, RuntimeException broken) {
    return source.invalid(
        message.range().offset(), "the batch is corrupted: " + broken.getMessage(), broken);
  }

  /** What the header says of some columns. */
  BatchSummary summary(IpcMessage message, List<Field> fields, int[] columns) {
    List<ColumnParts> parts;
    try {
      parts = ColumnParts.of(message.batch(), fields);
    } catch (IllegalArgumentException broken) {
      throw corrupted(message, broken);
    }
    long[] nulls = new long[columns.length];
    for (int i = 0; i < columns.length; i++) {
      ArrowFieldNode node = node(message, parts.get(columns[i]).nodes().start());
      boolean isNull = fields.get(columns[i]).getType() instanceof ArrowType.Null;
      nulls[i] = isNull ? node.getLength() : node.getNullCount();
    }
    return new BatchSummary(message.range().offset(), rows(message), nulls);
  }

  private void fill(IpcMessage message, List<ColumnParts> parts, List<FieldVector> vectors) {
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
        new ArrayList<>(new BodyBuffers(source, message, allocator).read(indices));
    try {
      if (header.compression() != null) {
        decompress(message, buffers);
      }
      new VectorFill(nodes, buffers, counts).fill(vectors, rows(message));
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
        BodyCompressions.of(source, message.range().offset(), message.batch().compression());
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
      throw source.invalid(
          message.range().offset(),
          "a column of "
              + node.length()
              + " values, of which "
              + node.nullCount()
              + " are null; the file is corrupted");
    }
    return new ArrowFieldNode(node.length(), node.nullCount());
  }
}
