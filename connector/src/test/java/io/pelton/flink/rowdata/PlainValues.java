package io.pelton.flink.rowdata;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.DurationVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float2Vector;
import org.apache.arrow.vector.FloatingPointVector;
import org.apache.arrow.vector.IntervalDayVector;
import org.apache.arrow.vector.IntervalYearVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeMilliVector;
import org.apache.arrow.vector.TimeNanoVector;
import org.apache.arrow.vector.TimeSecVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.complex.BaseListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.ListViewVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;

/**
 * Values of vectors, read with Arrow's own getters, and of rows, read with Flink's, as objects that
 * are equal where the values are: numbers, text, lists.
 */
public final class PlainValues {
  private PlainValues() {}

  /** A cell of a vector, decoded where it is dictionary-encoded. */
  public static Object of(FieldVector vector, int i, DictionaryProvider dictionaries) {
    if (vector instanceof NullVector || vector.isNull(i)) {
      return null;
    }
    if (vector.getField().getDictionary() != null) {
      FieldVector values =
          dictionaries.lookup(vector.getField().getDictionary().getId()).getVector();
      return of(values, (int) ((BaseIntVector) vector).getValueAsLong(i), dictionaries);
    }
    if (vector instanceof BitVector bits) {
      return bits.get(i) != 0;
    }
    if (vector instanceof UInt8Vector unsigned) {
      return number(new BigDecimal(unsigned.getObjectNoOverflow(i)));
    }
    if (vector instanceof BaseIntVector integers) {
      return number(BigDecimal.valueOf(integers.getValueAsLong(i)));
    }
    if (vector instanceof Float2Vector halves) {
      return (double) halves.getValueAsFloat(i);
    }
    if (vector instanceof FloatingPointVector floats) {
      return floats.getValueAsDouble(i);
    }
    Object time = time(vector, i);
    return time != null ? time : other(vector, i, dictionaries);
  }

  private static Object time(FieldVector vector, int i) {
    if (vector instanceof DateDayVector days) {
      return number(BigDecimal.valueOf(days.get(i)));
    }
    if (vector instanceof DateMilliVector millis) {
      return number(BigDecimal.valueOf(Math.floorDiv(millis.get(i), 86_400_000L)));
    }
    if (vector instanceof TimeSecVector seconds) {
      return number(BigDecimal.valueOf(seconds.get(i) * 1000L));
    }
    if (vector instanceof TimeMilliVector millis) {
      return number(BigDecimal.valueOf(millis.get(i)));
    }
    if (vector instanceof TimeMicroVector micros) {
      return number(BigDecimal.valueOf(micros.get(i) / 1000));
    }
    if (vector instanceof TimeNanoVector nanos) {
      return number(BigDecimal.valueOf(nanos.get(i) / 1_000_000));
    }
    if (vector instanceof TimeStampVector stamps) {
      ArrowType.Timestamp type = (ArrowType.Timestamp) vector.getField().getType();
      return seconds(stamps.get(i), type.getUnit());
    }
    if (vector instanceof IntervalYearVector months) {
      return number(BigDecimal.valueOf(months.get(i)));
    }
    if (vector instanceof IntervalDayVector days) {
      return number(BigDecimal.valueOf(days.getObject(i).toMillis()));
    }
    if (vector instanceof DurationVector durations) {
      TimeUnit unit = ((ArrowType.Duration) vector.getField().getType()).getUnit();
      long value = DurationVector.get(durations.getDataBuffer(), i);
      return number(seconds(value, unit).movePointRight(3).setScale(0, RoundingMode.FLOOR));
    }
    return null;
  }

  /** Of a timestamp, exactly. */
  private static BigDecimal seconds(long value, TimeUnit unit) {
    int scale =
        switch (unit) {
          case SECOND -> 0;
          case MILLISECOND -> 3;
          case MICROSECOND -> 6;
          case NANOSECOND -> 9;
        };
    return number(new BigDecimal(BigInteger.valueOf(value), scale));
  }

  private static Object other(FieldVector vector, int i, DictionaryProvider dictionaries) {
    if (vector instanceof StructVector struct) {
      List<Object> values = new ArrayList<>();
      struct.getChildrenFromFields().forEach(child -> values.add(of(child, i, dictionaries)));
      return values;
    }
    if (vector instanceof MapVector map) {
      StructVector entries = (StructVector) map.getDataVector();
      return elements(
          entries, map.getElementStartIndex(i), map.getElementEndIndex(i), dictionaries);
    }
    if (vector instanceof BaseListVector lists && !(vector instanceof ListViewVector)) {
      FieldVector data = vector.getChildrenFromFields().get(0);
      return elements(
          data, lists.getElementStartIndex(i), lists.getElementEndIndex(i), dictionaries);
    }
    if (vector instanceof ListViewVector lists) {
      // its end index is the size
      int start = lists.getElementStartIndex(i);
      return elements(
          lists.getDataVector(), start, start + lists.getObject(i).size(), dictionaries);
    }
    if (vector instanceof LargeListVector lists) {
      return elements(
          lists.getDataVector(),
          lists.getElementStartIndex(i),
          lists.getElementEndIndex(i),
          dictionaries);
    }
    Object value = vector.getObject(i);
    if (value instanceof byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    }
    return value instanceof BigDecimal decimal ? number(decimal) : value.toString();
  }

  private static List<Object> elements(
      FieldVector data, long start, long end, DictionaryProvider dictionaries) {
    List<Object> values = new ArrayList<>();
    for (long i = start; i < end; i++) {
      values.add(of(data, (int) i, dictionaries));
    }
    return values;
  }

  private static BigDecimal number(BigDecimal value) {
    return value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros();
  }

  /** All fields of a row. */
  public static List<Object> of(RowData row, List<LogicalType> types) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      values.add(of(RowData.createFieldGetter(types.get(i), i).getFieldOrNull(row), types.get(i)));
    }
    return values;
  }

  private static Object of(Object value, LogicalType type) {
    if (value == null || value instanceof Boolean) {
      return value;
    }
    if (value instanceof StringData text) {
      return text.toString();
    }
    if (value instanceof byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    }
    if (value instanceof Float || value instanceof Double) {
      return ((Number) value).doubleValue();
    }
    if (value instanceof Number integer) {
      return number(BigDecimal.valueOf(integer.longValue()));
    }
    if (value instanceof DecimalData decimal) {
      return number(decimal.toBigDecimal());
    }
    if (value instanceof TimestampData stamp) {
      return number(
          BigDecimal.valueOf(stamp.getMillisecond(), 3)
              .add(BigDecimal.valueOf(stamp.getNanoOfMillisecond(), 9)));
    }
    if (value instanceof ArrayData array) {
      return elements(array, type.getChildren().get(0));
    }
    if (value instanceof MapData map) {
      boolean multiset = type.is(LogicalTypeRoot.MULTISET);
      List<Object> keys = elements(map.keyArray(), type.getChildren().get(0));
      List<Object> values =
          elements(map.valueArray(), multiset ? new IntType() : type.getChildren().get(1));
      List<Object> entries = new ArrayList<>();
      for (int i = 0; i < keys.size(); i++) {
        List<Object> entry = new ArrayList<>();
        entry.add(keys.get(i));
        entry.add(values.get(i));
        entries.add(entry);
      }
      return entries;
    }
    return of((RowData) value, type.getChildren());
  }

  private static List<Object> elements(ArrayData array, LogicalType type) {
    List<Object> values = new ArrayList<>();
    ArrayData.ElementGetter getter = ArrayData.createElementGetter(type);
    for (int i = 0; i < array.size(); i++) {
      values.add(of(getter.getElementOrNull(array, i), type));
    }
    return values;
  }
}
