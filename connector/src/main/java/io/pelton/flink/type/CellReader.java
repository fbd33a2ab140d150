package io.pelton.flink.type;

import io.pelton.arrow.ArrowBatch;
import io.pelton.flink.error.UnsupportedField;
import java.util.List;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.types.Types.MinorType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;

/** Reads the cells of one column as objects of a row. */
@Internal
public final class CellReader {
  private static final List<String> SUPPORTED =
      List.of("Utf8", "LargeUtf8", "Bool", "FloatingPoint(32, 64)", "Int(8 to 64 bits)");

  private interface Cell {
    Object get(FieldVector vector, int index);
  }

  private final Cell cell;
  private FieldVector vector;
  private FieldVector dictionary;

  private CellReader(Cell cell) {
    this.cell = cell;
  }

  /**
   * The class of a column's cells in a row.
   *
   * @throws UnsupportedField where there is none
   */
  public static TypeInformation<?> type(Field field) {
    return switch (minorType(field)) {
      case VARCHAR, LARGEVARCHAR -> Types.STRING;
      case BIT -> Types.BOOLEAN;
      case FLOAT4 -> Types.FLOAT;
      case FLOAT8 -> Types.DOUBLE;
      case TINYINT -> Types.BYTE;
      case SMALLINT, UINT1 -> Types.SHORT;
      case INT, UINT2 -> Types.INT;
      case BIGINT, UINT4 -> Types.LONG;
      default -> throw unsupported(field);
    };
  }

  /** A reader of a column of that field. */
  public static CellReader of(Field field) {
    return new CellReader(
        switch (minorType(field)) {
          case VARCHAR, LARGEVARCHAR -> (vector, index) -> vector.getObject(index).toString();
          case BIT -> (vector, index) -> ((BitVector) vector).get(index) != 0;
          case FLOAT4 -> (vector, index) -> ((Float4Vector) vector).get(index);
          case FLOAT8 -> (vector, index) -> ((Float8Vector) vector).get(index);
          case TINYINT -> (vector, index) -> (byte) integer(vector, index);
          case SMALLINT, UINT1 -> (vector, index) -> (short) integer(vector, index);
          case INT, UINT2 -> (vector, index) -> (int) integer(vector, index);
          case BIGINT, UINT4 -> CellReader::integer;
          default -> throw unsupported(field);
        });
  }

  private static MinorType minorType(Field field) {
    return org.apache.arrow.vector.types.Types.getMinorTypeForArrowType(field.getType());
  }

  private static UnsupportedField unsupported(Field field) {
    return new UnsupportedField(field.getName(), field.getType().toString(), SUPPORTED);
  }

  private static long integer(FieldVector vector, int index) {
    return ((BaseIntVector) vector).getValueAsLong(index);
  }

  /** Turns to a column of a batch, which stays open while cells are read. */
  public void open(ArrowBatch batch, int column) {
    vector = batch.vector(column);
    var encoding = vector.getField().getDictionary();
    dictionary =
        encoding == null ? null : batch.dictionaries().lookup(encoding.getId()).getVector();
  }

  /** The cell at an index, or null. */
  public Object get(int index) {
    if (vector.isNull(index)) {
      return null;
    }
    if (dictionary == null) {
      return cell.get(vector, index);
    }
    int entry = Math.toIntExact(integer(vector, index));
    return dictionary.isNull(entry) ? null : cell.get(dictionary, entry);
  }
}
