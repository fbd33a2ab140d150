package io.pelton.flink.operator;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.InputBinding;
import io.pelton.arrow.ModelInput;
import io.pelton.flink.RowFields;
import io.pelton.flink.error.UnsupportedField;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.annotation.Internal;
import org.apache.flink.api.java.typeutils.EnumTypeInfo;
import org.apache.flink.api.java.typeutils.PojoTypeInfo;

/** Encodes objects of a class with named fields. */
@Internal
public final class PojoEncoding<T> extends RecordEncoding<T> {
  private static final long serialVersionUID = 1L;

  private final PojoTypeInfo<T> type;

  public PojoEncoding(PojoTypeInfo<T> type) {
    this.type = type;
  }

  @Override
  Schema fields(List<ModelInput> inputs, List<InputBinding> bindings) {
    List<String> paths = paths(bindings);
    List<Field> fields = new ArrayList<>();
    for (PojoLeaf leaf : PojoLeaf.of(type)) {
      Optional<Field> column = column(leaf);
      column.ifPresent(fields::add);
      if (column.isEmpty() && paths.contains(leaf.path())) {
        throw new UnsupportedField(leaf.path(), leaf.type().toString(), supported());
      }
    }
    return new Schema(fields);
  }

  private static Optional<Field> column(PojoLeaf leaf) {
    return leaf.type() instanceof EnumTypeInfo<?>
        ? Optional.of(Field.nullable(leaf.path(), new ArrowType.Utf8()))
        : RowFields.column(leaf.path(), leaf.type());
  }

  private static List<String> supported() {
    List<String> supported = new ArrayList<>(RowFields.supported());
    supported.add("enums");
    return supported;
  }

  @Override
  RecordEncoder<T> open(ArrowAllocator allocator, Schema wanted, int maxRows) {
    List<PojoLeaf> leaves = PojoLeaf.of(type);
    List<CellWriter<T>> writers = new ArrayList<>();
    for (Field column : wanted.getFields()) {
      writers.add(PojoCells.of(PojoLeaf.find(leaves, column.getName())));
    }
    return new FieldEncoder<>(allocator, wanted, maxRows, writers);
  }
}
