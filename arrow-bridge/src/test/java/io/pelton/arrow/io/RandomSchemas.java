package io.pelton.arrow.io;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.IntervalUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/** Schemas of no to some columns, nested and dictionary-encoded ones among them. */
final class RandomSchemas {
  private static final List<ArrowType> FLAT =
      List.of(
          ArrowType.Null.INSTANCE,
          ArrowType.Bool.INSTANCE,
          ArrowType.Utf8.INSTANCE,
          ArrowType.Binary.INSTANCE,
          ArrowType.LargeUtf8.INSTANCE,
          ArrowType.Utf8View.INSTANCE,
          ArrowType.BinaryView.INSTANCE,
          new ArrowType.Int(8, true),
          new ArrowType.Int(16, false),
          new ArrowType.Int(32, true),
          new ArrowType.Int(64, false),
          new ArrowType.FloatingPoint(FloatingPointPrecision.HALF),
          new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE),
          new ArrowType.Decimal(20, 3, 128),
          new ArrowType.Decimal(50, 3, 256),
          new ArrowType.FixedSizeBinary(5),
          new ArrowType.Date(DateUnit.DAY),
          new ArrowType.Time(TimeUnit.MICROSECOND, 64),
          new ArrowType.Timestamp(TimeUnit.NANOSECOND, "UTC"),
          new ArrowType.Duration(TimeUnit.SECOND),
          new ArrowType.Interval(IntervalUnit.MONTH_DAY_NANO));

  private static final int DEPTH = 3;

  private final Random random;
  private long dictionaries;

  RandomSchemas(Random random) {
    this.random = random;
  }

  Schema schema() {
    int columns = random.nextInt(6);
    List<Field> fields = new ArrayList<>();
    for (int column = 0; column < columns; column++) {
      fields.add(field("column" + column, true, 0));
    }
    return new Schema(fields, Map.of("origin", "random"));
  }

  private Field field(String name, boolean nullable, int depth) {
    return switch (depth == DEPTH ? 9 : random.nextInt(12)) {
      case 0 -> of(name, nullable, ArrowType.List.INSTANCE, field("item", true, depth + 1));
      case 1 -> of(name, nullable, ArrowType.LargeList.INSTANCE, field("item", true, depth + 1));
      case 2 -> of(name, nullable, new ArrowType.FixedSizeList(2), field("item", true, depth + 1));
      case 3 ->
          of(
              name,
              nullable,
              ArrowType.Struct.INSTANCE,
              field("a", true, depth + 1),
              field("b", true, depth + 1));
      case 4 ->
          of(
              name,
              nullable,
              new ArrowType.Map(false),
              of(
                  "entries",
                  false,
                  ArrowType.Struct.INSTANCE,
                  of("key", false, ArrowType.Utf8.INSTANCE),
                  field("value", true, depth + 1)));
      case 5, 6 -> encoded(name);
      default -> of(name, nullable, FLAT.get(random.nextInt(FLAT.size())));
    };
  }

  private static Field of(String name, boolean nullable, ArrowType type, Field... children) {
    return new Field(name, new FieldType(nullable, type, null), List.of(children));
  }

  private Field encoded(String name) {
    List<ArrowType> types =
        List.of(ArrowType.Utf8.INSTANCE, new ArrowType.Int(64, true), ArrowType.Binary.INSTANCE);
    ArrowType.Int indices =
        new ArrowType.Int(List.of(8, 16, 32, 64).get(random.nextInt(4)), random.nextBoolean());
    DictionaryEncoding encoding = new DictionaryEncoding(dictionaries++, false, indices);
    ArrowType type = types.get(random.nextInt(types.size()));
    return new Field(name, new FieldType(true, type, encoding), List.of());
  }
}
