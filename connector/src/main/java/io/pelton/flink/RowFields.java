package io.pelton.flink;

import io.pelton.flink.error.InvalidSetting;
import io.pelton.flink.error.UnsupportedField;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeinfo.BasicArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.typeutils.ListTypeInfo;
import org.apache.flink.api.java.typeutils.ObjectArrayTypeInfo;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.apache.flink.types.Row;

/** The fields of rows as Arrow columns. */
@Internal
public final class RowFields {
  private static final Map<TypeInformation<?>, ArrowType> COLUMNS = new LinkedHashMap<>();

  static {
    COLUMNS.put(Types.STRING, new ArrowType.Utf8());
    COLUMNS.put(Types.FLOAT, new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE));
    COLUMNS.put(Types.DOUBLE, new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE));
    COLUMNS.put(Types.BYTE, new ArrowType.Int(8, true));
    COLUMNS.put(Types.SHORT, new ArrowType.Int(16, true));
    COLUMNS.put(Types.INT, new ArrowType.Int(32, true));
    COLUMNS.put(Types.LONG, new ArrowType.Int(64, true));
    COLUMNS.put(Types.BOOLEAN, new ArrowType.Bool());
  }

  private RowFields() {}

  /**
   * The named fields of a stream of rows.
   *
   * @throws InvalidSetting where the stream does not say what its rows are
   */
  public static RowTypeInfo of(TypeInformation<Row> type) {
    if (type instanceof RowTypeInfo row) {
      return row;
    }
    throw new InvalidSetting(
        "the stream's type",
        "rows with named and typed fields",
        String.valueOf(type),
        "call .returns(Types.ROW_NAMED(names, types)) on the stream");
  }

  /** Nullable columns of the fields that a column can hold; the others are left out. */
  public static Schema schema(RowTypeInfo rows) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < rows.getArity(); i++) {
      String name = rows.getFieldNames()[i];
      column(name, rows.getTypeAt(i)).ifPresent(fields::add);
    }
    return new Schema(fields);
  }

  /**
   * The column for one field.
   *
   * @throws UnsupportedField where there is none
   */
  public static Field field(RowTypeInfo rows, String name) {
    // by position: Flink reads a name as an expression, in which a minus is an error
    TypeInformation<?> type = rows.getTypeAt(rows.getFieldIndex(name));
    return column(name, type)
        .orElseThrow(() -> new UnsupportedField(name, type.toString(), supported()));
  }

  /** The nullable column for values of a type, where there is one. */
  public static Optional<Field> column(String name, TypeInformation<?> type) {
    Optional<ArrowType> single = Optional.ofNullable(COLUMNS.get(type));
    return single.isPresent()
        ? single.map(column -> Field.nullable(name, column))
        : element(type)
            .map(COLUMNS::get)
            .map(
                element ->
                    new Field(
                        name,
                        FieldType.nullable(new ArrowType.List()),
                        List.of(Field.nullable("item", element))));
  }

  /** What arrays and lists hold; bytes are not numbers, but a value of their own. */
  private static Optional<TypeInformation<?>> element(TypeInformation<?> type) {
    if (type instanceof PrimitiveArrayTypeInfo<?> array) {
      return type.equals(PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO)
          ? Optional.empty()
          : Optional.of(array.getComponentType());
    }
    if (type instanceof BasicArrayTypeInfo<?, ?> array) {
      return Optional.of(array.getComponentInfo());
    }
    if (type instanceof ObjectArrayTypeInfo<?, ?> array) {
      return Optional.of(array.getComponentInfo());
    }
    return type instanceof ListTypeInfo<?> list
        ? Optional.of(list.getElementTypeInfo())
        : Optional.empty();
  }

  /** The types of fields that a column can hold, in words. */
  public static List<String> supported() {
    return Stream.concat(
            COLUMNS.keySet().stream().map(TypeInformation::toString),
            Stream.of("arrays and lists of these but byte[]"))
        .toList();
  }
}
