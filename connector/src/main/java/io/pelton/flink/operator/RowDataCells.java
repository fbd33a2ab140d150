package io.pelton.flink.operator;

import io.pelton.arrow.ArrowBatchBuilder;
import io.pelton.arrow.type.Cells;
import io.pelton.arrow.type.Cells.Written;
import java.util.Optional;
import org.apache.arrow.vector.types.pojo.ArrowType.ArrowTypeID;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryArrayData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.DistinctType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;

/** Writes fields of table rows into cells, without boxes. */
final class RowDataCells {
  private RowDataCells() {}

  /** Writes an element of an array. */
  @FunctionalInterface
  private interface ElementWriter {
    Written write(ArrayData array, int index, Cells cells, int row);
  }

  /** The writer of a field, where its values can be cells of the column. */
  static Optional<CellWriter<RowData>> of(RowDataLeaf leaf, Field column) {
    int depth = leaf.arities().size();
    Optional<CellWriter<RowData>> writer = of(leaf.type(), leaf.positions().get(depth), column);
    for (int i = depth - 1; i >= 0; i--) {
      int position = leaf.positions().get(i);
      int arity = leaf.arities().get(i);
      writer = writer.map(inner -> within(position, arity, inner));
    }
    return writer;
  }

  private static CellWriter<RowData> within(int position, int arity, CellWriter<RowData> inner) {
    return (row, builder, column) -> {
      if (row.isNullAt(position)) {
        builder.setNull(column);
      } else {
        inner.write(row.getRow(position, arity), builder, column);
      }
    };
  }

  private static Optional<CellWriter<RowData>> of(LogicalType type, int at, Field column) {
    if (type instanceof ArrayType array) {
      return isList(column)
          ? element(array.getElementType(), column.getChildren().get(0))
              .map(
                  element ->
                      isOfFloats(array.getElementType(), column)
                          ? floats(at, element)
                          : list(at, element))
          : Optional.empty();
    }
    return Optional.ofNullable(plain(type, at, column.getType().getTypeID()))
        .map(writer -> orNull(at, writer));
  }

  private static boolean isList(Field column) {
    ArrowTypeID id = column.getType().getTypeID();
    return id == ArrowTypeID.List || id == ArrowTypeID.FixedSizeList;
  }

  private static CellWriter<RowData> orNull(int at, CellWriter<RowData> writer) {
    return (row, builder, column) -> {
      if (row.isNullAt(at)) {
        builder.setNull(column);
      } else {
        writer.write(row, builder, column);
      }
    };
  }

  private static boolean isOfFloats(LogicalType element, Field column) {
    return element.is(LogicalTypeRoot.FLOAT)
        && column.getChildren().get(0).getType().getTypeID() == ArrowTypeID.FloatingPoint;
  }

  /** Of floats, which are copied together where they lie together. */
  private static CellWriter<RowData> floats(int at, ElementWriter element) {
    return orNull(
        at,
        (row, builder, column) -> {
          ArrayData array = row.getArray(at);
          if (isPlain(array)) {
            float[] values = array.toFloatArray();
            builder.setFloats(column, values, 0, values.length);
          } else {
            set(array, element, builder, column);
          }
        });
  }

  /** True where no element is null, for sure. */
  private static boolean isPlain(ArrayData array) {
    return (array instanceof GenericArrayData generic && generic.isPrimitiveArray())
        || (array instanceof BinaryArrayData binary && !binary.anyNull());
  }

  private static CellWriter<RowData> list(int at, ElementWriter element) {
    return orNull(at, (row, builder, column) -> set(row.getArray(at), element, builder, column));
  }

  private static void set(
      ArrayData array, ElementWriter element, ArrowBatchBuilder builder, int column) {
    builder.setList(
        column,
        array.size(),
        (index, cells, to) ->
            array.isNullAt(index)
                ? cells.object(to, null)
                : element.write(array, index, cells, to));
  }

  private static CellWriter<RowData> plain(LogicalType type, int at, ArrowTypeID to) {
    boolean isNumber = to == ArrowTypeID.Int || to == ArrowTypeID.FloatingPoint;
    return switch (type.getTypeRoot()) {
      case TINYINT -> isNumber ? (row, builder, c) -> builder.setLong(c, row.getByte(at)) : null;
      case SMALLINT -> isNumber ? (row, builder, c) -> builder.setLong(c, row.getShort(at)) : null;
      case INTEGER -> isNumber ? (row, builder, c) -> builder.setLong(c, row.getInt(at)) : null;
      case BIGINT -> isNumber ? (row, builder, c) -> builder.setLong(c, row.getLong(at)) : null;
      case FLOAT -> isNumber ? (row, builder, c) -> builder.setFloat(c, row.getFloat(at)) : null;
      case DOUBLE -> isNumber ? (row, builder, c) -> builder.setDouble(c, row.getDouble(at)) : null;
      case BOOLEAN ->
          to == ArrowTypeID.Bool
              ? (row, builder, c) -> builder.setBoolean(c, row.getBoolean(at))
              : null;
      case CHAR, VARCHAR ->
          to == ArrowTypeID.Utf8
              ? (row, builder, c) -> {
                byte[] utf8 = row.getString(at).toBytes();
                builder.setText(c, utf8, 0, utf8.length);
              }
              : null;
      case DISTINCT_TYPE -> plain(((DistinctType) type).getSourceType(), at, to);
      default -> null;
    };
  }

  private static Optional<ElementWriter> element(LogicalType type, Field column) {
    ArrowTypeID to = column.getType().getTypeID();
    boolean isNumber = to == ArrowTypeID.Int || to == ArrowTypeID.FloatingPoint;
    ElementWriter writer =
        switch (type.getTypeRoot()) {
          case TINYINT -> isNumber ? (a, i, cells, at) -> cells.integer(at, a.getByte(i)) : null;
          case SMALLINT -> isNumber ? (a, i, cells, at) -> cells.integer(at, a.getShort(i)) : null;
          case INTEGER -> isNumber ? (a, i, cells, at) -> cells.integer(at, a.getInt(i)) : null;
          case BIGINT -> isNumber ? (a, i, cells, at) -> cells.integer(at, a.getLong(i)) : null;
          case FLOAT -> isNumber ? (a, i, cells, at) -> cells.real(at, a.getFloat(i)) : null;
          case DOUBLE -> isNumber ? (a, i, cells, at) -> cells.real(at, a.getDouble(i)) : null;
          case BOOLEAN ->
              to == ArrowTypeID.Bool ? (a, i, cells, at) -> cells.truth(at, a.getBoolean(i)) : null;
          case CHAR, VARCHAR ->
              to == ArrowTypeID.Utf8
                  ? (a, i, cells, at) -> {
                    byte[] utf8 = a.getString(i).toBytes();
                    return cells.text(at, utf8, 0, utf8.length);
                  }
                  : null;
          default -> null;
        };
    return Optional.ofNullable(writer);
  }
}
