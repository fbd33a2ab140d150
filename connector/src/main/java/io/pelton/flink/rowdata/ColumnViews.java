package io.pelton.flink.rowdata;

import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.flink.table.data.columnar.vector.ColumnVector;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DistinctType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/** Chooses how an Arrow type is read as a SQL type. */
final class ColumnViews {
  private static final ColumnVector NULLS = i -> true;

  private ColumnViews() {}

  /**
   * @param field the logical one: with the type of its values where it is dictionary-encoded
   * @throws io.pelton.flink.error.TableMismatch where the values do not fit the type
   */
  static VectorView of(ColumnPath path, LogicalType type, Field field) {
    if (field.getType() instanceof ArrowType.Null) {
      return (vector, dictionaries, origin) -> NULLS;
    }
    VectorView view = values(path, type, field);
    if (view == null) {
      throw path.mismatch(type, field);
    }
    return field.getDictionary() == null
        ? view
        : DictionaryViews.of(path, field.getDictionary().getId(), view);
  }

  private static VectorView values(ColumnPath path, LogicalType type, Field field) {
    return switch (type.getTypeRoot()) {
      case BOOLEAN -> NumberViews.booleans(field);
      case TINYINT -> NumberViews.integers(path, type, Byte.SIZE, field);
      case SMALLINT -> NumberViews.integers(path, type, Short.SIZE, field);
      case INTEGER -> NumberViews.integers(path, type, Integer.SIZE, field);
      case BIGINT -> NumberViews.integers(path, type, Long.SIZE, field);
      case FLOAT -> NumberViews.floats(false, field);
      case DOUBLE -> NumberViews.floats(true, field);
      case DECIMAL -> NumberViews.decimals(path, (DecimalType) type, field);
      case CHAR, VARCHAR -> TextViews.texts(field);
      case BINARY, VARBINARY -> TextViews.bytes(type, field);
      case DATE -> TimeViews.dates(field);
      case TIME_WITHOUT_TIME_ZONE -> TimeViews.times(path, type, field);
      case TIMESTAMP_WITHOUT_TIME_ZONE -> TimeViews.timestamps(path, type, false, field);
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> TimeViews.timestamps(path, type, true, field);
      case INTERVAL_YEAR_MONTH -> TimeViews.months(field);
      case INTERVAL_DAY_TIME -> TimeViews.durations(path, type, field);
      case ARRAY -> NestedViews.arrays(path, type.getChildren().get(0), field);
      case MAP ->
          NestedViews.maps(path, type.getChildren().get(0), type.getChildren().get(1), field);
      case MULTISET -> NestedViews.maps(path, type.getChildren().get(0), new IntType(false), field);
      case ROW, STRUCTURED_TYPE ->
          NestedViews.rows(
              path,
              LogicalTypeChecks.getFieldNames(type),
              LogicalTypeChecks.getFieldTypes(type),
              field);
      case DISTINCT_TYPE -> values(path, ((DistinctType) type).getSourceType(), field);
      default -> null;
    };
  }
}
