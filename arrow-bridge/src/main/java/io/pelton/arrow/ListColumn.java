package io.pelton.arrow;

import io.pelton.arrow.type.VectorWriter;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.pojo.Field;

/** A tensor [N,…] as one column of fixed-size lists. */
record ListColumn(String output, Field field, long width) implements OutputColumns {
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
    Tensor tensor = checked(value);
    Layout layout = tensor.layout();
    FixedSizeListVector lists = (FixedSizeListVector) field.createVector(allocator);
    vectors.add(lists);
    lists.loadFieldBuffers(new ArrowFieldNode(rows, 0), List.of(allocator.getEmpty()));
    FieldVector elements = lists.getChildrenFromFields().get(0);
    int count = Math.toIntExact(layout.elements());
    if (layout.isContiguous()) {
      VectorWriter.run(elements, tensor.storage(), layout.offset(), count, keep);
    } else {
      VectorWriter.scattered(
          elements, tensor.storage(), i -> Math.toIntExact(layout.position(i)), count);
    }
  }

  @Override
  public Optional<String> copiedBecause(Value value) {
    Tensor tensor = checked(value);
    return VectorWriter.copiedBecause(tensor.storage(), tensor.layout().isContiguous());
  }

  private Tensor checked(Value value) {
    if (value instanceof Tensor tensor
        && tensor.layout().rank() > 0
        && tensor.layout().elements() == tensor.layout().dim(0) * width) {
      return tensor;
    }
    throw new OutputMismatch(
        output,
        "a tensor with " + width + " elements a row",
        OutputBinder.describe(value),
        "declare the output's shape as the model gives it");
  }
}
