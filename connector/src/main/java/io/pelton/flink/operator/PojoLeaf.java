package io.pelton.flink.operator;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.PojoField;
import org.apache.flink.api.java.typeutils.PojoTypeInfo;

/**
 * A field of a class, or of classes within it, that has no fields itself.
 *
 * @param path names from the top down, with dots between them
 * @param fields from the top down
 */
record PojoLeaf(String path, List<Field> fields, TypeInformation<?> type) {
  static List<PojoLeaf> of(PojoTypeInfo<?> type) {
    List<PojoLeaf> leaves = new ArrayList<>();
    collect("", List.of(), type, leaves);
    return leaves;
  }

  private static void collect(
      String above, List<Field> parents, PojoTypeInfo<?> type, List<PojoLeaf> leaves) {
    for (int i = 0; i < type.getArity(); i++) {
      PojoField field = type.getPojoFieldAt(i);
      List<Field> fields = new ArrayList<>(parents);
      fields.add(field.getField());
      String path = above + field.getField().getName();
      if (field.getTypeInformation() instanceof PojoTypeInfo<?> inner) {
        collect(path + ".", fields, inner, leaves);
      } else {
        leaves.add(new PojoLeaf(path, fields, field.getTypeInformation()));
      }
    }
  }

  static PojoLeaf find(List<PojoLeaf> leaves, String path) {
    return leaves.stream().filter(leaf -> leaf.path.equals(path)).findFirst().orElseThrow();
  }
}
