package io.pelton.flink.operator;

import io.pelton.flink.error.UnsupportedField;
import io.pelton.flink.rowdata.ArrowFields;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/**
 * A field of table rows, or of rows within them, that is no row itself.
 *
 * @param path names from the top down, with dots between them
 * @param positions among the siblings, from the top down
 * @param arities fields of each row within, from the top down
 */
record RowDataLeaf(String path, List<Integer> positions, List<Integer> arities, LogicalType type) {
  static List<RowDataLeaf> of(RowType type) {
    List<RowDataLeaf> leaves = new ArrayList<>();
    collect(new RowDataLeaf("", List.of(), List.of(), type), leaves);
    return leaves;
  }

  private static void collect(RowDataLeaf parent, List<RowDataLeaf> leaves) {
    List<String> names = LogicalTypeChecks.getFieldNames(parent.type);
    List<LogicalType> types = LogicalTypeChecks.getFieldTypes(parent.type);
    for (int i = 0; i < names.size(); i++) {
      String path = parent.path.isEmpty() ? names.get(i) : parent.path + "." + names.get(i);
      List<Integer> positions = new ArrayList<>(parent.positions);
      positions.add(i);
      LogicalType type = types.get(i);
      List<Integer> arities = new ArrayList<>(parent.arities);
      RowDataLeaf leaf = new RowDataLeaf(path, positions, arities, type);
      if (type.isAnyOf(LogicalTypeRoot.ROW, LogicalTypeRoot.STRUCTURED_TYPE)) {
        arities.add(LogicalTypeChecks.getFieldCount(type));
        collect(leaf, leaves);
      } else {
        leaves.add(leaf);
      }
    }
  }

  static RowDataLeaf find(List<RowDataLeaf> leaves, String path) {
    return leaves.stream().filter(leaf -> leaf.path.equals(path)).findFirst().orElseThrow();
  }

  /**
   * Every field by its path, under its type in Arrow; of those that do not matter, only the ones
   * that have such a type.
   *
   * @throws UnsupportedField for a field that matters and has none
   */
  static Schema schema(RowType type, List<String> paths) {
    List<Field> fields = new ArrayList<>();
    for (RowDataLeaf leaf : of(type)) {
      try {
        fields.add(ArrowFields.field(leaf.path, leaf.type.copy(true)));
      } catch (UnsupportedField e) {
        if (paths.contains(leaf.path)) {
          throw e;
        }
      }
    }
    return new Schema(fields);
  }
}
