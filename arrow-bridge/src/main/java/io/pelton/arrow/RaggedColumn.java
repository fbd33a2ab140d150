package io.pelton.arrow;

import io.pelton.arrow.type.VectorWriter;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * A tensor [N,L,…] with any L as one column of lists, whose elements are fixed-size lists where
 * there are further axes.
 *
 * @param inner elements of an element of a list
 */
record RaggedColumn(String output, Field field, long inner) implements OutputColumns {
  @Override
  public List<Field> fields() {
    return List.of(field);
  }

  @Override
  public int rows(Value value) {
    return Math.toIntExact(checked(value).layout().dim(0));
  }

  @Override
  public void write(
      Value value, int rows, BufferAllocator allocator, boolean keep, List<FieldVector> vectors) {
    write(value, null, rows, allocator, vectors);
  }

  /**
   * Adds the filled vector.
   *
   * @param lengths elements of each row's list, the first ones of those in the tensor; null for all
   */
  void write(
      Value value, int[] lengths, int rows, BufferAllocator allocator, List<FieldVector> vectors) {
    Tensor tensor = checked(value);
    Layout layout = tensor.layout();
    int longest = Math.toIntExact(layout.dim(1));
    ListVector lists = (ListVector) field.createVector(allocator);
    vectors.add(lists);
    int[] starts = new int[rows + 1];
    try (ArrowBuf offsets = allocator.buffer(4L * (rows + 1L))) {
      offsets.setInt(0, 0);
      for (int row = 0; row < rows; row++) {
        starts[row + 1] = Math.addExact(starts[row], lengths == null ? longest : lengths[row]);
        offsets.setInt(4L * (row + 1), starts[row + 1]);
      }
      offsets.writerIndex(4L * (rows + 1L));
      lists.loadFieldBuffers(new ArrowFieldNode(rows, 0), List.of(allocator.getEmpty(), offsets));
    }
    FieldVector elements = lists.getDataVector();
    if (elements instanceof FixedSizeListVector within) {
      within.loadFieldBuffers(new ArrowFieldNode(starts[rows], 0), List.of(allocator.getEmpty()));
      elements = within.getDataVector();
    }
    int count = Math.multiplyExact(starts[rows], Math.toIntExact(inner));
    if (layout.isContiguous() && starts[rows] == (long) rows * longest) {
      VectorWriter.run(elements, tensor.storage(), layout.offset(), count, false);
    } else {
      int[] places = places(layout, starts, count);
      VectorWriter.scattered(elements, tensor.storage(), i -> places[i], count);
    }
  }

  private int[] places(Layout layout, int[] starts, int count) {
    int[] places = new int[count];
    int at = 0;
    long width = layout.dim(1) * inner;
    for (int row = 0; row + 1 < starts.length; row++) {
      long elements = (starts[row + 1] - starts[row]) * inner;
      for (long i = 0; i < elements; i++) {
        places[at++] = Math.toIntExact(layout.position(row * width + i));
      }
    }
    return places;
  }

  private Tensor checked(Value value) {
    if (value instanceof Tensor tensor
        && tensor.layout().rank() > 1
        && tensor.layout().elements() == tensor.layout().dim(0) * tensor.layout().dim(1) * inner) {
      return tensor;
    }
    throw new OutputMismatch(
        output,
        "a tensor [N,L,…] with " + inner + " elements behind each of the L",
        OutputBinder.describe(value),
        "declare the output's shape as the model gives it");
  }
}
