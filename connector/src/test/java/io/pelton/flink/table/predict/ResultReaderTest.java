package io.pelton.flink.table.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ValueType.MappingType;
import io.pelton.engine.graph.ValueType.SequenceType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Mapping;
import io.pelton.engine.tensor.Sequence;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import io.pelton.flink.error.ColumnMismatch;
import io.pelton.flink.error.UnsupportedOutput;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.FloatType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.SmallIntType;
import org.apache.flink.table.types.logical.TinyIntType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Outputs as columns of every type, and those that don't suit. */
class ResultReaderTest {
  private static final LogicalType FLOAT = new FloatType();
  private static final LogicalType FLOATS = new ArrayType(FLOAT);

  /** Of any length where an axis is below 0. */
  private static Port port(DType dtype, long... part) {
    Extent[] extents = new Extent[part.length + 1];
    extents[0] = Extent.symbolic(new SymbolId("N"));
    for (int axis = 0; axis < part.length; axis++) {
      extents[axis + 1] =
          part[axis] < 0 ? Extent.symbolic(new SymbolId("L" + axis)) : Extent.fixed(part[axis]);
    }
    return new Port("out", ValueType.tensor(dtype, Shape.of(extents)));
  }

  private static Port maps(DType keys, DType values) {
    return new Port(
        "out", new SequenceType(new MappingType(keys, ValueType.tensor(values, Shape.scalar()))));
  }

  private static ResultReader reader(Port port, LogicalType type, String element) {
    return ResultReader.of(port, new ResultColumn.Output("c", type, "out", element));
  }

  private static Object read(Port port, LogicalType type, String element, Value output, int row) {
    return reader(port, type, element).values(output, 2, null).of(row);
  }

  static Stream<Arguments> scalars() {
    return Stream.of(
        Arguments.of(DType.F32, new float[] {1.5f, -0f}, FLOAT, 1.5f, -0f),
        Arguments.of(DType.F32, new float[] {0.1f, 2}, new DoubleType(), (double) 0.1f, 2.0),
        Arguments.of(DType.F64, new double[] {0.1, 2}, new DoubleType(), 0.1, 2.0),
        Arguments.of(DType.I64, new long[] {-1, 1L << 60}, new BigIntType(), -1L, 1L << 60),
        Arguments.of(DType.I32, new int[] {-1, 7}, new IntType(), -1, 7),
        Arguments.of(DType.I32, new int[] {-1, 7}, new BigIntType(), -1L, 7L),
        Arguments.of(DType.I32, new int[] {-1, 7}, new DoubleType(), -1.0, 7.0),
        Arguments.of(DType.I16, new short[] {-1, 7}, new SmallIntType(), (short) -1, (short) 7),
        Arguments.of(DType.I8, new byte[] {-1, 7}, new TinyIntType(), (byte) -1, (byte) 7),
        Arguments.of(DType.U8, new byte[] {-1, 7}, new SmallIntType(), (short) 255, (short) 7),
        Arguments.of(DType.U16, new short[] {-1, 7}, new IntType(), 65535, 7),
        Arguments.of(DType.U32, new int[] {-1, 7}, new BigIntType(), 4294967295L, 7L),
        Arguments.of(DType.BOOL, new byte[] {1, 0}, new BooleanType(), true, false));
  }

  @ParameterizedTest
  @MethodSource("scalars")
  void scalarsAreOfTheirOwnOrAWiderType(
      DType dtype, Object data, LogicalType type, Object first, Object second) {
    Tensor tensor = Tensor.wrap(dtype, data, 2);
    assertThat(read(port(dtype), type, "", tensor, 0)).isEqualTo(first);
    assertThat(read(port(dtype), type, "", tensor, 1)).isEqualTo(second);
    Tensor column = Tensor.wrap(dtype, data, 2, 1);
    assertThat(read(port(dtype, 1), type, "", column, 1)).isEqualTo(second);
  }

  @Test
  void decimalsAreRoundedToTheirScale() {
    Tensor reals = Tensor.of(new double[] {1.005, -2.345678}, 2);
    Port port = port(DType.F64);
    assertThat(read(port, new DecimalType(5, 2), "", reals, 1)).hasToString("-2.35");
    Tensor integers = Tensor.wrap(DType.U64, new long[] {-1, 3}, 2);
    assertThat(read(port(DType.U64), new DecimalType(20, 0), "", integers, 0))
        .hasToString("18446744073709551615");
  }

  @Test
  void textsAreStrings() {
    Tensor texts = Tensor.of(new String[] {"größer", ""}, 2);
    Port port = port(DType.STRING);
    assertThat(read(port, VarCharType.STRING_TYPE, "", texts, 0))
        .isEqualTo(StringData.fromString("größer"));
    assertThat(read(port, new VarCharType(6), "", texts, 0)).hasToString("größer");
  }

  static Stream<Arguments> misfits() {
    return Stream.of(
        Arguments.of(Tensor.of(new double[] {Double.NaN, 1}, 2), new DecimalType(5, 2), "NaN"),
        Arguments.of(Tensor.of(new double[] {1e6, 1}, 2), new DecimalType(5, 2), "1000000"),
        Arguments.of(Tensor.of(new String[] {"larger", "x"}, 2), new VarCharType(5), "larger"));
  }

  @ParameterizedTest
  @MethodSource("misfits")
  void aValueWithoutRoomIsAMatterOfItsRow(Tensor tensor, LogicalType type, String shown) {
    GenericRowData[] rows = {new GenericRowData(1), new GenericRowData(1)};
    String[] reasons = new String[2];
    reader(port(tensor.dtype()), type, "")
        .read(tensor, null, rows, 2, 0, (row, misfit) -> reasons[row] = misfit.getMessage());
    assertThat(reasons[0]).contains(shown).contains(type.asSummaryString());
    assertThat(reasons[1]).isNull();
    assertThat(rows[1].isNullAt(0)).isFalse();
  }

  @Test
  void vectorsAndMatricesAreArrays() {
    Tensor tensor = Tensor.of(new float[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, 2, 3, 2);
    Port port = port(DType.F32, 3, 2);
    ArrayData matrix = (ArrayData) read(port, new ArrayType(FLOATS), "", tensor, 1);
    assertThat(matrix.size()).isEqualTo(3);
    assertThat(matrix.getArray(2).toFloatArray()).containsExactly(10, 11);
    ArrayData vector = (ArrayData) read(port, FLOATS, "1", tensor, 1);
    assertThat(vector.toFloatArray()).containsExactly(8, 9);
    assertThat(read(port, FLOAT, "2,0", tensor, 0)).isEqualTo(4f);
    Tensor flat = Tensor.of(new float[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, 2, 6);
    ArrayData wide =
        (ArrayData) read(port(DType.F32, -1), new ArrayType(new DoubleType()), "", flat, 0);
    assertThat(wide.toDoubleArray()).containsExactly(0, 1, 2, 3, 4, 5);
  }

  @Test
  void paddingIsNoPartOfAnArray() {
    Tensor tensor = Tensor.of(new float[] {0, 1, 2, 3, 4, 5}, 2, 3);
    ResultReader.RowValues values =
        reader(port(DType.F32, -1), FLOATS, "").values(tensor, 2, new int[] {1, 3});
    assertThat(((ArrayData) values.of(0)).toFloatArray()).containsExactly(0);
    assertThat(((ArrayData) values.of(1)).toFloatArray()).containsExactly(3, 4, 5);
    ResultReader.RowValues second =
        reader(port(DType.F32, -1), FLOAT, "1").values(tensor, 2, new int[] {1, 3});
    assertThat(second.of(1)).isEqualTo(4f);
    assertThatThrownBy(() -> second.of(0)).isInstanceOf(UnfitValue.class);
  }

  @Test
  void arraysDoNotChangeWithTheTensor() {
    float[] data = {1, 2, 3, 4};
    ArrayData array = (ArrayData) read(port(DType.F32, 2), FLOATS, "", Tensor.of(data, 2, 2), 1);
    data[3] = 99;
    assertThat(array.toFloatArray()).containsExactly(3, 4);
  }

  @Test
  void mapsAreMapsOrTheirValues() {
    Value one =
        new Mapping(
            Tensor.of(new String[] {"a", "b"}, 2), Tensor.of(new float[] {0.25f, 0.75f}, 2));
    Value other =
        new Mapping(Tensor.of(new String[] {"a", "b"}, 2), Tensor.of(new float[] {1, 0}, 2));
    Value output = new Sequence(List.of(one, other));
    Port port = maps(DType.STRING, DType.F32);
    assertThat(read(port, new MapType(VarCharType.STRING_TYPE, FLOAT), "", output, 0))
        .isEqualTo(
            new GenericMapData(
                Map.of(StringData.fromString("a"), 0.25f, StringData.fromString("b"), 0.75f)));
    assertThat(read(port, FLOAT, "b", output, 0)).isEqualTo(0.75f);
    assertThatThrownBy(() -> read(port, FLOAT, "c", output, 0))
        .isInstanceOf(UnsupportedOutput.class)
        .hasMessageContaining("'c'");
  }

  static Stream<Arguments> mismatches() {
    LogicalType text = VarCharType.STRING_TYPE;
    return Stream.of(
        Arguments.of(port(DType.F64), FLOAT, "", "DOUBLE or DECIMAL"),
        Arguments.of(port(DType.I64), new IntType(), "", "BIGINT or DECIMAL"),
        Arguments.of(port(DType.U64), new BigIntType(), "", "DECIMAL(20, 0)"),
        Arguments.of(port(DType.F32), text, "", "FLOAT, DOUBLE or DECIMAL"),
        Arguments.of(port(DType.F32, 3), FLOAT, "", "ARRAY<FLOAT, DOUBLE or DECIMAL>"),
        Arguments.of(port(DType.F32, -1), FLOAT, "", "out[0]"),
        Arguments.of(port(DType.F32), FLOATS, "", "expected FLOAT"),
        Arguments.of(port(DType.F32, 3), FLOAT, "3", "below 3"),
        Arguments.of(port(DType.F32, 3), FLOAT, "x", "out[0]"),
        Arguments.of(port(DType.F32, 3), FLOAT, "-1", "out[0]"),
        Arguments.of(port(DType.F32, 3), FLOAT, "0,0", "no more positions"),
        Arguments.of(maps(DType.STRING, DType.F32), FLOATS, "", "MAP<STRING, FLOAT"),
        Arguments.of(maps(DType.I64, DType.F32), FLOAT, "a", "a number as key"),
        Arguments.of(maps(DType.STRING, DType.F32), text, "a", "FLOAT, DOUBLE or DECIMAL"));
  }

  @ParameterizedTest
  @MethodSource("mismatches")
  void aColumnThatDoesNotSuitSaysWhatWould(
      Port port, LogicalType type, String element, String expected) {
    assertThatThrownBy(
            () ->
                ResultColumns.check(
                    List.of(port), List.of(new ResultColumn.Output("score", type, "out", element))))
        .isInstanceOfSatisfying(
            ColumnMismatch.class, e -> assertThat(e.column()).isEqualTo("score"))
        .hasMessageContaining(expected)
        .hasMessageContaining("'score'");
  }

  @Test
  void anOutputThatIsMissingIsNamed() {
    assertThatThrownBy(
            () ->
                ResultColumns.check(
                    List.of(port(DType.F32)),
                    List.of(new ResultColumn.Output("score", FLOAT, "other", ""))))
        .isInstanceOf(ColumnMismatch.class)
        .hasMessageContaining("[out]")
        .hasMessageContaining("'other'");
  }

  @Test
  void metadataHasItsType() {
    assertThatThrownBy(
            () ->
                ResultColumns.check(
                    List.of(),
                    List.of(new ResultColumn.Metadata("ms", FLOAT, ResultColumn.Kind.LATENCY))))
        .isInstanceOf(ColumnMismatch.class)
        .hasMessageContaining("DOUBLE")
        .hasMessageContaining("'latency'");
  }

  @Test
  void aScalarSaysNothingOfRows() {
    Port port = new Port("out", ValueType.tensor(DType.F32, Shape.scalar()));
    assertThatThrownBy(() -> reader(port, FLOAT, ""))
        .isInstanceOf(UnsupportedOutput.class)
        .hasMessageContaining("no batch axis");
  }

  @Test
  void aShapeThatIsKnownLaterIsCheckedThen() {
    Port port = new Port("out", ValueType.tensor(DType.F32, Shape.UNRANKED));
    Tensor vectors = Tensor.of(new float[] {1, 2, 3, 4}, 2, 2);
    assertThat(((ArrayData) read(port, FLOATS, "", vectors, 1)).toFloatArray())
        .containsExactly(3, 4);
    assertThatThrownBy(() -> read(port, FLOAT, "", vectors, 0))
        .isInstanceOf(UnsupportedOutput.class)
        .hasMessageContaining("column 'c'");
  }
}
