package io.pelton.flink.table.function;

import io.pelton.flink.error.InvalidSetting;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;

/**
 * A row's prediction as several rows: one for each element of its arrays, or one for each entry of
 * its map.
 *
 * @param results the columns of the prediction
 */
record SpreadPrediction(RowType results) implements Serializable {
  private static final String POSITION = "position";
  private static final String KEY = "key";

  /**
   * The type of the rows.
   *
   * @throws InvalidSetting where no column is an array or a map, or a map is beside another one
   */
  static LogicalType type(RowType results) {
    List<LogicalType> maps = of(MapType.class, results);
    List<LogicalType> arrays = of(ArrayType.class, results);
    if (maps.size() > 1 || maps.isEmpty() == arrays.isEmpty()) {
      throw new InvalidSetting(
          "'output.mapping'",
          "arrays, or one map, which PREDICT_TABLE makes rows of",
          results.asSummaryString(),
          "choose outputs, as in 'output.mapping', 'p=probabilities', or call PREDICT");
    }
    List<RowType.RowField> fields = new ArrayList<>();
    fields.add(
        maps.isEmpty()
            ? new RowType.RowField(free(POSITION, results), new IntType())
            : new RowType.RowField(free(KEY, results), ((MapType) maps.get(0)).getKeyType()));
    for (RowType.RowField field : results.getFields()) {
      fields.add(new RowType.RowField(field.getName(), part(field.getType()).copy(true)));
    }
    return new RowType(false, fields);
  }

  private static List<LogicalType> of(Class<? extends LogicalType> kind, RowType results) {
    return results.getChildren().stream().filter(kind::isInstance).toList();
  }

  private static LogicalType part(LogicalType column) {
    if (column instanceof ArrayType array) {
      return array.getElementType();
    }
    return column instanceof MapType map ? map.getValueType() : column;
  }

  private static String free(String name, RowType results) {
    String free = name;
    while (results.getFieldNames().contains(free)) {
      free += "_";
    }
    return free;
  }

  Spreader spreader() {
    return new Spreader(results);
  }

  /** Makes the rows. Used by one thread at a time. */
  static final class Spreader {
    private final RowData.FieldGetter[] columns;
    private final ArrayData.ElementGetter[] elements;
    private final int map;
    private final ArrayData.ElementGetter keys;

    private Spreader(RowType results) {
      int count = results.getFieldCount();
      columns = new RowData.FieldGetter[count];
      elements = new ArrayData.ElementGetter[count];
      int mapAt = -1;
      ArrayData.ElementGetter mapKeys = null;
      for (int i = 0; i < count; i++) {
        LogicalType type = results.getTypeAt(i);
        columns[i] = RowData.createFieldGetter(type.copy(true), i);
        if (type instanceof ArrayType || type instanceof MapType) {
          elements[i] = ArrayData.createElementGetter(part(type).copy(true));
        }
        if (type instanceof MapType mapType) {
          mapAt = i;
          mapKeys = ArrayData.createElementGetter(mapType.getKeyType());
        }
      }
      map = mapAt;
      keys = mapKeys;
    }

    /** Gives the rows to a consumer, which may keep them. */
    void spread(RowData prediction, Consumer<RowData> out) {
      Object[] values = new Object[columns.length];
      ArrayData keyArray = null;
      int rows = 0;
      for (int i = 0; i < columns.length; i++) {
        Object value = columns[i].getFieldOrNull(prediction);
        if (i == map && value != null) {
          keyArray = ((MapData) value).keyArray();
          value = ((MapData) value).valueArray();
        }
        values[i] = value;
        if (elements[i] != null && value != null) {
          rows = Math.max(rows, ((ArrayData) value).size());
        }
      }
      for (int row = 0; row < rows; row++) {
        Object first = map < 0 ? (Object) row : keys.getElementOrNull(keyArray, row);
        out.accept(row(first, values, row));
      }
    }

    private RowData row(Object first, Object[] values, int at) {
      GenericRowData row = new GenericRowData(values.length + 1);
      row.setField(0, first);
      for (int i = 0; i < values.length; i++) {
        row.setField(i + 1, elements[i] == null ? values[i] : element(i, values[i], at));
      }
      return row;
    }

    private Object element(int column, Object value, int at) {
      ArrayData array = (ArrayData) value;
      return array == null || at >= array.size()
          ? null
          : elements[column].getElementOrNull(array, at);
    }
  }
}
