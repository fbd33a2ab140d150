package io.pelton.flink.rowdata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.flink.error.UnreadableValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.function.ObjIntConsumer;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.DurationVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.Float2Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.IntervalDayVector;
import org.apache.arrow.vector.LargeVarBinaryVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.TimeNanoVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt2Vector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.ViewVarBinaryVector;
import org.apache.arrow.vector.ViewVarCharVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.ListViewVector;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.IntervalUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.flink.table.api.DataTypes;
import org.junit.jupiter.api.Test;

/** What other writers' types read as. */
class ForeignTypesTest extends ViewsTestBase {
  @Test
  void unsignedIntegersBecomeWiderOnes() {
    assertThat(
            this.<UInt1Vector>read(
                new ArrowType.Int(8, false), DataTypes.SMALLINT(), 1, (v, i) -> v.set(i, -1)))
        .isEqualTo(list(number("255"), null));
    assertThat(
            this.<UInt2Vector>read(
                new ArrowType.Int(16, false), DataTypes.INT(), 1, (v, i) -> v.set(i, -1)))
        .isEqualTo(list(number("65535"), null));
    assertThat(
            this.<UInt4Vector>read(
                new ArrowType.Int(32, false), DataTypes.BIGINT(), 1, (v, i) -> v.set(i, -1)))
        .isEqualTo(list(number("4294967295"), null));
    assertThat(
            this.<UInt8Vector>read(
                new ArrowType.Int(64, false),
                DataTypes.DECIMAL(20, 0),
                2,
                (v, i) -> v.set(i, -1L + i * 8L)))
        .isEqualTo(list(number("18446744073709551615"), number("7"), null));
  }

  @Test
  void unsignedIntegersOf64BitsBecomeSignedOnesWhereTheyFit() {
    ArrowType type = new ArrowType.Int(64, false);
    assertThat(
            this.<UInt8Vector>read(type, DataTypes.BIGINT(), 1, (v, i) -> v.set(i, Long.MAX_VALUE)))
        .isEqualTo(list(number("9223372036854775807"), null));
    assertThatThrownBy(
            () ->
                this.<UInt8Vector>read(
                    type, DataTypes.BIGINT(), 2, (v, i) -> v.set(i, i == 0 ? 5L : -1L)))
        .isInstanceOfSatisfying(
            UnreadableValue.class,
            e -> {
              assertThat(e.file()).isEqualTo("file");
              assertThat(e.batch()).isEqualTo(3);
              assertThat(e.column()).isEqualTo("c");
              assertThat(e.index()).isEqualTo(1);
              assertThat(e.value()).isEqualTo("18446744073709551615");
            });
  }

  @Test
  void narrowIntegersBecomeWideOnesAndDecimals() {
    ArrowType type = new ArrowType.Int(32, true);
    ObjIntConsumer<IntVector> fill = (v, i) -> v.set(i, -70_000);
    assertThat(read(type, DataTypes.BIGINT(), 1, fill)).isEqualTo(list(number("-70000"), null));
    assertThat(read(type, DataTypes.DECIMAL(12, 2), 1, fill))
        .isEqualTo(list(number("-70000"), null));
  }

  @Test
  void halvesBecomeFloats() {
    ArrowType type = new ArrowType.FloatingPoint(FloatingPointPrecision.HALF);
    ObjIntConsumer<Float2Vector> fill = (v, i) -> v.setWithPossibleTruncate(i, i == 0 ? 1.5f : -0f);
    assertThat(read(type, DataTypes.FLOAT(), 2, fill)).isEqualTo(list(1.5, -0.0, null));
    assertThat(read(type, DataTypes.DOUBLE(), 2, fill)).isEqualTo(list(1.5, -0.0, null));
  }

  @Test
  void textsAndBytesOfAllLayouts() {
    List<Object> texts = list("", "a text of more than twelve bytes", null);
    byte[][] values = {AllTypes.utf8(""), AllTypes.utf8("a text of more than twelve bytes")};
    assertThat(
            this.<LargeVarCharVector>read(
                ArrowType.LargeUtf8.INSTANCE,
                DataTypes.STRING(),
                2,
                (v, i) -> v.setSafe(i, values[i])))
        .isEqualTo(texts);
    assertThat(
            this.<ViewVarCharVector>read(
                ArrowType.Utf8View.INSTANCE,
                DataTypes.STRING(),
                2,
                (v, i) -> v.setSafe(i, values[i])))
        .isEqualTo(texts);
    List<Object> bytes = list("", "c0ff", null);
    byte[][] binary = {{}, {(byte) 0xc0, (byte) 0xff}};
    assertThat(
            this.<LargeVarBinaryVector>read(
                ArrowType.LargeBinary.INSTANCE,
                DataTypes.BYTES(),
                2,
                (v, i) -> v.setSafe(i, binary[i])))
        .isEqualTo(bytes);
    assertThat(
            this.<ViewVarBinaryVector>read(
                ArrowType.BinaryView.INSTANCE,
                DataTypes.BYTES(),
                2,
                (v, i) -> v.setSafe(i, binary[i])))
        .isEqualTo(bytes);
    assertThat(
            this.<FixedSizeBinaryVector>read(
                new ArrowType.FixedSizeBinary(2),
                DataTypes.VARBINARY(9),
                1,
                (v, i) -> v.setSafe(i, binary[1])))
        .isEqualTo(list("c0ff", null));
  }

  @Test
  void decimalsOf256BitsAndOfSmallerScale() {
    BigDecimal big = new BigDecimal("12345678901234567890123456789012345.678");
    assertThat(
            this.<Decimal256Vector>read(
                new ArrowType.Decimal(76, 3, 256),
                DataTypes.DECIMAL(38, 3),
                1,
                (v, i) -> v.set(i, big)))
        .isEqualTo(list(big, null));
    assertThatThrownBy(
            () ->
                this.<Decimal256Vector>read(
                    new ArrowType.Decimal(76, 3, 256),
                    DataTypes.DECIMAL(38, 3),
                    1,
                    (v, i) -> v.set(i, big.multiply(BigDecimal.TEN).setScale(3))))
        .isInstanceOf(UnreadableValue.class);
    assertThat(
            this.<DecimalVector>read(
                new ArrowType.Decimal(4, 1, 128),
                DataTypes.DECIMAL(10, 4),
                1,
                (v, i) -> v.set(i, new BigDecimal("-999.9"))))
        .isEqualTo(list(number("-999.9"), null));
    assertThatThrownBy(
            () ->
                this.<DecimalVector>read(
                    new ArrowType.Decimal(4, 1, 128),
                    DataTypes.DECIMAL(4, 1),
                    1,
                    (v, i) -> v.setBigEndian(i, new BigInteger("123456").toByteArray())))
        .isInstanceOf(UnreadableValue.class)
        .hasMessageContaining("12345.6");
  }

  @Test
  void timesOfAllUnitsAreFloored() {
    assertThat(
            this.<DateMilliVector>read(
                new ArrowType.Date(DateUnit.MILLISECOND),
                DataTypes.DATE(),
                2,
                (v, i) -> v.set(i, i == 0 ? -1 : 86_400_000)))
        .isEqualTo(list(number("-1"), number("1"), null));
    assertThat(
            this.<TimeNanoVector>read(
                new ArrowType.Time(TimeUnit.NANOSECOND, 64),
                DataTypes.TIME(3),
                1,
                (v, i) -> v.set(i, 1_999_999)))
        .isEqualTo(list(number("1"), null));
    assertThat(
            this.<DurationVector>read(
                new ArrowType.Duration(TimeUnit.MICROSECOND),
                DataTypes.INTERVAL(DataTypes.DAY(6), DataTypes.SECOND(3)),
                1,
                (v, i) -> v.set(i, -1)))
        .isEqualTo(list(number("-1"), null));
    assertThat(
            this.<IntervalDayVector>read(
                new ArrowType.Interval(IntervalUnit.DAY_TIME),
                DataTypes.INTERVAL(DataTypes.DAY(6), DataTypes.SECOND(3)),
                1,
                (v, i) -> v.set(i, -1, 1)))
        .isEqualTo(list(number("-86399999"), null));
  }

  @Test
  void aZonedTimestampIsItsInstant() {
    long micros = Instant.parse("2025-12-31T16:00:00Z").getEpochSecond() * 1_000_000L;
    assertThat(
            this.<TimeStampVector>read(
                new ArrowType.Timestamp(TimeUnit.MICROSECOND, "Asia/Shanghai"),
                DataTypes.TIMESTAMP_LTZ(6),
                1,
                (v, i) -> v.set(i, micros)))
        .isEqualTo(list(number("1767196800"), null));
  }

  @Test
  void aTimestampBefore1970IsFloored() {
    ArrowType nanos = new ArrowType.Timestamp(TimeUnit.NANOSECOND, null);
    ObjIntConsumer<TimeStampVector> fill = (v, i) -> v.set(i, -1);
    assertThat(read(nanos, DataTypes.TIMESTAMP(9), 1, fill))
        .isEqualTo(list(number("-0.000000001"), null));
    assertThat(read(nanos, DataTypes.TIMESTAMP(6), 1, fill))
        .isEqualTo(list(number("-0.000001"), null));
    assertThat(read(nanos, DataTypes.TIMESTAMP(2), 1, fill)).isEqualTo(list(number("-0.01"), null));
    assertThat(read(nanos, DataTypes.TIMESTAMP(0), 1, fill)).isEqualTo(list(number("-1"), null));
  }

  @Test
  void secondsBeyondMillisecondsAreRefused() {
    assertThatThrownBy(
            () ->
                this.<TimeStampVector>read(
                    new ArrowType.Timestamp(TimeUnit.SECOND, null),
                    DataTypes.TIMESTAMP(0),
                    1,
                    (v, i) -> v.set(i, Long.MAX_VALUE)))
        .isInstanceOf(UnreadableValue.class);
  }

  @Test
  void listsOfAllLayouts() {
    Field item = new Field("item", FieldType.nullable(new ArrowType.Int(32, true)), List.of());
    List<Object> expected = list(list(number("0"), null), list(number("2"), number("3")), null);

    Field fixed = field(new ArrowType.FixedSizeList(2), item);
    FixedSizeListVector fixedLists = (FixedSizeListVector) fixed.createVector(allocator.arrow());
    fixedLists.allocateNew();
    for (int list = 0; list < 2; list++) {
      fixedLists.startNewValue(list);
    }
    numbers((IntVector) fixedLists.getDataVector());
    fixedLists.setValueCount(3);
    assertThat(read(fixedLists, fixed, DataTypes.ARRAY(DataTypes.INT()))).isEqualTo(expected);

    Field large = field(ArrowType.LargeList.INSTANCE, item);
    LargeListVector largeLists = (LargeListVector) large.createVector(allocator.arrow());
    largeLists.allocateNew();
    for (int list = 0; list < 2; list++) {
      largeLists.startNewValue(list);
      largeLists.endValue(list, 2);
    }
    largeLists.setNull(2);
    numbers((IntVector) largeLists.getDataVector());
    largeLists.setValueCount(3);
    assertThat(read(largeLists, large, DataTypes.ARRAY(DataTypes.INT()))).isEqualTo(expected);

    Field views = field(ArrowType.ListView.INSTANCE, item);
    ListViewVector listViews = (ListViewVector) views.createVector(allocator.arrow());
    listViews.allocateNew();
    numbers((IntVector) listViews.getDataVector());
    for (int list = 0; list < 2; list++) {
      listViews.setOffset(list, 2 * list);
      listViews.setSize(list, 2);
      listViews.setValidity(list, 1);
    }
    listViews.setValidity(2, 0);
    listViews.setValueCount(3);
    assertThat(read(listViews, views, DataTypes.ARRAY(DataTypes.INT()))).isEqualTo(expected);
  }

  private static void numbers(IntVector vector) {
    for (int i = 0; i < 4; i++) {
      vector.setSafe(i, i);
    }
    vector.setNull(1);
    vector.setValueCount(4);
  }
}
