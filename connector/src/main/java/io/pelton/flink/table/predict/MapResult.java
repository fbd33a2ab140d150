package io.pelton.flink.table.predict;

import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Mapping;
import io.pelton.engine.tensor.Sequence;
import io.pelton.engine.tensor.Value;
import io.pelton.flink.error.ColumnMismatch;
import io.pelton.flink.error.UnsupportedOutput;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.VarCharType;

/** A map a row, as classifiers give their probabilities: all of it, or the value of one key. */
final class MapResult extends ResultReader {
  private final LogicalType keyType;
  private final LogicalType valueType;
  private final Object key;

  /**
   * @param key as its tensor's value; null for the whole map
   */
  private MapResult(
      Port port,
      ResultColumn.Output column,
      LogicalType keyType,
      LogicalType valueType,
      Object key) {
    super(port, column);
    this.keyType = keyType;
    this.valueType = valueType;
    this.key = key;
  }

  static MapResult of(Port port, DType keys, DType values, ResultColumn.Output column) {
    if (!ElementTypes.isReadable(keys) || !ElementTypes.isReadable(values)) {
      throw new UnsupportedOutput(port.name(), port.type().toString(), "has no SQL type");
    }
    if (!column.element().isEmpty()) {
      LogicalType keyType = keys == DType.STRING ? VarCharType.STRING_TYPE : new BigIntType();
      Object key = keys == DType.STRING ? StringData.fromString(column.element()) : number(column);
      MapResult result = new MapResult(port, column, keyType, column.type(), key);
      if (!ElementTypes.fits(values, column.type())) {
        throw result.mismatch(
            ElementTypes.names(values) + " for one value", "declare the column so");
      }
      return result;
    }
    MapType map = column.type() instanceof MapType type ? type : null;
    boolean fits =
        map != null
            && ElementTypes.fits(keys, map.getKeyType())
            && ElementTypes.fits(values, map.getValueType());
    if (!fits) {
      String both = ElementTypes.names(keys) + ", " + ElementTypes.names(values);
      throw new MapResult(port, column, null, null, null)
          .mismatch(
              "MAP<" + both + ">",
              "declare the column so, or choose a key with output.mapping, as "
                  + port.name()
                  + (keys == DType.STRING ? "['key']" : "[0]"));
    }
    return new MapResult(port, column, map.getKeyType(), map.getValueType(), null);
  }

  private static Long number(ResultColumn.Output column) {
    try {
      return Long.valueOf(column.element().strip());
    } catch (NumberFormatException e) {
      throw new ColumnMismatch(
          column.name(),
          "a number as key, as those of output '" + column.output() + "' are",
          "'" + column.element() + "'",
          "correct the key");
    }
  }

  @Override
  RowValues values(Value output, int rows, int[] own) {
    List<Value> maps = ((Sequence) output).values();
    if (maps.size() != rows) {
      throw notAs(maps.size() + " maps for " + rows + " rows");
    }
    return key == null ? row -> map((Mapping) maps.get(row)) : row -> one((Mapping) maps.get(row));
  }

  private GenericMapData map(Mapping mapping) {
    ElementValues keys = new ElementValues(mapping.keys(), keyType);
    ElementValues values = new ElementValues(mapping.values(), valueType);
    int size = Math.toIntExact(mapping.keys().layout().elements());
    Map<Object, Object> map = new LinkedHashMap<>(2 * size);
    for (int i = 0; i < size; i++) {
      map.put(keys.value(i), values.value(i));
    }
    return new GenericMapData(map);
  }

  private Object one(Mapping mapping) {
    ElementValues keys = new ElementValues(mapping.keys(), keyType);
    int size = Math.toIntExact(mapping.keys().layout().elements());
    for (int i = 0; i < size; i++) {
      if (key.equals(keys.value(i))) {
        return new ElementValues(mapping.values(), valueType).value(i);
      }
    }
    throw notAs("a map without the key '" + column().element() + "'");
  }
}
