package io.pelton.arrow.avro;

import io.pelton.arrow.UnsupportedAvroSchema;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.IntervalUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;

/** Arrow fields for Avro schemas; one instance a schema, as it numbers the dictionaries. */
final class ArrowFields {
  private static final String UTC = "UTC";
  private static final int MOST_DIGITS = 76;
  private static final int DIGITS_OF_128_BITS = 38;
  private static final int DEPTH = 64;

  /** A schema may name a record many times, and each time takes columns. */
  private static final int MOST_FIELDS = 1 << 16;

  private final Deque<String> records = new ArrayDeque<>();
  private final List<List<String>> dictionaries = new ArrayList<>();
  private int depth;
  private int fields;

  /** The symbols of every enum met so far; the position is the dictionary's id. */
  List<List<String>> dictionaries() {
    return dictionaries;
  }

  /**
   * The logical field: an enum is dictionary-encoded Utf8.
   *
   * @param path for messages
   * @param mayBeNull also where the schema itself allows no null
   */
  Field field(String name, Schema schema, String path, boolean mayBeNull) {
    if (++depth > DEPTH || ++fields > MOST_FIELDS) {
      throw new UnsupportedAvroSchema(
          path,
          depth > DEPTH ? "nested deeper than " + DEPTH : "more than " + MOST_FIELDS + " columns",
          "choose fields, or give a reader schema with fewer");
    }
    Branches branches = Branches.of(schema);
    boolean nullable = mayBeNull || branches.hasNull();
    Field field =
        branches.isUnion()
            ? union(name, branches, path, nullable)
            : branches.others().isEmpty()
                ? Field.nullable(name, new ArrowType.Null())
                : plain(name, branches.others().get(0), path, nullable);
    depth--;
    return field;
  }

  private Field union(String name, Branches branches, String path, boolean nullable) {
    List<Field> members = new ArrayList<>();
    for (int i = 0; i < branches.others().size(); i++) {
      String member = branches.names().get(i);
      members.add(field(member, branches.others().get(i), path + "." + member, true));
    }
    return nested(name, new ArrowType.Struct(), nullable, members);
  }

  private Field plain(String name, Schema schema, String path, boolean nullable) {
    return switch (schema.getType()) {
      case RECORD -> record(name, schema, path, nullable);
      case ARRAY ->
          nested(
              name,
              new ArrowType.List(),
              nullable,
              List.of(field("item", schema.getElementType(), path + "[]", false)));
      case MAP ->
          nested(
              name,
              new ArrowType.Map(false),
              nullable,
              List.of(
                  nested(
                      "entries",
                      new ArrowType.Struct(),
                      false,
                      List.of(
                          Field.notNullable("key", new ArrowType.Utf8()),
                          field("value", schema.getValueType(), path + "{}", false)))));
      case ENUM -> {
        dictionaries.add(schema.getEnumSymbols());
        DictionaryEncoding encoding =
            new DictionaryEncoding(dictionaries.size() - 1L, false, new ArrowType.Int(32, true));
        yield new Field(name, new FieldType(nullable, new ArrowType.Utf8(), encoding), List.of());
      }
      default -> new Field(name, new FieldType(nullable, type(schema, path), null), List.of());
    };
  }

  private Field record(String name, Schema schema, String path, boolean nullable) {
    if (records.contains(schema.getFullName())) {
      throw new UnsupportedAvroSchema(
          path,
          "record " + schema.getFullName() + " contains itself, and columns have a fixed depth",
          "leave the field out by a reader schema or by choosing fields");
    }
    records.push(schema.getFullName());
    List<Field> children = new ArrayList<>();
    for (Schema.Field child : schema.getFields()) {
      children.add(field(child.name(), child.schema(), path + "." + child.name(), false));
    }
    records.pop();
    return nested(name, new ArrowType.Struct(), nullable, children);
  }

  private static Field nested(String name, ArrowType type, boolean nullable, List<Field> children) {
    return new Field(name, new FieldType(nullable, type, null), children);
  }

  private static ArrowType type(Schema schema, String path) {
    return switch (schema.getType()) {
      case BOOLEAN -> new ArrowType.Bool();
      case INT -> ofInt(logical(schema));
      case LONG -> ofLong(logical(schema));
      case FLOAT -> new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
      case DOUBLE -> new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
      case STRING -> new ArrowType.Utf8();
      case BYTES -> decimalOr(schema, new ArrowType.Binary(), path);
      case FIXED -> ofFixed(schema, path);
      default -> throw new IllegalStateException("no plain type: " + schema.getType());
    };
  }

  /** By name: Avro 1.11 does not know all of these. */
  private static String logical(Schema schema) {
    String name = schema.getProp(LogicalType.LOGICAL_TYPE_PROP);
    return name == null ? "" : name;
  }

  private static ArrowType ofInt(String logical) {
    return switch (logical) {
      case "date" -> new ArrowType.Date(DateUnit.DAY);
      case "time-millis" -> new ArrowType.Time(TimeUnit.MILLISECOND, 32);
      default -> new ArrowType.Int(32, true);
    };
  }

  private static ArrowType ofLong(String logical) {
    return switch (logical) {
      case "time-micros" -> new ArrowType.Time(TimeUnit.MICROSECOND, 64);
      case "timestamp-millis" -> new ArrowType.Timestamp(TimeUnit.MILLISECOND, UTC);
      case "timestamp-micros" -> new ArrowType.Timestamp(TimeUnit.MICROSECOND, UTC);
      case "timestamp-nanos" -> new ArrowType.Timestamp(TimeUnit.NANOSECOND, UTC);
      case "local-timestamp-millis" -> new ArrowType.Timestamp(TimeUnit.MILLISECOND, null);
      case "local-timestamp-micros" -> new ArrowType.Timestamp(TimeUnit.MICROSECOND, null);
      case "local-timestamp-nanos" -> new ArrowType.Timestamp(TimeUnit.NANOSECOND, null);
      default -> new ArrowType.Int(64, true);
    };
  }

  private static ArrowType ofFixed(Schema schema, String path) {
    if (logical(schema).equals("duration") && schema.getFixedSize() == 12) {
      return new ArrowType.Interval(IntervalUnit.MONTH_DAY_NANO);
    }
    return decimalOr(schema, new ArrowType.FixedSizeBinary(schema.getFixedSize()), path);
  }

  /** As the specification wants it, an invalid decimal is what it is made of. */
  private static ArrowType decimalOr(Schema schema, ArrowType plain, String path) {
    if (!(LogicalTypes.fromSchemaIgnoreInvalid(schema) instanceof LogicalTypes.Decimal decimal)) {
      return plain;
    }
    if (decimal.getPrecision() > MOST_DIGITS) {
      throw new UnsupportedAvroSchema(
          path,
          "a decimal of " + decimal.getPrecision() + " digits, where Arrow has " + MOST_DIGITS,
          "give a reader schema without the logical type");
    }
    int bits = decimal.getPrecision() > DIGITS_OF_128_BITS ? 256 : 128;
    return new ArrowType.Decimal(decimal.getPrecision(), decimal.getScale(), bits);
  }

  /** A logical field as its vector has it: the indices where it is dictionary-encoded. */
  static Field inMemory(Field field) {
    DictionaryEncoding encoding = field.getDictionary();
    if (encoding != null) {
      return new Field(
          field.getName(),
          new FieldType(field.isNullable(), encoding.getIndexType(), encoding),
          List.of());
    }
    return new Field(
        field.getName(),
        field.getFieldType(),
        field.getChildren().stream().map(ArrowFields::inMemory).toList());
  }
}
