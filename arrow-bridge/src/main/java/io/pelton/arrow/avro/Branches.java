package io.pelton.arrow.avro;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;

/**
 * What a schema holds besides null: itself, unless it is a union.
 *
 * @param hasNull whether null is a branch
 * @param others the branches that are not null, in order
 */
record Branches(boolean hasNull, List<Schema> others) {
  static Branches of(Schema schema) {
    if (schema.getType() != Schema.Type.UNION) {
      return schema.getType() == Schema.Type.NULL
          ? new Branches(true, List.of())
          : new Branches(false, List.of(schema));
    }
    List<Schema> others = new ArrayList<>(schema.getTypes());
    boolean hasNull = others.removeIf(branch -> branch.getType() == Schema.Type.NULL);
    return new Branches(hasNull, List.copyOf(others));
  }

  /** True where the values are of several types. */
  boolean isUnion() {
    return others.size() > 1;
  }

  /** The fields of a union's struct: types, names without namespace unless two share one. */
  List<String> names() {
    Map<String, Integer> uses = new HashMap<>();
    others.forEach(branch -> uses.merge(branch.getName(), 1, Integer::sum));
    return others.stream()
        .map(branch -> uses.get(branch.getName()) > 1 ? branch.getFullName() : branch.getName())
        .toList();
  }
}
