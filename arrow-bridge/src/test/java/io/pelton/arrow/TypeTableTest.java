package io.pelton.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.MemorySpace;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.IntervalUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every Arrow type as a model input: in place, at the vector's own address, or why not. */
class TypeTableTest extends AllocatorTestBase {
  private static final ArrowType FLOAT = new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
  private static final ArrowType DOUBLE =
      new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
  private static final Extent ROWS = Extent.symbolic(new SymbolId("N"));

  private static BatchBinder binder(ArrowBatch batch, DType dtype, Shape shape, NullPolicy nulls) {
    return BatchBinder.of(
        batch.schema(),
        List.of(new ModelInput("x", dtype, shape)),
        List.of(InputBinding.column("x", "a").withNulls(nulls)));
  }

  private static Tensor tensor(BoundBatch bound) {
    return bound.tensors().get(0);
  }

  static Stream<Arguments> numbersInPlace() {
    List<Arguments> cases = new ArrayList<>();
    for (int bits : new int[] {8, 16, 32, 64}) {
      cases.add(Arguments.of(new ArrowType.Int(bits, true), DType.valueOf("I" + bits)));
      cases.add(Arguments.of(new ArrowType.Int(bits, false), DType.valueOf("U" + bits)));
    }
    cases.add(Arguments.of(new ArrowType.FloatingPoint(FloatingPointPrecision.HALF), DType.F16));
    cases.add(Arguments.of(FLOAT, DType.F32));
    cases.add(Arguments.of(DOUBLE, DType.F64));
    cases.add(Arguments.of(new ArrowType.Date(DateUnit.DAY), DType.I32));
    cases.add(Arguments.of(new ArrowType.Date(DateUnit.MILLISECOND), DType.I64));
    cases.add(Arguments.of(new ArrowType.Interval(IntervalUnit.YEAR_MONTH), DType.I32));
    for (TimeUnit unit : TimeUnit.values()) {
      int bits = unit.compareTo(TimeUnit.MILLISECOND) > 0 ? 64 : 32;
      cases.add(Arguments.of(new ArrowType.Time(unit, bits), DType.valueOf("I" + bits)));
      cases.add(Arguments.of(new ArrowType.Timestamp(unit, null), DType.I64));
      cases.add(Arguments.of(new ArrowType.Timestamp(unit, "Asia/Shanghai"), DType.I64));
      cases.add(Arguments.of(new ArrowType.Duration(unit), DType.I64));
    }
    return cases.stream();
  }

  @ParameterizedTest
  @MethodSource("numbersInPlace")
  void numbersAreReadAtTheVectorsAddress(ArrowType type, DType dtype) {
    try (ArrowBatch batch = Vectors.batch(Vectors.of(allocator.arrow(), type, 3, 100, 7, 0))) {
      checkInPlace(batch, dtype, 3, 100, 7, 0);
      try (ArrowBatch slice = batch.slice(1, 2)) {
        checkInPlace(slice, dtype, 100, 7);
        assertThat(slice.vector(0).getDataBuffer().memoryAddress())
            .isEqualTo(batch.vector(0).getDataBuffer().memoryAddress() + dtype.bits() / 8);
      }
    }
  }

  private static void checkInPlace(ArrowBatch batch, DType dtype, double... values) {
    BatchBinder binder = binder(batch, dtype, Shape.of(ROWS), NullPolicy.fail());
    try (BoundBatch bound = binder.bind(batch)) {
      assertThat(Vectors.address(tensor(bound).storage()))
          .isEqualTo(batch.vector(0).getDataBuffer().memoryAddress());
      assertThat(binder.explain()).contains("zero-copy view (1 of 1");
      assertThat(tensor(bound).toDoubles()).containsExactly(values);
    }
  }

  @ParameterizedTest
  @MethodSource("numbersInPlace")
  void nullsAreNeverReadAsNumbers(ArrowType type, DType dtype) {
    FieldVector vector = Vectors.of(allocator.arrow(), type, 3, 100, 7);
    vector.getDataBuffer().setOne(0, (long) dtype.bits() / 8 * 3);
    Vectors.set(vector, 0, 3);
    Vectors.set(vector, 2, 7);
    // the slot keeps its garbage
    vector.setNull(1);
    vector.getDataBuffer().setOne(dtype.bits() / 8, (long) dtype.bits() / 8);
    try (ArrowBatch batch = Vectors.batch(vector)) {
      assertThat(doubles(batch, dtype, NullPolicy.defaultValue(5L))).containsExactly(3, 5, 7);
      assertThat(doubles(batch, DType.F64, NullPolicy.nan())).containsExactly(3, Double.NaN, 7);
      assertThat(doubles(batch, dtype, NullPolicy.drop())).containsExactly(3, 7);
      assertThatThrownBy(() -> doubles(batch, dtype, NullPolicy.fail()))
          .isInstanceOf(NullNotAllowed.class)
          .hasMessageContaining("column 'a', row 1");
    }
  }

  private static double[] doubles(ArrowBatch batch, DType dtype, NullPolicy nulls) {
    try (BoundBatch bound = binder(batch, dtype, Shape.of(ROWS), nulls).bind(batch)) {
      return tensor(bound).toDoubles();
    }
  }

  static Stream<Arguments> packedNumbers() {
    return Stream.of(
        Arguments.of(
            new ArrowType.Bool(),
            DType.BOOL,
            new Object[] {true, false},
            "one bit per value",
            1,
            0),
        Arguments.of(
            new ArrowType.Decimal(10, 2, 128),
            DType.F32,
            new Object[] {new BigDecimal("12.25"), new BigDecimal("-3.50")},
            "decimals of 128 bits",
            12.25,
            -3.5),
        Arguments.of(
            new ArrowType.Decimal(50, 3, 256),
            DType.I64,
            new Object[] {new BigDecimal("12.000"), new BigDecimal("-3.000")},
            "decimals of 256 bits",
            12,
            -3),
        Arguments.of(
            new ArrowType.Interval(IntervalUnit.DAY_TIME),
            DType.I64,
            new Object[] {86_400_001, 5},
            "days and milliseconds are two numbers",
            86_400_001,
            5));
  }

  @ParameterizedTest
  @MethodSource("packedNumbers")
  void otherNumbersSayWhyTheyArePacked(
      ArrowType type, DType dtype, Object[] cells, String reason, double first, double second) {
    try (ArrowBatch batch =
        Vectors.batch(Vectors.of(allocator.arrow(), type, cells[0], null, cells[1]))) {
      BatchBinder binder = binder(batch, dtype, Shape.of(ROWS), NullPolicy.drop());
      try (BoundBatch bound = binder.bind(batch)) {
        assertThat(tensor(bound).toDoubles()).containsExactly(first, second);
        assertThat(tensor(bound).storage().space()).isEqualTo(MemorySpace.HEAP);
      }
      BatchBinder whole = binder(batch, dtype, Shape.of(ROWS), NullPolicy.defaultValue(1L));
      try (BoundBatch bound = whole.bind(batch)) {
        assertThat(tensor(bound).toDoubles()).containsExactly(first, 1, second);
        assertThat(whole.explain()).contains("packed, because column 'a' is packed: " + reason);
      }
    }
  }

  static Stream<Arguments> text() {
    String wide = "packed, because column 'a' is packed: 64-bit offsets";
    String views = "packed, because column 'a' is packed: views scatter the text";
    return Stream.of(
        Arguments.of(new ArrowType.Utf8(), "zero-copy view"),
        Arguments.of(new ArrowType.Binary(), "zero-copy view"),
        Arguments.of(new ArrowType.LargeUtf8(), wide),
        Arguments.of(new ArrowType.LargeBinary(), wide),
        Arguments.of(new ArrowType.Utf8View(), views),
        Arguments.of(new ArrowType.BinaryView(), views),
        Arguments.of(
            new ArrowType.FixedSizeBinary(3),
            "packed, because column 'a' is packed: bytes of fixed width have no offsets"));
  }

  @ParameterizedTest
  @MethodSource("text")
  void textAndBytesAreStrings(ArrowType type, String way) {
    try (ArrowBatch batch =
        Vectors.batch(Vectors.of(allocator.arrow(), type, "abc", "dé", "ghi"))) {
      BatchBinder binder = binder(batch, DType.STRING, Shape.of(ROWS), NullPolicy.fail());
      try (BoundBatch bound = binder.bind(batch)) {
        assertThat(tensor(bound).toStrings()).containsExactly("abc", "dé", "ghi");
        assertThat(binder.explain()).contains(way);
        if (way.startsWith("zero")) {
          assertThat(Vectors.address(tensor(bound).storage()))
              .isEqualTo(batch.vector(0).getDataBuffer().memoryAddress());
        }
      }
    }
    try (ArrowBatch batch =
        Vectors.batch(Vectors.of(allocator.arrow(), type, "abc", null, "ghi"))) {
      assertThat(strings(batch, NullPolicy.defaultValue("?"))).containsExactly("abc", "?", "ghi");
      assertThat(strings(batch, NullPolicy.drop())).containsExactly("abc", "ghi");
      assertThatThrownBy(() -> strings(batch, NullPolicy.fail()))
          .isInstanceOf(NullNotAllowed.class);
    }
  }

  private static String[] strings(ArrowBatch batch, NullPolicy nulls) {
    try (BoundBatch bound = binder(batch, DType.STRING, Shape.of(ROWS), nulls).bind(batch)) {
      return tensor(bound).toStrings();
    }
  }

  @Test
  void bytesOfFixedWidthAreAMatrixOfBytes() {
    ArrowType type = new ArrowType.FixedSizeBinary(3);
    try (ArrowBatch batch = Vectors.batch(Vectors.of(allocator.arrow(), type, "abc", "xyz"))) {
      BatchBinder binder =
          binder(batch, DType.U8, Shape.of(ROWS, Extent.fixed(3)), NullPolicy.fail());
      try (BoundBatch bound = binder.bind(batch)) {
        assertThat(tensor(bound).dims()).containsExactly(2, 3);
        assertThat(tensor(bound).toLongs()).containsExactly('a', 'b', 'c', 'x', 'y', 'z');
        assertThat(Vectors.address(tensor(bound).storage()))
            .isEqualTo(batch.vector(0).getDataBuffer().memoryAddress());
      }
    }
  }

  @Test
  void aColumnOfNullsIsWhatThePolicySays() {
    try (ArrowBatch batch = Vectors.batch(new org.apache.arrow.vector.NullVector("a", 3))) {
      assertThat(doubles(batch, DType.F32, NullPolicy.standard()))
          .containsExactly(Double.NaN, Double.NaN, Double.NaN);
      assertThat(doubles(batch, DType.I16, NullPolicy.defaultValue(4L))).containsExactly(4, 4, 4);
      assertThat(strings(batch, NullPolicy.defaultValue("?"))).containsExactly("?", "?", "?");
      assertThat(doubles(batch, DType.BOOL, NullPolicy.drop())).isEmpty();
      assertThatThrownBy(() -> doubles(batch, DType.I64, NullPolicy.standard()))
          .isInstanceOf(NullNotAllowed.class);
      BatchBinder binder = binder(batch, DType.F32, Shape.of(ROWS), NullPolicy.nan());
      assertThat(binder.explain()).contains("packed, because", "a column of nulls has no memory");
    }
  }

  @Test
  void fieldsOfStructsAreColumns() {
    FieldVector zip = Vectors.of(allocator.arrow(), new ArrowType.Int(32, true), 10, 20, 30);
    FieldVector inner = Vectors.struct(allocator.arrow(), 3, List.of(zip));
    try (ArrowBatch batch = Vectors.batch(inner)) {
      long address = batch.vector(0).getChildrenFromFields().get(0).getDataBuffer().memoryAddress();
      BatchBinder binder =
          BatchBinder.of(
              batch.schema(),
              List.of(new ModelInput("x", DType.I32, Shape.of(ROWS))),
              List.of(InputBinding.column("x", "a.a")));
      try (BoundBatch bound = binder.bind(batch)) {
        assertThat(tensor(bound).toLongs()).containsExactly(10, 20, 30);
        assertThat(Vectors.address(tensor(bound).storage())).isEqualTo(address);
      }
      assertThatThrownBy(
              () ->
                  BatchBinder.of(
                      batch.schema(),
                      List.of(new ModelInput("x", DType.I32, Shape.of(ROWS))),
                      List.of(InputBinding.column("x", "a.b"))))
          .isInstanceOf(UnknownColumn.class);
    }
  }

  @Test
  void aNullStructHasNullFields() {
    FieldVector zip = Vectors.of(allocator.arrow(), new ArrowType.Int(32, true), 10, null, 30, 40);
    FieldVector text = Vectors.of(allocator.arrow(), new ArrowType.Utf8(), "p", "q", "r", "s");
    try (ArrowBatch numbers = Vectors.batch(Vectors.struct(allocator.arrow(), 4, List.of(zip), 2));
        ArrowBatch strings =
            Vectors.batch(Vectors.struct(allocator.arrow(), 4, List.of(text), 0, 3))) {
      List<InputBinding> bindings =
          List.of(InputBinding.column("x", "a.a").withNulls(NullPolicy.defaultValue(-1L)));
      BatchBinder binder =
          BatchBinder.of(
              numbers.schema(), List.of(new ModelInput("x", DType.I32, Shape.of(ROWS))), bindings);
      try (BoundBatch bound = binder.bind(numbers)) {
        assertThat(tensor(bound).toLongs()).containsExactly(10, -1, -1, 40);
        assertThat(binder.explain()).contains("column 'a.a' holds nulls");
      }
      BatchBinder texts =
          BatchBinder.of(
              strings.schema(),
              List.of(new ModelInput("x", DType.STRING, Shape.of(ROWS))),
              List.of(InputBinding.column("x", "a.a").withNulls(NullPolicy.drop())));
      try (BoundBatch bound = texts.bind(strings);
          ArrowBatch slice = strings.slice(1, 2);
          BoundBatch sliced = texts.bind(slice)) {
        assertThat(tensor(sliced).toStrings()).containsExactly("q", "r");
        assertThat(bound.batchRows()).containsExactly(1, 2);
      }
    }
  }
}
