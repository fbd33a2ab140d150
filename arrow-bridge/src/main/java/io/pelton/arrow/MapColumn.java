package io.pelton.arrow;

import io.pelton.arrow.type.ElementCollector;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Mapping;
import io.pelton.engine.tensor.Value;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.pojo.Field;

/** A sequence of mappings as one column of Arrow maps. */
record MapColumn(String output, Field field, DType key, DType value) implements OutputColumns {
  @Override
  public List<Field> fields() {
    return List.of(field);
  }

  @Override
  public int rows(Value mappings) {
    return Mappings.of(output, mappings).size();
  }

  @Override
  public void write(
      Value given, int rows, BufferAllocator allocator, boolean keep, List<FieldVector> vectors) {
    MapVector maps = (MapVector) field.createVector(allocator);
    vectors.add(maps);
    ElementCollector keys = ElementCollector.of(key);
    ElementCollector values = ElementCollector.of(value);
    try (ArrowBuf offsets = allocator.buffer(4L * (rows + 1L))) {
      offsets.setInt(0, 0);
      int row = 0;
      for (Mapping mapping : Mappings.of(output, given)) {
        keys.addAll(mapping.keys());
        values.addAll(mapping.values());
        offsets.setInt(4L * ++row, keys.count());
      }
      offsets.writerIndex(4L * (rows + 1L));
      maps.loadFieldBuffers(new ArrowFieldNode(rows, 0), List.of(allocator.getEmpty(), offsets));
    }
    FieldVector entries = maps.getChildrenFromFields().get(0);
    entries.loadFieldBuffers(new ArrowFieldNode(keys.count(), 0), List.of(allocator.getEmpty()));
    keys.write(entries.getChildrenFromFields().get(0));
    values.write(entries.getChildrenFromFields().get(1));
  }
}
