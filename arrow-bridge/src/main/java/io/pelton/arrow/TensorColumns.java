package io.pelton.arrow;

import io.pelton.arrow.type.VectorWriter;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.Field;

/** A tensor [N] or [N,K] as one plain column or K of them. */
record TensorColumns(String output, List<Field> fields) implements OutputColumns {
  @Override
  public int rows(Value value) {
    return Math.toIntExact(checked(value).layout().dim(0));
  }

  @Override
  public void write(
      Value value, int rows, BufferAllocator allocator, boolean keep, List<FieldVector> vectors) {
    Tensor tensor = checked(value);
    Layout layout = tensor.layout();
    long step = layout.stride(0);
    for (int column = 0; column < fields.size(); column++) {
      FieldVector vector = fields.get(column).createVector(allocator);
      vectors.add(vector);
      long first = layout.offset() + (layout.rank() > 1 ? column * layout.stride(1) : 0);
      if (step == 1) {
        VectorWriter.run(vector, tensor.storage(), first, rows, keep);
      } else {
        VectorWriter.scattered(
            vector, tensor.storage(), i -> Math.toIntExact(first + i * step), rows);
      }
    }
  }

  @Override
  public Optional<String> copiedBecause(Value value) {
    Tensor tensor = checked(value);
    return VectorWriter.copiedBecause(tensor.storage(), tensor.layout().stride(0) == 1);
  }

  private Tensor checked(Value value) {
    if (value instanceof Tensor tensor) {
      Layout layout = tensor.layout();
      boolean fits =
          layout.rank() == 2 ? layout.dim(1) == fields.size() : layout.rank() == 1 && isPlain();
      if (fits) {
        return tensor;
      }
    }
    throw new OutputMismatch(
        output,
        isPlain() ? "a tensor [N] or [N,1]" : "a tensor [N," + fields.size() + "]",
        OutputBinder.describe(value),
        "bind as many columns as the output has");
  }

  private boolean isPlain() {
    return fields.size() == 1;
  }
}
