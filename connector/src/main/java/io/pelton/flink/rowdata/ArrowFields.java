package io.pelton.flink.rowdata;

import io.pelton.flink.error.UnsupportedField;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.IntervalUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.annotation.Internal;
import org.apache.flink.table.types.logical.BinaryType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DistinctType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/** The Arrow types that SQL types are written with. */
@Internal
public final class ArrowFields {
  static final List<String> SUPPORTED =
      List.of(
          "BOOLEAN",
          "TINYINT to BIGINT",
          "FLOAT",
          "DOUBLE",
          "CHAR",
          "VARCHAR",
          "BINARY",
          "VARBINARY",
          "DECIMAL",
          "DATE",
          "TIME",
          "TIMESTAMP",
          "TIMESTAMP_LTZ",
          "INTERVAL",
          "ARRAY",
          "MAP",
          "MULTISET",
          "ROW");

  private ArrowFields() {}

  /**
   * One field a column.
   *
   * @throws UnsupportedField for a type that Arrow has no counterpart of
   */
  public static Schema schema(RowType type) {
    return new Schema(
        IntStream.range(0, type.getFieldCount())
            .mapToObj(i -> field(type.getFieldNames().get(i), type.getTypeAt(i)))
            .toList());
  }

  /**
   * @throws UnsupportedField for a type that Arrow has no counterpart of
   */
  public static Field field(String name, LogicalType type) {
    FieldType own = new FieldType(type.isNullable(), arrowType(name, type), null);
    return new Field(name, own, children(type));
  }

  /** The field with its values in a dictionary, and indices of 32 bits. */
  static Field encoded(Field field, long dictionary) {
    DictionaryEncoding encoding =
        new DictionaryEncoding(dictionary, false, new ArrowType.Int(32, true));
    return new Field(
        field.getName(),
        new FieldType(field.isNullable(), field.getType(), encoding),
        field.getChildren());
  }

  private static ArrowType arrowType(String name, LogicalType type) {
    return switch (type.getTypeRoot()) {
      case BOOLEAN -> ArrowType.Bool.INSTANCE;
      case TINYINT -> new ArrowType.Int(8, true);
      case SMALLINT -> new ArrowType.Int(16, true);
      case INTEGER -> new ArrowType.Int(32, true);
      case BIGINT -> new ArrowType.Int(64, true);
      case FLOAT -> new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
      case DOUBLE -> new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
      case CHAR, VARCHAR -> ArrowType.Utf8.INSTANCE;
      case BINARY -> new ArrowType.FixedSizeBinary(((BinaryType) type).getLength());
      case VARBINARY -> ArrowType.Binary.INSTANCE;
      case DECIMAL -> {
        DecimalType decimal = (DecimalType) type;
        yield new ArrowType.Decimal(decimal.getPrecision(), decimal.getScale(), 128);
      }
      case DATE -> new ArrowType.Date(DateUnit.DAY);
      case TIME_WITHOUT_TIME_ZONE -> new ArrowType.Time(TimeUnit.MILLISECOND, 32);
      case TIMESTAMP_WITHOUT_TIME_ZONE -> new ArrowType.Timestamp(unit(type), null);
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> new ArrowType.Timestamp(unit(type), "UTC");
      case INTERVAL_YEAR_MONTH -> new ArrowType.Interval(IntervalUnit.YEAR_MONTH);
      case INTERVAL_DAY_TIME -> new ArrowType.Duration(TimeUnit.MILLISECOND);
      case ARRAY -> ArrowType.List.INSTANCE;
      case MAP, MULTISET -> new ArrowType.Map(false);
      case ROW, STRUCTURED_TYPE -> ArrowType.Struct.INSTANCE;
      case NULL -> ArrowType.Null.INSTANCE;
      case DISTINCT_TYPE -> arrowType(name, ((DistinctType) type).getSourceType());
      default -> throw new UnsupportedField(name, type.asSummaryString(), SUPPORTED);
    };
  }

  /** The coarsest unit that holds the type's precision. */
  private static TimeUnit unit(LogicalType type) {
    int precision = LogicalTypeChecks.getPrecision(type);
    if (precision == 0) {
      return TimeUnit.SECOND;
    }
    if (precision <= 3) {
      return TimeUnit.MILLISECOND;
    }
    return precision <= 6 ? TimeUnit.MICROSECOND : TimeUnit.NANOSECOND;
  }

  private static List<Field> children(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case ARRAY -> List.of(field("item", type.getChildren().get(0)));
      case MAP -> List.of(entries(type.getChildren().get(0), type.getChildren().get(1)));
      case MULTISET -> List.of(entries(type.getChildren().get(0), new IntType(false)));
      case ROW, STRUCTURED_TYPE -> {
        List<String> names = LogicalTypeChecks.getFieldNames(type);
        List<LogicalType> types = LogicalTypeChecks.getFieldTypes(type);
        yield IntStream.range(0, names.size())
            .mapToObj(i -> field(names.get(i), types.get(i)))
            .toList();
      }
      case DISTINCT_TYPE -> children(((DistinctType) type).getSourceType());
      default -> List.of();
    };
  }

  private static Field entries(LogicalType key, LogicalType value) {
    return new Field(
        "entries",
        FieldType.notNullable(ArrowType.Struct.INSTANCE),
        List.of(field("key", key.copy(false)), field("value", value)));
  }
}
