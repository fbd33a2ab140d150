package io.pelton.flink.table.schema;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/**
 * A column, or a field of rows in one, that is no row itself.
 *
 * @param path names from the top down, with dots between them
 */
record LeafColumn(String path, LogicalType type) {
  static List<LeafColumn> of(LogicalType row) {
    List<LeafColumn> leaves = new ArrayList<>();
    collect("", row, leaves);
    return leaves;
  }

  private static void collect(String prefix, LogicalType row, List<LeafColumn> leaves) {
    List<String> names = LogicalTypeChecks.getFieldNames(row);
    List<LogicalType> types = LogicalTypeChecks.getFieldTypes(row);
    for (int i = 0; i < names.size(); i++) {
      LogicalType type = types.get(i);
      if (type.isAnyOf(LogicalTypeRoot.ROW, LogicalTypeRoot.STRUCTURED_TYPE)) {
        collect(prefix + names.get(i) + ".", type, leaves);
      } else {
        leaves.add(new LeafColumn(prefix + names.get(i), type));
      }
    }
  }

  /** The column that it is, or is in. */
  boolean isWithin(String column) {
    return path.equals(column) || path.startsWith(column + ".");
  }
}
