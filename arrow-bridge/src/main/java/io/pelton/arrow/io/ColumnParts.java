package io.pelton.arrow.io;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.vector.TypeLayout;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/** A column's nodes, buffers and counts of variadic buffers among those of a message. */
record ColumnParts(Range nodes, Range buffers, Range counts) {
  /** Indices from {@code start} to before {@code end}. */
  record Range(int start, int end) {
    int length() {
      return end - start;
    }
  }

  /**
   * The parts of each column, in order.
   *
   * @param fields in memory format
   * @throws IllegalArgumentException where the message has fewer or more than the fields need
   */
  static List<ColumnParts> of(RecordBatch header, List<Field> fields) {
    Walk walk = new Walk(header);
    List<ColumnParts> parts = new ArrayList<>();
    for (Field field : fields) {
      int node = walk.node;
      int buffer = walk.buffer;
      int count = walk.count;
      walk.pass(field);
      parts.add(
          new ColumnParts(
              new Range(node, walk.node),
              new Range(buffer, walk.buffer),
              new Range(count, walk.count)));
    }
    if (walk.node < header.nodesLength() || walk.buffer < header.buffersLength()) {
      throw new IllegalArgumentException("there are more columns than the schema has");
    }
    return parts;
  }

  private static final class Walk {
    private final RecordBatch header;
    private int node;
    private int buffer;
    private int count;

    Walk(RecordBatch header) {
      this.header = header;
    }

    void pass(Field field) {
      require(node < header.nodesLength(), field, "no values");
      node++;
      long own = TypeLayout.getTypeBufferCount(field.getType());
      if (field.getType() instanceof ArrowType.Utf8View
          || field.getType() instanceof ArrowType.BinaryView) {
        require(count < header.variadicBufferCountsLength(), field, "no count of its buffers");
        own += header.variadicBufferCounts(count++);
      }
      require(own >= 0 && own <= header.buffersLength() - buffer, field, "too few buffers");
      buffer += (int) own;
      field.getChildren().forEach(this::pass);
    }

    private static void require(boolean sound, Field field, String found) {
      if (!sound) {
        throw new IllegalArgumentException("column '" + field.getName() + "' has " + found);
      }
    }
  }
}
