package io.pelton.arrow.avro;

import io.pelton.arrow.UnsupportedAvroSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;

/** Avro schemas for Arrow fields that were not made from one. */
final class AvroTypes {
  private static final String NO_TYPE = "no Avro type holds a column of ";

  private AvroTypes() {}

  static Schema record(String name, List<Field> fields, String path) {
    Map<String, String> names = new HashMap<>();
    List<Schema.Field> children = new ArrayList<>();
    for (Field field : fields) {
      String valid = validName(field.getName());
      String child = path.isEmpty() ? field.getName() : path + "." + field.getName();
      String other = names.putIfAbsent(valid, field.getName());
      if (other != null) {
        throw new UnsupportedAvroSchema(
            child,
            "'" + other + "' and '" + field.getName() + "' would both be named '" + valid + "'",
            "rename one of the columns");
      }
      Schema schema = nullable(field, name + "_" + valid, child);
      children.add(
          field.isNullable()
              ? new Schema.Field(valid, schema, null, Schema.Field.NULL_DEFAULT_VALUE)
              : new Schema.Field(valid, schema));
    }
    return Schema.createRecord(name, null, null, false, children);
  }

  /** Letters, digits and underscores, no digit first: others become underscores. */
  static String validName(String name) {
    String valid = name.replaceAll("[^A-Za-z0-9_]", "_");
    return valid.isEmpty() || Character.isDigit(valid.charAt(0)) ? "_" + valid : valid;
  }

  private static Schema nullable(Field field, String name, String path) {
    Schema plain = plain(field, name, path);
    return field.isNullable() && plain.getType() != Schema.Type.NULL
        ? Schema.createUnion(Schema.create(Schema.Type.NULL), plain)
        : plain;
  }

  private static Schema plain(Field field, String name, String path) {
    ArrowType type = field.getType();
    return switch (type.getTypeID()) {
      case Null -> Schema.create(Schema.Type.NULL);
      case Bool -> Schema.create(Schema.Type.BOOLEAN);
      case Int -> {
        ArrowType.Int integer = (ArrowType.Int) type;
        boolean fits =
            integer.getBitWidth() < 32 || (integer.getBitWidth() == 32 && integer.getIsSigned());
        yield Schema.create(fits ? Schema.Type.INT : Schema.Type.LONG);
      }
      case FloatingPoint ->
          Schema.create(
              ((ArrowType.FloatingPoint) type).getPrecision() == FloatingPointPrecision.DOUBLE
                  ? Schema.Type.DOUBLE
                  : Schema.Type.FLOAT);
      case Utf8, LargeUtf8, Utf8View -> Schema.create(Schema.Type.STRING);
      case Binary, LargeBinary, BinaryView -> Schema.create(Schema.Type.BYTES);
      case FixedSizeBinary ->
          Schema.createFixed(name, null, null, ((ArrowType.FixedSizeBinary) type).getByteWidth());
      case Decimal -> {
        ArrowType.Decimal decimal = (ArrowType.Decimal) type;
        if (decimal.getScale() < 0 || decimal.getScale() > decimal.getPrecision()) {
          throw new UnsupportedAvroSchema(
              path, NO_TYPE + type, "choose a scale from 0 to the precision");
        }
        yield LogicalTypes.decimal(decimal.getPrecision(), decimal.getScale())
            .addToSchema(Schema.create(Schema.Type.BYTES));
      }
      case Date -> logical("date", Schema.Type.INT);
      case Time -> time((ArrowType.Time) type, path);
      case Timestamp -> timestamp((ArrowType.Timestamp) type);
      case Interval ->
          new LogicalType("duration").addToSchema(Schema.createFixed(name, null, null, 12));
      case List, LargeList, FixedSizeList ->
          Schema.createArray(nullable(field.getChildren().get(0), name + "_item", path + "[]"));
      case Map -> map(field, name, path);
      case Struct -> record(name, field.getChildren(), path);
      default ->
          throw new UnsupportedAvroSchema(path, NO_TYPE + type, "cast or leave out the column");
    };
  }

  private static Schema logical(String name, Schema.Type type) {
    return new LogicalType(name).addToSchema(Schema.create(type));
  }

  private static Schema time(ArrowType.Time type, String path) {
    return switch (type.getUnit()) {
      case SECOND, MILLISECOND -> logical("time-millis", Schema.Type.INT);
      case MICROSECOND -> logical("time-micros", Schema.Type.LONG);
      case NANOSECOND ->
          throw new UnsupportedAvroSchema(path, NO_TYPE + type, "cast it to microseconds");
    };
  }

  private static Schema timestamp(ArrowType.Timestamp type) {
    String unit =
        type.getUnit() == TimeUnit.NANOSECOND
            ? "nanos"
            : type.getUnit() == TimeUnit.MICROSECOND ? "micros" : "millis";
    boolean local = type.getTimezone() == null || type.getTimezone().isEmpty();
    return logical((local ? "local-timestamp-" : "timestamp-") + unit, Schema.Type.LONG);
  }

  private static Schema map(Field field, String name, String path) {
    List<Field> entry = field.getChildren().get(0).getChildren();
    if (entry.get(0).getType().getTypeID() != ArrowType.ArrowTypeID.Utf8) {
      throw new UnsupportedAvroSchema(
          path,
          "a map whose keys are " + entry.get(0).getType() + ", where Avro's are strings",
          "cast the keys to strings");
    }
    return Schema.createMap(nullable(entry.get(1), name + "_value", path + "{}"));
  }
}
