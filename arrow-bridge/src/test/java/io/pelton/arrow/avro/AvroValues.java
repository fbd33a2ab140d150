package io.pelton.arrow.avro;

import io.pelton.arrow.ArrowBatch;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.IntervalMonthDayNanoVector;
import org.apache.arrow.vector.PeriodDuration;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeMilliVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericFixed;
import org.apache.avro.generic.IndexedRecord;

/** Values as plain Java, from what Avro's own reader gives and from vectors, to be compared. */
final class AvroValues {
  private AvroValues() {}

  /** The rows of a batch by name. */
  static List<Map<String, Object>> rows(ArrowBatch batch) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (int row = 0; row < batch.rows(); row++) {
      Map<String, Object> values = new LinkedHashMap<>();
      for (int column = 0; column < batch.columns(); column++) {
        values.put(
            batch.schema().getFields().get(column).getName(),
            of(batch.vector(column), row, batch.dictionaries()));
      }
      rows.add(values);
    }
    return rows;
  }

  static Object of(FieldVector vector, int row, DictionaryProvider dictionaries) {
    if (vector.isNull(row)) {
      return null;
    }
    if (vector.getField().getDictionary() != null) {
      long id = vector.getField().getDictionary().getId();
      int index = (int) ((BaseIntVector) vector).getValueAsLong(row);
      return dictionaries.lookup(id).getVector().getObject(index).toString();
    }
    if (vector instanceof MapVector map) {
      StructVector entries = (StructVector) map.getDataVector();
      Map<Object, Object> values = new LinkedHashMap<>();
      for (int i = map.getElementStartIndex(row); i < map.getElementEndIndex(row); i++) {
        values.put(
            entries.getChildByOrdinal(0).getObject(i).toString(),
            of((FieldVector) entries.getChildByOrdinal(1), i, dictionaries));
      }
      return values;
    }
    if (vector instanceof ListVector list) {
      List<Object> values = new ArrayList<>();
      for (int i = list.getElementStartIndex(row); i < list.getElementEndIndex(row); i++) {
        values.add(of(list.getDataVector(), i, dictionaries));
      }
      return values;
    }
    if (vector instanceof StructVector struct) {
      Map<Object, Object> values = new LinkedHashMap<>();
      struct
          .getChildrenFromFields()
          .forEach(child -> values.put(child.getName(), of(child, row, dictionaries)));
      return values;
    }
    return plain(vector, row);
  }

  private static Object plain(FieldVector vector, int row) {
    if (vector instanceof IntVector ints) {
      return (long) ints.get(row);
    } else if (vector instanceof BigIntVector longs) {
      return longs.get(row);
    } else if (vector instanceof DateDayVector days) {
      return (long) days.get(row);
    } else if (vector instanceof TimeMilliVector times) {
      return (long) times.get(row);
    } else if (vector instanceof TimeMicroVector times) {
      return times.get(row);
    } else if (vector instanceof TimeStampVector stamps) {
      return stamps.get(row);
    } else if (vector instanceof Float4Vector floats) {
      return floats.get(row);
    } else if (vector instanceof Float8Vector doubles) {
      return doubles.get(row);
    } else if (vector instanceof BitVector bits) {
      return bits.get(row) != 0;
    } else if (vector instanceof IntervalMonthDayNanoVector intervals) {
      PeriodDuration value = intervals.getObject(row);
      return List.of(
          value.getPeriod().toTotalMonths(),
          value.getPeriod().get(ChronoUnit.DAYS),
          value.getDuration().toMillis());
    }
    Object value = vector.getObject(row);
    return value instanceof byte[] bytes
        ? "0x" + HexFormat.of().formatHex(bytes)
        : value instanceof BigDecimal ? value : value.toString();
  }

  /** A value of Avro's generic kind. */
  static Object of(Schema schema, Object value) {
    Branches branches = Branches.of(schema);
    if (value == null) {
      return null;
    }
    if (branches.isUnion()) {
      int branch = org.apache.avro.generic.GenericData.get().resolveUnion(schema, value);
      Schema chosen = schema.getTypes().get(branch);
      Map<Object, Object> members = new LinkedHashMap<>();
      for (int i = 0; i < branches.others().size(); i++) {
        boolean isChosen = branches.others().get(i).equals(chosen);
        members.put(branches.names().get(i), isChosen ? of(chosen, value) : null);
      }
      return members;
    }
    return plain(branches.others().get(0), value);
  }

  private static Object plain(Schema schema, Object value) {
    switch (schema.getType()) {
      case RECORD -> {
        Map<Object, Object> fields = new LinkedHashMap<>();
        for (Schema.Field field : schema.getFields()) {
          fields.put(field.name(), of(field.schema(), ((IndexedRecord) value).get(field.pos())));
        }
        return fields;
      }
      case ARRAY -> {
        List<Object> items = new ArrayList<>();
        ((Iterable<?>) value).forEach(item -> items.add(of(schema.getElementType(), item)));
        return items;
      }
      case MAP -> {
        Map<Object, Object> entries = new LinkedHashMap<>();
        ((Map<?, ?>) value)
            .forEach((key, item) -> entries.put(key.toString(), of(schema.getValueType(), item)));
        return entries;
      }
      case INT, LONG -> {
        return ((Number) value).longValue();
      }
      case STRING, ENUM -> {
        return value.toString();
      }
      case BYTES -> {
        ByteBuffer buffer = ((ByteBuffer) value).duplicate();
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes(schema, bytes);
      }
      case FIXED -> {
        return bytes(schema, ((GenericFixed) value).bytes());
      }
      default -> {
        return value;
      }
    }
  }

  private static Object bytes(Schema schema, byte[] bytes) {
    if (LogicalTypes.fromSchemaIgnoreInvalid(schema) instanceof LogicalTypes.Decimal decimal) {
      BigInteger unscaled = bytes.length == 0 ? BigInteger.ZERO : new BigInteger(bytes);
      return new BigDecimal(unscaled, decimal.getScale());
    }
    if ("duration".equals(schema.getProp("logicalType")) && bytes.length == 12) {
      ByteBuffer parts = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
      return List.of(
          (long) parts.getInt(0), (long) parts.getInt(4), Integer.toUnsignedLong(parts.getInt(8)));
    }
    return "0x" + HexFormat.of().formatHex(bytes);
  }
}
