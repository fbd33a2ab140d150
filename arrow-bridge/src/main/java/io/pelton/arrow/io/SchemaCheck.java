package io.pelton.arrow.io;

import java.util.function.IntFunction;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.Schema;

/**
 * Whether a schema's tree of fields is one: an offset in a broken file may point backwards, at an
 * ancestor, or share children so often that the tree never ends.
 */
final class SchemaCheck {
  private static final int DEPTH = 64;

  /** A field takes at least this many bytes. */
  private static final int FIELD_BYTES = 8;

  private int remaining;

  private SchemaCheck(int remaining) {
    this.remaining = remaining;
  }

  /**
   * @param bytes of what holds the schema, which bounds the number of fields
   * @throws RuntimeException where a name is not text
   */
  static boolean isSound(Schema schema, int bytes) {
    return new SchemaCheck(bytes / FIELD_BYTES).isTree(schema.fieldsLength(), schema::fields, 0);
  }

  private boolean isTree(int count, IntFunction<Field> fields, int depth) {
    if (count > remaining || depth > DEPTH) {
      return false;
    }
    remaining -= count;
    for (int i = 0; i < count; i++) {
      Field field = fields.apply(i);
      field.name();
      if (!isTree(field.childrenLength(), field::children, depth + 1)) {
        return false;
      }
    }
    return true;
  }
}
