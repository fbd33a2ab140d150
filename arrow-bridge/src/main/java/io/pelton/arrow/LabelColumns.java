package io.pelton.arrow;

import io.pelton.arrow.type.ElementCollector;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.ElementReader;
import io.pelton.engine.tensor.Mapping;
import io.pelton.engine.tensor.StringStorage;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.Field;

/** A sequence of mappings as one column a label. */
record LabelColumns(String output, List<String> labels, List<Field> fields, DType value)
    implements OutputColumns {
  @Override
  public int rows(Value mappings) {
    return Mappings.of(output, mappings).size();
  }

  @Override
  public void write(
      Value given, int rows, BufferAllocator allocator, boolean keep, List<FieldVector> vectors) {
    List<Mapping> mappings = Mappings.of(output, given);
    for (int column = 0; column < fields.size(); column++) {
      FieldVector vector = fields.get(column).createVector(allocator);
      vectors.add(vector);
      ElementCollector values = ElementCollector.of(value);
      boolean[] missing = new boolean[rows];
      int likely = 0;
      for (int row = 0; row < rows; row++) {
        int at = find(mappings.get(row).keys(), labels.get(column), likely);
        missing[row] = at < 0;
        if (at < 0) {
          values.addNothing();
        } else {
          values.add(mappings.get(row).values(), at);
          likely = at;
        }
      }
      values.write(vector);
      clear(vector, missing);
    }
  }

  private static void clear(FieldVector vector, boolean[] missing) {
    for (int row = 0; row < missing.length; row++) {
      if (missing[row]) {
        vector.setNull(row);
      }
    }
  }

  /** Where the label is among the keys, looking first where it was in the row before; or -1. */
  private static int find(Tensor keys, String label, int likely) {
    int count = Math.toIntExact(keys.layout().elements());
    if (likely < count && at(keys, likely).equals(label)) {
      return likely;
    }
    for (int i = 0; i < count; i++) {
      if (at(keys, i).equals(label)) {
        return i;
      }
    }
    return -1;
  }

  private static String at(Tensor keys, int index) {
    int position = Math.toIntExact(keys.layout().position(index));
    return keys.storage() instanceof StringStorage strings
        ? strings.get(position)
        : Long.toString(ElementReader.of(keys.storage()).longAt(position));
  }
}
