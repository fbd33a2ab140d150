package io.pelton.flink.rowdata;

import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.BinaryType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;
import org.apache.flink.types.Row;

/** A row type with every SQL type, plain and nested, and random rows of it. */
public final class AllTypes {
  private static final String[] TEXTS = {"", "a", "Grüße", "日本語", "🙂", "two words", "\u0000"};

  private AllTypes() {}

  /** The first field numbers the rows. */
  public static DataType type() {
    List<DataTypes.Field> fields = new ArrayList<>();
    fields.add(DataTypes.FIELD("id", DataTypes.INT().notNull()));
    for (DataType type : plain()) {
      add(fields, type);
    }
    for (DataType type :
        List.of(
            DataTypes.BOOLEAN(),
            DataTypes.SMALLINT(),
            DataTypes.CHAR(5),
            DataTypes.BINARY(3),
            DataTypes.BYTES(),
            DataTypes.DECIMAL(5, 2),
            DataTypes.DATE(),
            DataTypes.TIME(3),
            DataTypes.TIMESTAMP(0),
            DataTypes.TIMESTAMP_LTZ(9))) {
      add(fields, DataTypes.ARRAY(type));
    }
    add(fields, DataTypes.MAP(DataTypes.STRING().notNull(), DataTypes.DECIMAL(38, 18)));
    add(fields, DataTypes.MAP(DataTypes.INT().notNull(), DataTypes.ARRAY(DataTypes.STRING())));
    add(fields, DataTypes.MULTISET(DataTypes.STRING().notNull()));
    add(
        fields,
        DataTypes.ROW(
            DataTypes.FIELD("a", DataTypes.STRING()),
            DataTypes.FIELD("b", DataTypes.BIGINT().notNull()),
            DataTypes.FIELD(
                "c",
                DataTypes.ROW(
                    DataTypes.FIELD("d", DataTypes.TIMESTAMP(9)),
                    DataTypes.FIELD("e", DataTypes.ARRAY(DataTypes.ARRAY(DataTypes.INT())))))));
    add(
        fields,
        DataTypes.ARRAY(
            DataTypes.ROW(
                DataTypes.FIELD("x", DataTypes.DOUBLE()),
                DataTypes.FIELD(
                    "y", DataTypes.MAP(DataTypes.STRING().notNull(), DataTypes.BYTES())))));
    return DataTypes.ROW(fields.toArray(DataTypes.Field[]::new)).notNull();
  }

  private static void add(List<DataTypes.Field> fields, DataType type) {
    fields.add(DataTypes.FIELD("f" + fields.size(), type));
  }

  private static List<DataType> plain() {
    List<DataType> types =
        new ArrayList<>(
            List.of(
                DataTypes.BOOLEAN(),
                DataTypes.TINYINT(),
                DataTypes.SMALLINT(),
                DataTypes.INT(),
                DataTypes.BIGINT(),
                DataTypes.FLOAT(),
                DataTypes.DOUBLE(),
                DataTypes.CHAR(5),
                DataTypes.VARCHAR(100),
                DataTypes.STRING(),
                DataTypes.BINARY(3),
                DataTypes.VARBINARY(20),
                DataTypes.BYTES(),
                DataTypes.DECIMAL(5, 2),
                DataTypes.DECIMAL(18, 0),
                DataTypes.DECIMAL(38, 18),
                DataTypes.DATE(),
                DataTypes.TIME(0),
                DataTypes.TIME(3),
                DataTypes.INTERVAL(DataTypes.YEAR(4), DataTypes.MONTH()),
                DataTypes.INTERVAL(DataTypes.DAY(6), DataTypes.SECOND(3))));
    for (int precision = 0; precision <= 9; precision++) {
      types.add(DataTypes.TIMESTAMP(precision));
      types.add(DataTypes.TIMESTAMP_LTZ(precision));
    }
    return types;
  }

  /** Rows with about a fifth of nulls. */
  public static List<Row> rows(DataType type, int count, Random random) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Row row = (Row) value(type.getLogicalType(), random);
      row.setField(0, i);
      rows.add(row);
    }
    return rows;
  }

  private static Object value(LogicalType type, Random random) {
    if (type.isNullable() && random.nextInt(5) == 0) {
      return null;
    }
    return switch (type.getTypeRoot()) {
      case BOOLEAN -> random.nextBoolean();
      case TINYINT -> (byte) random.nextInt();
      case SMALLINT -> (short) random.nextInt();
      case INTEGER -> random.nextInt();
      case BIGINT -> random.nextLong();
      case FLOAT -> random.nextInt(9) == 0 ? Float.NaN : (float) random.nextGaussian();
      case DOUBLE -> random.nextInt(9) == 0 ? -0.0 : random.nextGaussian();
      case CHAR -> (char) ('a' + random.nextInt(26)) + "    ";
      case VARCHAR -> TEXTS[random.nextInt(TEXTS.length)];
      case BINARY -> bytes(((BinaryType) type).getLength(), random);
      case VARBINARY -> bytes(random.nextInt(20), random);
      case DECIMAL -> decimal((DecimalType) type, random);
      case DATE -> LocalDate.ofEpochDay(random.nextInt(100_000) - 50_000);
      case TIME_WITHOUT_TIME_ZONE -> {
        int millis = random.nextInt(86_400_000);
        int step = LogicalTypeChecks.getPrecision(type) == 0 ? 1000 : 1;
        yield LocalTime.ofNanoOfDay((long) (millis / step) * step * 1_000_000);
      }
      case TIMESTAMP_WITHOUT_TIME_ZONE ->
          LocalDateTime.ofInstant(
              instant(LogicalTypeChecks.getPrecision(type), random), ZoneOffset.UTC);
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> instant(LogicalTypeChecks.getPrecision(type), random);
      case INTERVAL_YEAR_MONTH -> Period.ofMonths(random.nextInt(23) - 11);
      case INTERVAL_DAY_TIME -> Duration.ofMillis(random.nextInt());
      case ARRAY -> {
        int size = random.nextInt(4);
        Object array = Array.newInstance(type.getChildren().get(0).getDefaultConversion(), size);
        for (int i = 0; i < size; i++) {
          Array.set(array, i, value(type.getChildren().get(0), random));
        }
        yield array;
      }
      case MAP -> {
        Map<Object, Object> map = new HashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          map.put(
              value(type.getChildren().get(0), random), value(type.getChildren().get(1), random));
        }
        yield map;
      }
      case MULTISET -> {
        Map<Object, Object> set = new HashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          set.put(value(type.getChildren().get(0), random), 1 + random.nextInt(3));
        }
        yield set;
      }
      case ROW -> {
        List<LogicalType> children = type.getChildren();
        Row row = new Row(children.size());
        for (int i = 0; i < children.size(); i++) {
          row.setField(i, value(children.get(i), random));
        }
        yield row;
      }
      default -> throw new IllegalArgumentException(type.toString());
    };
  }

  private static byte[] bytes(int length, Random random) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private static BigDecimal decimal(DecimalType type, Random random) {
    BigInteger unscaled =
        new BigInteger(type.getPrecision() * 4, random)
            .mod(BigInteger.TEN.pow(type.getPrecision()));
    return new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), type.getScale());
  }

  /** Between 1677 and 2262, before and after 1970, with as many digits as the precision has. */
  private static Instant instant(int precision, Random random) {
    long nanos = random.nextLong();
    long unit = 1;
    for (int i = precision; i < 9; i++) {
      unit *= 10;
    }
    long floored = Math.floorDiv(nanos, unit) * unit;
    if (floored > nanos) {
      floored += unit;
    }
    return Instant.ofEpochSecond(
        Math.floorDiv(floored, 1_000_000_000L), Math.floorMod(floored, 1_000_000_000L));
  }

  /** Text as UTF-8. */
  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
