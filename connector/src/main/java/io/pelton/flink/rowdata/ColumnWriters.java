package io.pelton.flink.rowdata;

import io.pelton.flink.rowdata.ColumnWriter.ByteCount;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.DurationVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.IntervalYearVector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.TimeMilliVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DistinctType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/** Chooses the writer of a SQL type. */
final class ColumnWriters {
  private ColumnWriters() {}

  private interface Set {
    void set(int at, Cell cell);
  }

  /**
   * @param vector of the field that {@link ArrowFields} gives for the type
   */
  static ColumnWriter of(FieldVector vector, String path, LogicalType type, ByteCount bytes) {
    return switch (type.getTypeRoot()) {
      case BOOLEAN -> {
        BitVector bits = (BitVector) vector;
        yield fixed(
            vector, path, type, bytes, 1, (at, c) -> bits.setSafe(at, c.asBoolean() ? 1 : 0));
      }
      case TINYINT -> {
        TinyIntVector v = (TinyIntVector) vector;
        yield fixed(vector, path, type, bytes, 1, (at, cell) -> v.setSafe(at, cell.asByte()));
      }
      case SMALLINT -> {
        SmallIntVector v = (SmallIntVector) vector;
        yield fixed(vector, path, type, bytes, 2, (at, cell) -> v.setSafe(at, cell.asShort()));
      }
      case INTEGER -> {
        IntVector v = (IntVector) vector;
        yield fixed(vector, path, type, bytes, 4, (at, cell) -> v.setSafe(at, cell.asInt()));
      }
      case BIGINT -> {
        BigIntVector v = (BigIntVector) vector;
        yield fixed(vector, path, type, bytes, 8, (at, cell) -> v.setSafe(at, cell.asLong()));
      }
      case FLOAT -> {
        Float4Vector v = (Float4Vector) vector;
        yield fixed(vector, path, type, bytes, 4, (at, cell) -> v.setSafe(at, cell.asFloat()));
      }
      case DOUBLE -> {
        Float8Vector v = (Float8Vector) vector;
        yield fixed(vector, path, type, bytes, 8, (at, cell) -> v.setSafe(at, cell.asDouble()));
      }
      case DATE -> {
        DateDayVector v = (DateDayVector) vector;
        yield fixed(vector, path, type, bytes, 4, (at, cell) -> v.setSafe(at, cell.asInt()));
      }
      case TIME_WITHOUT_TIME_ZONE -> {
        TimeMilliVector v = (TimeMilliVector) vector;
        yield fixed(vector, path, type, bytes, 4, (at, cell) -> v.setSafe(at, cell.asInt()));
      }
      case INTERVAL_YEAR_MONTH -> {
        IntervalYearVector v = (IntervalYearVector) vector;
        yield fixed(vector, path, type, bytes, 4, (at, cell) -> v.setSafe(at, cell.asInt()));
      }
      case INTERVAL_DAY_TIME -> {
        DurationVector v = (DurationVector) vector;
        yield fixed(vector, path, type, bytes, 8, (at, cell) -> v.setSafe(at, cell.asLong()));
      }
      case NULL -> fixed(vector, path, type, bytes, 0, (at, cell) -> {});
      case CHAR, VARCHAR -> new Text((VarCharVector) vector, path, type, bytes);
      case BINARY -> new FixedBinary((FixedSizeBinaryVector) vector, path, type, bytes);
      case VARBINARY -> new Binary((VarBinaryVector) vector, path, type, bytes);
      case DECIMAL -> new Decimal((DecimalVector) vector, path, (DecimalType) type, bytes);
      case TIMESTAMP_WITHOUT_TIME_ZONE, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          new TimestampWriter((TimeStampVector) vector, path, type, bytes);
      case ARRAY -> new Lists((ListVector) vector, path, type, bytes);
      case MAP, MULTISET -> new Maps((MapVector) vector, path, type, bytes);
      case ROW, STRUCTURED_TYPE -> new Structs((StructVector) vector, path, type, bytes);
      case DISTINCT_TYPE -> of(vector, path, ((DistinctType) type).getSourceType(), bytes);
      default -> throw new IllegalArgumentException("no Arrow type: " + type);
    };
  }

  private static ColumnWriter fixed(
      FieldVector vector, String path, LogicalType type, ByteCount bytes, int width, Set set) {
    return new ColumnWriter(vector, path, type, bytes) {
      @Override
      long set(int at, Cell cell) {
        set.set(at, cell);
        return width;
      }
    };
  }

  private static final class Text extends ColumnWriter {
    private final VarCharVector vector;

    Text(VarCharVector vector, String path, LogicalType type, ByteCount bytes) {
      super(vector, path, type, bytes);
      this.vector = vector;
    }

    @Override
    long set(int at, Cell cell) {
      byte[] text = cell.asText().toBytes();
      vector.setSafe(at, text);
      return text.length + 4L;
    }
  }

  private static final class Binary extends ColumnWriter {
    private final VarBinaryVector vector;

    Binary(VarBinaryVector vector, String path, LogicalType type, ByteCount bytes) {
      super(vector, path, type, bytes);
      this.vector = vector;
    }

    @Override
    long set(int at, Cell cell) {
      byte[] value = cell.asBytes();
      vector.setSafe(at, value);
      return value.length + 4L;
    }
  }

  private static final class FixedBinary extends ColumnWriter {
    private final FixedSizeBinaryVector vector;

    FixedBinary(FixedSizeBinaryVector vector, String path, LogicalType type, ByteCount bytes) {
      super(vector, path, type, bytes);
      this.vector = vector;
    }

    @Override
    long set(int at, Cell cell) {
      byte[] value = cell.asBytes();
      if (value.length != vector.getByteWidth()) {
        throw unwritable(
            at,
            "a value of " + value.length + " bytes",
            "cast it to the type, or declare the column as VARBINARY");
      }
      vector.setSafe(at, value);
      return value.length;
    }
  }

  private static final class Decimal extends ColumnWriter {
    private static final int WIDTH = 16;

    private final DecimalVector vector;
    private final int precision;
    private final int scale;

    Decimal(DecimalVector vector, String path, DecimalType type, ByteCount bytes) {
      super(vector, path, type, bytes);
      this.vector = vector;
      this.precision = type.getPrecision();
      this.scale = type.getScale();
    }

    @Override
    long set(int at, Cell cell) {
      DecimalData decimal = cell.asDecimal(precision, scale);
      if (decimal.isCompact()) {
        vector.setSafe(at, decimal.toUnscaledLong());
      } else {
        vector.setBigEndianSafe(at, decimal.toUnscaledBytes());
      }
      return WIDTH;
    }
  }

  private static final class Lists extends ColumnWriter {
    private final ListVector vector;
    private final ColumnWriter elements;
    private final ArrayCell cell = new ArrayCell();

    Lists(ListVector vector, String path, LogicalType type, ByteCount bytes) {
      super(vector, path, type, bytes);
      this.vector = vector;
      this.elements = of(vector.getDataVector(), path + ".item", type.getChildren().get(0), bytes);
    }

    @Override
    long set(int at, Cell list) {
      var array = list.asArray();
      int size = array.size();
      int start = vector.startNewValue(at);
      for (int i = 0; i < size; i++) {
        elements.write(start + i, cell.at(array, i));
      }
      vector.endValue(at, size);
      return 4;
    }
  }

  private static final class Maps extends ColumnWriter {
    private final MapVector vector;
    private final StructVector entries;
    private final ColumnWriter keys;
    private final ColumnWriter values;
    private final ArrayCell cell = new ArrayCell();

    Maps(MapVector vector, String path, LogicalType type, ByteCount bytes) {
      super(vector, path, type, bytes);
      this.vector = vector;
      this.entries = (StructVector) vector.getDataVector();
      List<LogicalType> types = type.getChildren();
      this.keys = child(0, path + ".key", types.get(0).copy(false), bytes);
      this.values =
          child(1, path + ".value", types.size() > 1 ? types.get(1) : new IntType(false), bytes);
    }

    private ColumnWriter child(int index, String path, LogicalType type, ByteCount bytes) {
      return of(entries.getChildrenFromFields().get(index), path, type, bytes);
    }

    @Override
    long set(int at, Cell map) {
      var data = map.asMap();
      int size = data.size();
      var keyArray = data.keyArray();
      var valueArray = data.valueArray();
      int start = vector.startNewValue(at);
      for (int i = 0; i < size; i++) {
        entries.setIndexDefined(start + i);
        keys.write(start + i, cell.at(keyArray, i));
        values.write(start + i, cell.at(valueArray, i));
      }
      vector.endValue(at, size);
      return 4;
    }
  }

  private static final class Structs extends ColumnWriter {
    private final StructVector vector;
    private final List<ColumnWriter> fields = new ArrayList<>();
    private final RowCell cell = new RowCell();

    Structs(StructVector vector, String path, LogicalType type, ByteCount bytes) {
      super(vector, path, type, bytes);
      this.vector = vector;
      List<FieldVector> children = vector.getChildrenFromFields();
      List<LogicalType> types = LogicalTypeChecks.getFieldTypes(type);
      for (int i = 0; i < children.size(); i++) {
        FieldVector child = children.get(i);
        fields.add(of(child, path + "." + child.getName(), types.get(i), bytes));
      }
    }

    @Override
    long set(int at, Cell struct) {
      var row = struct.asRow(fields.size());
      vector.setIndexDefined(at);
      for (int i = 0; i < fields.size(); i++) {
        fields.get(i).write(at, cell.at(row, i));
      }
      return 1;
    }
  }
}
