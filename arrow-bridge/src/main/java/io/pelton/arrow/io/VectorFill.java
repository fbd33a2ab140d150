package io.pelton.arrow.io;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseVariableWidthViewVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.TypeLayout;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * Deals a message's nodes and buffers out to vectors, outermost first. Arrow's own loader would
 * stretch a vector that is too short for its rows, and take memory for whatever length a node
 * claims.
 */
final class VectorFill {
  /** Values that a column may have beyond one a bit of the body: structs and lists of nothing. */
  private static final long FREE_VALUES = 1 << 24;

  private final Iterator<ArrowFieldNode> nodes;
  private final Iterator<ArrowBuf> buffers;
  private final Iterator<Long> variadicCounts;
  private final long mostValues;

  VectorFill(List<ArrowFieldNode> nodes, List<ArrowBuf> buffers, List<Long> variadicCounts) {
    this.nodes = nodes.iterator();
    this.buffers = buffers.iterator();
    this.variadicCounts = variadicCounts.iterator();
    this.mostValues = FREE_VALUES + 8 * buffers.stream().mapToLong(ArrowBuf::writerIndex).sum();
  }

  /**
   * Fills the vectors, which retain the buffers.
   *
   * @throws IllegalArgumentException where nodes and buffers are not those of the vectors
   */
  void fill(List<FieldVector> vectors, int rows) {
    for (FieldVector vector : vectors) {
      fill(vector);
      require(
          vector.getValueCount() == rows, vector, vector.getValueCount() + " values, not " + rows);
    }
    if (nodes.hasNext() || buffers.hasNext()) {
      throw new IllegalArgumentException("there are more columns than the schema has");
    }
  }

  private void fill(FieldVector vector) {
    Field field = vector.getField();
    require(nodes.hasNext(), vector, "no values");
    ArrowFieldNode node = nodes.next();
    require(
        node.getLength() <= mostValues || vector instanceof NullVector,
        vector,
        node.getLength() + " values in a body too short for them");
    long count = TypeLayout.getTypeBufferCount(field.getType());
    if (vector instanceof BaseVariableWidthViewVector) {
      require(variadicCounts.hasNext(), vector, "no count of its buffers");
      count += variadicCounts.next();
    }
    List<ArrowBuf> own = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      require(buffers.hasNext(), vector, "too few buffers");
      own.add(buffers.next());
    }
    vector.loadFieldBuffers(node, own);
    List<FieldVector> children = vector.getChildrenFromFields();
    require(children.size() == field.getChildren().size(), vector, children.size() + " children");
    children.forEach(this::fill);
  }

  private static void require(boolean sound, FieldVector vector, String found) {
    if (!sound) {
      throw new IllegalArgumentException(
          "column '" + vector.getField().getName() + "' has " + found);
    }
  }
}
