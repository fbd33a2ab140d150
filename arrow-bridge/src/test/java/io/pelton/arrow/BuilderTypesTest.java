package io.pelton.arrow;

import static io.pelton.arrow.Columns.append;
import static io.pelton.arrow.Columns.batch;
import static io.pelton.arrow.Columns.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.IntervalUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every type that the batch builder writes, and what it refuses. */
class BuilderTypesTest extends AllocatorTestBase {
  private static final ArrowType FLOAT = new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);

  static Stream<Arguments> cells() {
    LocalDate day = LocalDate.of(1969, 12, 31);
    LocalTime clock = LocalTime.of(1, 2, 3, 456_789_123);
    LocalDateTime wall = LocalDateTime.of(1969, 12, 31, 23, 59, 59, 999_999_999);
    Instant instant = wall.toInstant(ZoneOffset.UTC);
    return Stream.of(
        Arguments.of(new ArrowType.Date(DateUnit.DAY), day, -1),
        Arguments.of(new ArrowType.Date(DateUnit.DAY), 5, 5),
        Arguments.of(new ArrowType.Date(DateUnit.MILLISECOND), day, -86_400_000L),
        Arguments.of(new ArrowType.Time(TimeUnit.SECOND, 32), clock, 3723),
        Arguments.of(new ArrowType.Time(TimeUnit.MILLISECOND, 32), clock, 3723456),
        Arguments.of(new ArrowType.Time(TimeUnit.MICROSECOND, 64), clock, 3723456789L),
        Arguments.of(new ArrowType.Time(TimeUnit.NANOSECOND, 64), clock, 3723456789123L),
        Arguments.of(new ArrowType.Timestamp(TimeUnit.SECOND, null), wall, -1L),
        Arguments.of(new ArrowType.Timestamp(TimeUnit.MILLISECOND, null), wall, -1L),
        Arguments.of(new ArrowType.Timestamp(TimeUnit.NANOSECOND, null), wall, -1L),
        Arguments.of(new ArrowType.Timestamp(TimeUnit.MICROSECOND, "UTC"), instant, -1L),
        Arguments.of(
            new ArrowType.Timestamp(TimeUnit.SECOND, "Asia/Shanghai"),
            instant.atOffset(ZoneOffset.ofHours(8)),
            -1L),
        Arguments.of(
            new ArrowType.Timestamp(TimeUnit.NANOSECOND, "UTC"),
            Instant.ofEpochSecond(-9_223_372_037L, 145_224_192),
            Long.MIN_VALUE),
        Arguments.of(
            new ArrowType.Duration(TimeUnit.MILLISECOND), Duration.ofNanos(-1_500_000), -2L),
        Arguments.of(new ArrowType.Interval(IntervalUnit.YEAR_MONTH), Period.of(1, 2, 0), 14),
        Arguments.of(
            new ArrowType.Interval(IntervalUnit.DAY_TIME), Duration.ofHours(25), 90_000_000L),
        Arguments.of(new ArrowType.Decimal(10, 2, 128), new BigDecimal("-1.5"), -1.5),
        Arguments.of(new ArrowType.Decimal(10, 2, 128), new BigDecimal("99999999.99"), 99999999.99),
        Arguments.of(new ArrowType.Decimal(70, 2, 256), new BigDecimal("12E+30"), 12e30),
        Arguments.of(new ArrowType.Decimal(10, 2, 128), 7, 7));
  }

  @ParameterizedTest
  @MethodSource("cells")
  void valuesAreNumbersInTheColumnsUnit(ArrowType type, Object cell, Number expected) {
    Schema schema = new Schema(List.of(Field.nullable("a", type)));
    try (ArrowBatch batch = batch(allocator, schema, row(cell), row((Object) null), row(cell))) {
      BatchBinder binder =
          BatchBinder.of(
              schema,
              List.of(new ModelInput("x", DType.F64, Shape.UNRANKED)),
              List.of(InputBinding.column("x", "a").withNulls(NullPolicy.defaultValue(0.5))));
      try (BoundBatch bound = binder.bind(batch)) {
        assertThat(bound.tensors().get(0).toDoubles())
            .containsExactly(expected.doubleValue(), 0.5, expected.doubleValue());
      }
      assertThat(batch.vector(0).getNullCount()).isEqualTo(1);
    }
  }

  @Test
  void otherValuesAreRefused() {
    refused(
        new ArrowType.Decimal(4, 2, 128), new BigDecimal("1.005"), "1.005 does not fit Decimal");
    refused(new ArrowType.Decimal(4, 2, 128), new BigDecimal("100"), "100 does not fit Decimal");
    refused(new ArrowType.Decimal(4, 2, 128), new BigDecimal("1E+999999999"), "does not fit");
    refused(new ArrowType.Decimal(4, 2, 128), 1.5, "expected a value for Decimal(4, 2, 128)");
    refused(new ArrowType.Timestamp(TimeUnit.SECOND, null), Instant.EPOCH, "expected a value for");
    refused(
        new ArrowType.Timestamp(TimeUnit.SECOND, "UTC"),
        LocalDateTime.MIN,
        "expected a value for Timestamp");
    refused(
        new ArrowType.Timestamp(TimeUnit.NANOSECOND, "UTC"),
        Instant.MAX,
        "+1000000000-12-31T23:59:59.999999999Z does not fit Timestamp");
    refused(new ArrowType.Interval(IntervalUnit.YEAR_MONTH), Period.ofDays(1), "does not fit");
    refused(new ArrowType.FixedSizeBinary(3), new byte[2], "a byte[] does not fit FixedSizeBinary");
    refused(new ArrowType.Binary(), "text", "expected a value for Binary, found a string");
    refused(new ArrowType.Utf8(), new byte[2], "expected a value for STRING, found a byte[]");
    refused(new ArrowType.Date(DateUnit.DAY), LocalDate.MAX, "+999999999-12-31 does not fit Date");
    refused(new ArrowType.Null(), 1, "expected a value for Null");
  }

  private void refused(ArrowType type, Object cell, String message) {
    try (ArrowBatchBuilder builder =
        ArrowBatchBuilder.create(allocator, new Schema(List.of(Field.nullable("a", type))), 2)) {
      builder.startRow();
      assertThatThrownBy(() -> builder.setValue(0, cell))
          .isInstanceOfAny(ValueOutOfRange.class, ValueMismatch.class)
          .hasMessageContaining(message);
      builder.discardRow();
    }
  }

  @Test
  void bytesAndNulls() {
    Schema schema =
        new Schema(
            List.of(
                Field.nullable("b", new ArrowType.Binary()),
                Field.nullable("f", new ArrowType.FixedSizeBinary(2)),
                Field.nullable("n", new ArrowType.Null())));
    try (ArrowBatch batch =
        batch(
            allocator,
            schema,
            row(new byte[] {1, -1}, new byte[] {3, 4}, null),
            row(null, null, null),
            row(new byte[0], new byte[] {5, 6}, null))) {
      assertThat((byte[]) batch.vector("b").getObject(0)).containsExactly(1, -1);
      assertThat((byte[]) batch.vector("b").getObject(2)).isEmpty();
      assertThat((byte[]) batch.vector("f").getObject(2)).containsExactly(5, 6);
      assertThat(batch.vector("b").isNull(1) && batch.vector("f").isNull(1)).isTrue();
      assertThat(batch.vector("n").getNullCount()).isEqualTo(3);
    }
  }

  private static Schema lists(ArrowType lists, ArrowType elements, boolean nullable) {
    Field item = new Field("item", new FieldType(nullable, elements, null), null);
    return new Schema(List.of(new Field("a", FieldType.nullable(lists), List.of(item))));
  }

  @Test
  void listsOfOneLengthAreAMatrixInPlace() {
    Schema schema = lists(new ArrowType.FixedSizeList(3), FLOAT, true);
    try (ArrowBatch batch =
        batch(
            allocator,
            schema,
            row(new float[] {1, 2, 3}),
            row((Object) null),
            row(List.of(4.0, 5, 6f)))) {
      BatchBinder binder =
          BatchBinder.of(
              schema,
              List.of(
                  new ModelInput(
                      "x",
                      DType.F32,
                      Shape.of(Extent.symbolic(new SymbolId("N")), Extent.fixed(3)))),
              List.of(InputBinding.column("x", "a")));
      try (BoundBatch bound = binder.bind(batch)) {
        Tensor tensor = bound.tensors().get(0);
        float nan = Float.NaN;
        assertThat(tensor.toFloats()).containsExactly(1, 2, 3, nan, nan, nan, 4, 5, 6);
        assertThat(Vectors.address(tensor.storage()))
            .isEqualTo(
                batch.vector(0).getChildrenFromFields().get(0).getDataBuffer().memoryAddress());
        assertThat(binder.explain()).contains("zero-copy view");
      }
      assertThat(batch.vector(0).getObject(2)).isEqualTo(List.of(4f, 5f, 6f));
    }
  }

  @Test
  void listsOfAnyLengthGrow() {
    Schema schema = lists(new ArrowType.List(), new ArrowType.Int(32, true), true);
    try (ArrowBatchBuilder builder = ArrowBatchBuilder.create(allocator, schema, 8)) {
      for (int round = 0; round < 3; round++) {
        List<Integer> many = IntStream.range(0, 1000).boxed().toList();
        append(
            builder,
            row(Arrays.asList(1, null)),
            row((Object) null),
            row(List.of()),
            row(many),
            row(new int[] {7}));
        assertThat(builder.bytes()).isGreaterThan(4 * 1003);
        try (ArrowBatch batch = builder.finish()) {
          assertThat(batch.vector(0).getObject(0)).isEqualTo(Arrays.asList(1, null));
          assertThat(batch.vector(0).getObject(1)).isNull();
          assertThat(batch.vector(0).getObject(2)).isEqualTo(List.of());
          assertThat(batch.vector(0).getObject(3)).isEqualTo(many);
          assertThat(batch.vector(0).getObject(4)).isEqualTo(List.of(7));
        }
      }
    }
  }

  @Test
  void listsOfTextAndDecimals() {
    Schema text = lists(new ArrowType.List(), new ArrowType.Utf8(), true);
    Object[] words = IntStream.range(0, 200).mapToObj(i -> "word " + i).toArray();
    try (ArrowBatch batch =
        batch(allocator, text, row((Object) "a,b".split(",")), row((Object) words))) {
      assertThat(batch.vector(0).getObject(0)).hasToString("[\"a\",\"b\"]");
      assertThat((List<?>) batch.vector(0).getObject(1)).hasSize(200);
      assertThat(((List<?>) batch.vector(0).getObject(1)).get(199)).hasToString("word 199");
    }
    Schema decimals = lists(new ArrowType.FixedSizeList(1), new ArrowType.Decimal(5, 1, 128), true);
    try (ArrowBatch batch =
        batch(allocator, decimals, row(List.of(new BigDecimal("1.5"))), row((Object) null))) {
      assertThat(batch.vector(0).getObject(0)).isEqualTo(List.of(new BigDecimal("1.5")));
    }
  }

  @Test
  void listsThatDoNotFitAreRefused() {
    Schema fixed = lists(new ArrowType.FixedSizeList(2), FLOAT, false);
    try (ArrowBatchBuilder builder = ArrowBatchBuilder.create(allocator, fixed, 2)) {
      builder.startRow();
      assertThatThrownBy(() -> builder.setFloats(0, new float[3], 0, 3))
          .isInstanceOf(UnevenLists.class)
          .hasMessageContaining("expected a list of 2 elements, found 3");
      for (Object list : new Object[] {List.of(1f), new boolean[1], new short[1], new Float[1]}) {
        assertThatThrownBy(() -> builder.setValue(0, list))
            .isInstanceOf(UnevenLists.class)
            .hasMessageContaining("expected a list of 2 elements, found 1");
      }
      assertThatThrownBy(() -> builder.setValue(0, Arrays.asList(1, null)))
          .isInstanceOf(NullNotAllowed.class);
      assertThatThrownBy(() -> builder.setValue(0, List.of("a", "b")))
          .isInstanceOf(ValueMismatch.class);
      builder.setFloats(0, new float[] {9, 1, 2}, 1, 2);
      builder.endRow();
      try (ArrowBatch batch = builder.finish()) {
        assertThat(batch.vector(0).getObject(0)).isEqualTo(List.of(1f, 2f));
      }
    }
    Schema nested =
        new Schema(
            List.of(
                new Field(
                    "a",
                    FieldType.nullable(new ArrowType.List()),
                    lists(new ArrowType.List(), FLOAT, true).getFields())));
    assertThatThrownBy(() -> ArrowBatchBuilder.create(allocator, nested, 2))
        .isInstanceOf(UnsupportedType.class)
        .hasMessageContaining("List and FixedSizeList of these");
  }

  @Test
  void twentyEightColumnsAreOneMatrixInPlace() {
    List<String> names = IntStream.range(0, 28).mapToObj(i -> "c" + i).toList();
    Schema schema = new Schema(names.stream().map(name -> Field.nullable(name, FLOAT)).toList());
    Object[][] rows = new Object[100][28];
    float[] expected = new float[2800];
    for (int i = 0; i < 2800; i++) {
      expected[i] = i;
      rows[i / 28][i % 28] = (float) i;
    }
    try (ArrowBatch batch = batch(allocator, schema, rows)) {
      BatchBinder binder =
          BatchBinder.of(
              schema,
              List.of(
                  new ModelInput(
                      "x",
                      DType.F32,
                      Shape.of(Extent.symbolic(new SymbolId("N")), Extent.fixed(28)))),
              List.of(InputBinding.columns("x", names)));
      try (BoundBatch bound = binder.bind(batch)) {
        Tensor tensor = bound.tensors().get(0);
        assertThat(tensor.toFloats()).containsExactly(expected);
        assertThat(Vectors.address(tensor.storage()))
            .isEqualTo(batch.vector(0).getDataBuffer().memoryAddress());
        assertThat(binder.explain()).contains("zero-copy view (1 of 1 batches without a copy)");
      }
    }
  }
}
