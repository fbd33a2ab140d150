package io.pelton.flink.rowdata;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float2Vector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.util.DecimalUtility;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.columnar.vector.BooleanColumnVector;
import org.apache.flink.table.data.columnar.vector.ByteColumnVector;
import org.apache.flink.table.data.columnar.vector.DecimalColumnVector;
import org.apache.flink.table.data.columnar.vector.DoubleColumnVector;
import org.apache.flink.table.data.columnar.vector.FloatColumnVector;
import org.apache.flink.table.data.columnar.vector.IntColumnVector;
import org.apache.flink.table.data.columnar.vector.LongColumnVector;
import org.apache.flink.table.data.columnar.vector.ShortColumnVector;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;

/** Truth values, integers, floating-point numbers and decimals. Null where types do not fit. */
final class NumberViews {
  private static final int DECIMAL_WIDTH = 16;

  private NumberViews() {}

  /** How an integer lies in a buffer. */
  interface Longs {
    long at(ArrowBuf values, int index);
  }

  /** Integers of any width; the caller asks for one that all values fit. */
  static final class LongView extends ArrowColumn
      implements ByteColumnVector, ShortColumnVector, IntColumnVector, LongColumnVector {
    private final ArrowBuf values;
    private final Longs longs;

    LongView(FieldVector vector, Longs longs) {
      super(vector);
      this.values = vector.getDataBuffer();
      this.longs = longs;
    }

    @Override
    public byte getByte(int i) {
      return (byte) longs.at(values, i);
    }

    @Override
    public short getShort(int i) {
      return (short) longs.at(values, i);
    }

    @Override
    public int getInt(int i) {
      return (int) longs.at(values, i);
    }

    @Override
    public long getLong(int i) {
      return longs.at(values, i);
    }
  }

  static VectorView booleans(Field field) {
    if (!(field.getType() instanceof ArrowType.Bool)) {
      return null;
    }
    return (vector, dictionaries, origin) -> new Bits((BitVector) vector);
  }

  private static final class Bits extends ArrowColumn implements BooleanColumnVector {
    private final ArrowBuf bits;

    Bits(BitVector vector) {
      super(vector);
      this.bits = vector.getDataBuffer();
    }

    @Override
    public boolean getBoolean(int i) {
      return (bits.getByte(i >> 3) >> (i & 7) & 1) != 0;
    }
  }

  /**
   * @param bits of the SQL type
   */
  static VectorView integers(ColumnPath path, LogicalType type, int bits, Field field) {
    if (!(field.getType() instanceof ArrowType.Int stored)) {
      return null;
    }
    int needed = stored.getIsSigned() ? stored.getBitWidth() : stored.getBitWidth() + 1;
    Longs longs = longs(stored);
    if (needed <= bits) {
      return (vector, dictionaries, origin) -> new LongView(vector, longs);
    }
    if (bits == Long.SIZE) {
      return (vector, dictionaries, origin) ->
          new LongView(vector, (values, i) -> signed(path, type, origin, values, i));
    }
    return null;
  }

  private static long signed(
      ColumnPath path, LogicalType type, Origin origin, ArrowBuf values, int index) {
    long value = values.getLong((long) index * Long.BYTES);
    if (value < 0) {
      throw path.unreadable(origin, index, Long.toUnsignedString(value), type);
    }
    return value;
  }

  static Longs longs(ArrowType.Int type) {
    return switch (type.getBitWidth()) {
      case 8 ->
          type.getIsSigned()
              ? ArrowBuf::getByte
              : (values, i) -> Byte.toUnsignedLong(values.getByte(i));
      case 16 ->
          type.getIsSigned()
              ? (values, i) -> values.getShort(2L * i)
              : (values, i) -> Short.toUnsignedLong(values.getShort(2L * i));
      case 32 ->
          type.getIsSigned()
              ? (values, i) -> values.getInt(4L * i)
              : (values, i) -> Integer.toUnsignedLong(values.getInt(4L * i));
      default -> (values, i) -> values.getLong(8L * i);
    };
  }

  private interface Doubles {
    double at(int index);
  }

  private static final class DoubleView extends ArrowColumn
      implements FloatColumnVector, DoubleColumnVector {
    private final Doubles doubles;

    DoubleView(FieldVector vector, Doubles doubles) {
      super(vector);
      this.doubles = doubles;
    }

    @Override
    public float getFloat(int i) {
      return (float) doubles.at(i);
    }

    @Override
    public double getDouble(int i) {
      return doubles.at(i);
    }
  }

  static VectorView floats(boolean wide, Field field) {
    if (!(field.getType() instanceof ArrowType.FloatingPoint stored)) {
      return null;
    }
    return switch (stored.getPrecision()) {
      case HALF ->
          (vector, dictionaries, origin) ->
              new DoubleView(vector, ((Float2Vector) vector)::getValueAsDouble);
      case SINGLE ->
          (vector, dictionaries, origin) -> {
            ArrowBuf values = vector.getDataBuffer();
            return new DoubleView(vector, i -> values.getFloat(4L * i));
          };
      case DOUBLE ->
          wide
              ? (vector, dictionaries, origin) -> {
                ArrowBuf values = vector.getDataBuffer();
                return new DoubleView(vector, i -> values.getDouble(8L * i));
              }
              : null;
    };
  }

  private interface Decimals {
    BigDecimal at(int index);
  }

  private static final class DecimalView extends ArrowColumn implements DecimalColumnVector {
    private final ColumnPath path;
    private final DecimalType type;
    private final Origin origin;
    private final Decimals decimals;

    DecimalView(
        FieldVector vector, ColumnPath path, DecimalType type, Origin origin, Decimals decimals) {
      super(vector);
      this.path = path;
      this.type = type;
      this.origin = origin;
      this.decimals = decimals;
    }

    @Override
    public DecimalData getDecimal(int i, int precision, int scale) {
      BigDecimal value = decimals.at(i);
      DecimalData decimal = DecimalData.fromBigDecimal(value, precision, scale);
      if (decimal == null) {
        throw path.unreadable(origin, i, value, type);
      }
      return decimal;
    }
  }

  private static BigDecimal decimal(ArrowBuf values, int index, ArrowType.Decimal stored) {
    int width = stored.getBitWidth() / Byte.SIZE;
    return DecimalUtility.getBigDecimalFromArrowBuf(values, index, stored.getScale(), width);
  }

  /** Decimals of up to 18 digits without big numbers on the way. */
  private static final class CompactDecimals extends ArrowColumn implements DecimalColumnVector {
    private final ArrowBuf values;
    private final long bound;
    private final DecimalView any;

    CompactDecimals(FieldVector vector, int digits, DecimalView any) {
      super(vector);
      this.values = vector.getDataBuffer();
      this.bound = BigInteger.TEN.pow(digits).longValueExact();
      this.any = any;
    }

    @Override
    public DecimalData getDecimal(int i, int precision, int scale) {
      long low = values.getLong((long) i * DECIMAL_WIDTH);
      long high = values.getLong((long) i * DECIMAL_WIDTH + Long.BYTES);
      boolean fits = high == low >> (Long.SIZE - 1) && low > -bound && low < bound;
      return fits
          ? DecimalData.fromUnscaledLong(low, precision, scale)
          : any.getDecimal(i, precision, scale);
    }
  }

  static VectorView decimals(ColumnPath path, DecimalType type, Field field) {
    int digits = type.getPrecision() - type.getScale();
    if (field.getType() instanceof ArrowType.Int stored) {
      BigInteger most =
          BigInteger.ONE.shiftLeft(stored.getBitWidth() - (stored.getIsSigned() ? 1 : 0));
      return most.compareTo(BigInteger.TEN.pow(digits)) > 0 ? null : integers(path, type);
    }
    if (!(field.getType() instanceof ArrowType.Decimal stored)
        || stored.getScale() > type.getScale()) {
      return null;
    }
    boolean fits = stored.getPrecision() - stored.getScale() <= digits;
    if (!fits && stored.getBitWidth() != 256) {
      return null;
    }
    boolean compact =
        stored.getBitWidth() == DECIMAL_WIDTH * Byte.SIZE
            && stored.getScale() == type.getScale()
            && DecimalData.isCompact(type.getPrecision());
    return (vector, dictionaries, origin) -> {
      ArrowBuf values = vector.getDataBuffer();
      DecimalView any =
          new DecimalView(vector, path, type, origin, i -> decimal(values, i, stored));
      return compact ? new CompactDecimals(vector, type.getPrecision(), any) : any;
    };
  }

  private static VectorView integers(ColumnPath path, DecimalType type) {
    return (vector, dictionaries, origin) -> {
      ArrowType.Int stored = (ArrowType.Int) vector.getField().getType();
      boolean unsigned = !stored.getIsSigned();
      BaseIntVector integers = (BaseIntVector) vector;
      return new DecimalView(
          vector,
          path,
          type,
          origin,
          i -> {
            long value = integers.getValueAsLong(i);
            return unsigned && value < 0
                ? new BigDecimal(Long.toUnsignedString(value))
                : BigDecimal.valueOf(value);
          });
    };
  }
}
