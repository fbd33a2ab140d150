package io.pelton.arrow.dataset;

import io.pelton.arrow.UnsupportedArrowFile;
import java.util.EnumSet;
import java.util.Set;
import org.apache.arrow.vector.types.pojo.ArrowType.ArrowTypeID;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Which columns Arrow's natives write as Parquet; they leak what they hold where they refuse one.
 */
final class ParquetTypes {
  private static final Set<ArrowTypeID> REFUSED =
      EnumSet.of(
          ArrowTypeID.Union,
          ArrowTypeID.Interval,
          ArrowTypeID.Utf8View,
          ArrowTypeID.BinaryView,
          ArrowTypeID.ListView,
          ArrowTypeID.LargeListView,
          ArrowTypeID.RunEndEncoded,
          ArrowTypeID.NONE);

  private ParquetTypes() {}

  /**
   * @throws UnsupportedArrowFile naming the column
   */
  static void check(String file, Schema schema) {
    schema.getFields().forEach(field -> check(file, field.getName(), field));
  }

  private static void check(String file, String column, Field field) {
    if (REFUSED.contains(field.getType().getTypeID())) {
      throw new UnsupportedArrowFile(
          file,
          "column '" + column + "' of type " + field.getType() + " in Parquet",
          "convert the column or leave it out");
    }
    field.getChildren().forEach(child -> check(file, column, child));
  }
}
