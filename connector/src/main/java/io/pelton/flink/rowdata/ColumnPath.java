package io.pelton.flink.rowdata;

import io.pelton.flink.error.TableMismatch;
import io.pelton.flink.error.UnreadableValue;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * A column, or a part of one, that table and file must agree about.
 *
 * @param file name, for messages
 * @param missingIsNull whether a nullable column that the file lacks reads as nulls
 * @param name with the names of the columns around it
 */
record ColumnPath(String file, RowType table, Schema schema, boolean missingIsNull, String name) {
  ColumnPath child(String child) {
    String path = name.isEmpty() ? child : name + "." + child;
    return new ColumnPath(file, table, schema, missingIsNull, path);
  }

  TableMismatch mismatch(String difference, String remedy) {
    return new TableMismatch(
        file, name, difference, remedy, table.asSummaryString(), schema.getFields().toString());
  }

  TableMismatch mismatch(LogicalType type, Field field) {
    String remedy =
        SqlTypes.of(field)
            .map(fitting -> "declare it as " + fitting.copy(true).asSummaryString())
            .orElse("leave the column out, no SQL type holds it");
    return mismatch(
        "the table has "
            + type.copy(true).asSummaryString()
            + ", the file "
            + field.getType()
            + (field.getDictionary() == null ? "" : " in a dictionary"),
        remedy);
  }

  UnreadableValue unreadable(Origin origin, int index, Object value, LogicalType type) {
    return new UnreadableValue(
        origin.file(), origin.batch(), name, index, String.valueOf(value), type.asSummaryString());
  }
}
