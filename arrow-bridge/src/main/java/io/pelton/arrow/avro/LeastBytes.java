package io.pelton.arrow.avro;

import java.util.IdentityHashMap;
import org.apache.avro.Schema;

/** The least that a value of a schema takes; 0 where it takes nothing, ever. */
final class LeastBytes {
  private static final int ENOUGH = 1 << 20;

  private final IdentityHashMap<Schema, Integer> records = new IdentityHashMap<>();

  private LeastBytes() {}

  static int of(Schema schema) {
    return new LeastBytes().least(schema);
  }

  private int least(Schema schema) {
    return switch (schema.getType()) {
      case NULL -> 0;
      case FIXED -> schema.getFixedSize();
      case FLOAT -> 4;
      case DOUBLE -> 8;
      case RECORD -> record(schema);
      default -> 1;
    };
  }

  private int record(Schema schema) {
    Integer known = records.get(schema);
    if (known != null) {
      return known;
    }
    // one that needs itself has no values at all
    records.put(schema, 1);
    long bytes = 0;
    for (Schema.Field field : schema.getFields()) {
      bytes += least(field.schema());
    }
    int least = (int) Math.min(bytes, ENOUGH);
    records.put(schema, least);
    return least;
  }
}
