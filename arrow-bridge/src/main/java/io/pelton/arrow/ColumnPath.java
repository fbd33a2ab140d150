package io.pelton.arrow;

import io.pelton.arrow.type.NullBits;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * Where a column is: at the top, or below structs.
 *
 * @param name as it was asked for
 * @param positions of a field among its siblings, from the top down
 * @param field the last of these
 */
record ColumnPath(String name, List<Integer> positions, Field field) {
  /**
   * Every place that the name means: a field of just this name, or, where the name has dots, a
   * field of a struct.
   */
  static List<ColumnPath> find(List<Field> fields, String name) {
    return find(fields, name, name, List.of()).toList();
  }

  private static Stream<ColumnPath> find(
      List<Field> fields, String rest, String name, List<Integer> above) {
    Stream.Builder<ColumnPath> found = Stream.builder();
    for (int i = 0; i < fields.size(); i++) {
      Field field = fields.get(i);
      List<Integer> positions = new ArrayList<>(above);
      positions.add(i);
      if (field.getName().equals(rest)) {
        found.add(new ColumnPath(name, positions, field));
      } else if (field.getType() instanceof ArrowType.Struct
          && field.getDictionary() == null
          && rest.startsWith(field.getName() + ".")) {
        String below = rest.substring(field.getName().length() + 1);
        find(field.getChildren(), below, name, positions).forEach(found);
      }
    }
    return found.build();
  }

  /** The column's position among the batch's; -1 below structs. */
  int top() {
    return positions.size() == 1 ? positions.get(0) : -1;
  }

  /**
   * The column's vector.
   *
   * @param above takes which rows are null in the structs above, where some are
   */
  FieldVector open(ArrowBatch batch, List<NullBits> above) {
    above.clear();
    FieldVector vector = batch.vector(positions.get(0));
    for (int position : positions.subList(1, positions.size())) {
      NullBits nulls = NullBits.of(vector);
      if (nulls.count() > 0) {
        above.add(nulls);
      }
      vector = vector.getChildrenFromFields().get(position);
    }
    return vector;
  }
}
