package io.pelton.flink.table;

import io.pelton.flink.error.ColumnMismatch;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/**
 * The types of what a query passes to a model. Flink lets pass what could be cast to the declared
 * types, but casts nothing.
 */
final class ArgumentTypes {
  private ArgumentTypes() {}

  /**
   * The passed types under the declared names.
   *
   * @throws ColumnMismatch for dates and times that would be other numbers than declared ones
   */
  static RowType of(RowType declared, List<LogicalType> passed) {
    List<RowType.RowField> fields = new ArrayList<>();
    for (int i = 0; i < declared.getFieldCount(); i++) {
      String name = declared.getFieldNames().get(i);
      fields.add(
          new RowType.RowField(name, named(name, declared.getTypeAt(i), passed.get(i)).copy(true)));
    }
    return new RowType(fields);
  }

  private static LogicalType named(String path, LogicalType declared, LogicalType passed) {
    if (declared.is(LogicalTypeFamily.DATETIME) && !passed.is(LogicalTypeRoot.NULL)) {
      checkTime(path, declared, passed);
    }
    if (!declared.is(LogicalTypeRoot.ROW)
        || LogicalTypeChecks.getFieldCount(passed) != LogicalTypeChecks.getFieldCount(declared)) {
      return passed;
    }
    List<String> names = LogicalTypeChecks.getFieldNames(declared);
    List<LogicalType> types = LogicalTypeChecks.getFieldTypes(declared);
    List<LogicalType> given = LogicalTypeChecks.getFieldTypes(passed);
    List<RowType.RowField> fields = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      String field = path + "." + names.get(i);
      fields.add(new RowType.RowField(names.get(i), named(field, types.get(i), given.get(i))));
    }
    return new RowType(passed.isNullable(), fields);
  }

  private static void checkTime(String path, LogicalType declared, LogicalType passed) {
    boolean isSame =
        declared.getTypeRoot() == passed.getTypeRoot()
            && (!declared.is(LogicalTypeFamily.TIMESTAMP) || unit(declared) == unit(passed));
    if (!isSame) {
      throw new ColumnMismatch(
          path,
          declared.asSummaryString() + ", as it is declared",
          passed.asSummaryString() + ", which is another number",
          "cast the column in the query, or declare it as what it is");
    }
  }

  /** Fractional digits of the number that a model gets: seconds, milli-, micro- or nanoseconds. */
  private static int unit(LogicalType timestamp) {
    return (LogicalTypeChecks.getPrecision(timestamp) + 2) / 3;
  }
}
