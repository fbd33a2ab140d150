package io.pelton.arrow.dataset;

import java.util.List;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/** The same schema for rows of nulls. */
final class NullableFields {
  private NullableFields() {}

  static Schema of(Schema schema) {
    return new Schema(of(schema.getFields()), schema.getCustomMetadata());
  }

  private static List<Field> of(List<Field> fields) {
    return fields.stream().map(NullableFields::of).toList();
  }

  private static Field of(Field field) {
    // a null map has no entries, whose keys could be null
    List<Field> children =
        field.getType() instanceof ArrowType.Map ? field.getChildren() : of(field.getChildren());
    return new Field(
        field.getName(), new FieldType(true, field.getType(), null, field.getMetadata()), children);
  }
}
