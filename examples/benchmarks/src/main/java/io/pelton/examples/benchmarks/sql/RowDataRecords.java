package io.pelton.examples.benchmarks.sql;

import io.pelton.examples.benchmarks.streaming.StreamingCase;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.conversion.RowRowConverter;
import org.apache.flink.table.types.DataType;
import org.apache.flink.types.Row;

/** The records of a case as the rows of a table. */
final class RowDataRecords {
  private RowDataRecords() {}

  /** Fields and their types in SQL. */
  static DataType type(StreamingCase what) throws IOException {
    RowTypeInfo type = (RowTypeInfo) what.type();
    return DataTypes.ROW(
            IntStream.range(0, type.getArity())
                .mapToObj(
                    i ->
                        DataTypes.FIELD(
                            type.getFieldNames()[i], type(type.getTypeAt(i).getTypeClass())))
                .toList())
        .notNull();
  }

  private static DataType type(Class<?> field) {
    if (field == float[].class) {
      return DataTypes.ARRAY(DataTypes.FLOAT().notNull().bridgedTo(float.class));
    }
    if (field == Float.class) {
      return DataTypes.FLOAT();
    }
    if (field == Double.class) {
      return DataTypes.DOUBLE();
    }
    if (field == Long.class) {
      return DataTypes.BIGINT();
    }
    if (field == Integer.class) {
      return DataTypes.INT();
    }
    if (field == Boolean.class) {
      return DataTypes.BOOLEAN();
    }
    if (field == String.class) {
      return DataTypes.STRING();
    }
    throw new IllegalStateException("no type in SQL for " + field);
  }

  /** {@link StreamingCase#ROWS} of them. */
  static List<RowData> read(StreamingCase what) throws IOException {
    RowRowConverter converter = RowRowConverter.create(type(what));
    converter.open(RowDataRecords.class.getClassLoader());
    List<RowData> records = new ArrayList<>();
    for (Row row : what.rows()) {
      records.add(converter.toInternal(row));
    }
    return records;
  }
}
