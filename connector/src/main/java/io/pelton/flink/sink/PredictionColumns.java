package io.pelton.flink.sink;

import io.pelton.flink.Prediction;
import io.pelton.flink.error.InvalidSetting;
import io.pelton.flink.error.UnsupportedOutput;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * The columns of predictions, known from the first of them: one for a single value, {@code name_0},
 * {@code name_1}, … for an array, {@code name_key} for each key of a map.
 */
final class PredictionColumns {
  /** The cells of one output. */
  private record Output(String name, Object[] keys, int length) {}

  private final Schema schema;
  private final List<Output> outputs = new ArrayList<>();

  /**
   * @param inputs the columns before those of the outputs
   * @throws InvalidSetting where two columns would have one name
   */
  PredictionColumns(List<Field> inputs, Prediction<?> first) {
    List<Field> fields = new ArrayList<>(inputs);
    for (int position = 0; position < first.names().size(); position++) {
      add(first.names().get(position), first.value(position), fields);
    }
    Set<String> names = new HashSet<>();
    for (Field field : fields) {
      if (!names.add(field.getName())) {
        throw new InvalidSetting(
            "columns",
            "a name that no other column has",
            "'" + field.getName() + "'",
            "give the output another name, or leave the input column out");
      }
    }
    this.schema = new Schema(fields);
  }

  private void add(String name, Object value, List<Field> fields) {
    if (value instanceof Map<?, ?> map) {
      Object[] keys = map.keySet().toArray();
      for (Object key : keys) {
        fields.add(field(name, name + "_" + key, map.get(key), true));
      }
      outputs.add(new Output(name, keys, keys.length));
    } else if (value.getClass().isArray()) {
      int length = Array.getLength(value);
      for (int i = 0; i < length; i++) {
        fields.add(field(name, name + "_" + i, Array.get(value, i), false));
      }
      outputs.add(new Output(name, null, length));
    } else {
      fields.add(field(name, name, value, false));
      outputs.add(new Output(name, null, 1));
    }
  }

  private static Field field(String output, String column, Object value, boolean nullable) {
    return new Field(column, new FieldType(nullable, type(output, value), null), null);
  }

  private static ArrowType type(String output, Object value) {
    if (value instanceof String) {
      return new ArrowType.Utf8();
    }
    if (value instanceof Float) {
      return new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
    }
    if (value instanceof Double) {
      return new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
    }
    if (value instanceof Long) {
      return new ArrowType.Int(64, true);
    }
    if (value instanceof Boolean) {
      return new ArrowType.Bool();
    }
    throw new UnsupportedOutput(output, value.getClass().getName(), "has no column type");
  }

  Schema schema() {
    return schema;
  }

  /** Takes a cell of a row. */
  interface Cells {
    void set(int column, Object value);
  }

  /** Hands the outputs' cells to {@code cells}, counting columns from {@code column} on. */
  void write(Prediction<?> prediction, int column, Cells cells) {
    int at = column;
    for (int position = 0; position < outputs.size(); position++) {
      Output output = outputs.get(position);
      Object value = prediction.value(position);
      if (output.keys != null) {
        Map<?, ?> map = (Map<?, ?>) value;
        checkKeys(output, map);
        for (Object key : output.keys) {
          cells.set(at++, map.get(key));
        }
      } else if (value.getClass().isArray()) {
        checkLength(output, value);
        for (int i = 0; i < output.length; i++) {
          cells.set(at++, Array.get(value, i));
        }
      } else {
        cells.set(at++, value);
      }
    }
  }

  private static void checkLength(Output output, Object array) {
    if (Array.getLength(array) != output.length) {
      throw new UnsupportedOutput(
          output.name,
          Array.getLength(array) + " values",
          "came after one of " + output.length + ", which the file's columns are made for");
    }
  }

  private static void checkKeys(Output output, Map<?, ?> map) {
    for (Object key : map.keySet()) {
      if (!List.of(output.keys).contains(key)) {
        throw new UnsupportedOutput(
            output.name,
            "a map with the key " + key,
            "came after one with the keys "
                + List.of(output.keys)
                + ", which the file's columns are made for");
      }
    }
  }
}
