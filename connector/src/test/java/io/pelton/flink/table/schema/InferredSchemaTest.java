package io.pelton.flink.table.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ValueType.MappingType;
import io.pelton.engine.graph.ValueType.SequenceType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.table.types.DataType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InferredSchemaTest {
  private static final Extent ROWS = Extent.symbolic(new SymbolId("N"));

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          F64, DOUBLE
          F32, FLOAT
          F16, FLOAT
          BF16, FLOAT
          I64, BIGINT
          I32, INT
          I16, SMALLINT
          I8, TINYINT
          U8, SMALLINT
          U16, INT
          U32, BIGINT
          U64, 'DECIMAL(20, 0)'
          BOOL, BOOLEAN
          STRING, STRING
          """)
  void valuesAreColumnsOfTheNarrowestTypeThatHoldsThem(DType dtype, String type) {
    assertThat(input(dtype, ROWS)).isEqualTo(type);
    assertThat(input(dtype, ROWS, Extent.fixed(1))).isEqualTo(type);
    assertThat(input(dtype, ROWS, Extent.fixed(3))).isEqualTo("ARRAY<" + type + ">");
    assertThat(output(dtype, ROWS)).isEqualTo(type);
    assertThat(output(dtype, ROWS, Extent.fixed(1))).isEqualTo(type);
    assertThat(output(dtype, ROWS, Extent.symbolic(new SymbolId("L"))))
        .isEqualTo("ARRAY<" + type + ">");
    assertThat(output(dtype, ROWS, Extent.fixed(1), Extent.fixed(2)))
        .isEqualTo("ARRAY<ARRAY<" + type + ">>");
    assertThat(input(dtype, ROWS, Extent.fixed(1), Extent.fixed(2)))
        .isEqualTo("ARRAY<" + type + ">");
  }

  @Test
  void ofAnUnknownRankAreLists() {
    Port port = new Port("x", ValueType.tensor(DType.F32, Shape.UNRANKED));
    assertThat(type(ColumnTypes.input(port))).isEqualTo("ARRAY<FLOAT>");
    assertThat(type(ColumnTypes.output(port))).isEqualTo("ARRAY<FLOAT>");
  }

  @Test
  void sequencesOfMapsAreMaps() {
    ValueType value = ValueType.tensor(DType.F32, Shape.scalar());
    Port port = new Port("p", new SequenceType(new MappingType(DType.STRING, value)));
    assertThat(type(ColumnTypes.output(port))).isEqualTo("MAP<STRING, FLOAT>");
    assertThat(ColumnTypes.input(port).reason()).isEqualTo("is no tensor");
  }

  @Test
  void whatHasNoColumnSaysWhy() {
    assertThat(ColumnTypes.input(port(DType.F32)).reason()).isEqualTo("has no batch axis");
    assertThat(ColumnTypes.output(port(DType.F32)).reason()).isEqualTo("has no batch axis");
    assertThat(ColumnTypes.output(port(DType.C64, ROWS)).reason())
        .isEqualTo("has elements of no SQL type");
    assertThat(ColumnTypes.output(port(DType.F8E5M2, ROWS)).reason())
        .isEqualTo("has elements of no SQL type");
    assertThat(ColumnTypes.input(port(DType.I4, ROWS)).reason())
        .isEqualTo("has elements of no SQL type");
    assertThat(ColumnTypes.input(port(DType.F32, Extent.fixed(8), Extent.fixed(2))).reason())
        .contains("8 rows at a time");
    Port nested = new Port("s", new SequenceType(ValueType.tensor(DType.F32, Shape.scalar())));
    assertThat(ColumnTypes.output(nested).reason()).contains("neither a tensor nor");
  }

  @Test
  void theClausesDeclareAllOfItAndSayWhatIsMissing() {
    InferredSchema schema =
        InferredSchema.of(
            List.of(
                new Port("an age", ValueType.tensor(DType.I64, Shape.of(ROWS))),
                new Port("pixels", tensor(DType.U8, ROWS, Extent.fixed(28), Extent.fixed(28)))),
            List.of(new Port("y", tensor(DType.F32, ROWS, Extent.fixed(1))), port(DType.C64)));
    assertThat(schema.clauses())
        .isEqualTo(
            """
            INPUT (`an age` BIGINT, `pixels` ARRAY<SMALLINT>)
            OUTPUT (`y` FLOAT, /* no column for `x` C64[], which has elements of no SQL type */)\
            """);
    assertThat(schema.withoutColumn()).extracting(InferredColumn::name).containsExactly("x");
    assertThat(schema.inputSchema().toString()).contains("an age", "BIGINT", "I64[N]");
    assertThat(schema.outputSchema().getColumns()).hasSize(1);
  }

  private static String input(DType dtype, Extent... extents) {
    return type(ColumnTypes.input(port(dtype, extents)));
  }

  private static String output(DType dtype, Extent... extents) {
    return type(ColumnTypes.output(port(dtype, extents)));
  }

  private static Port port(DType dtype, Extent... extents) {
    return new Port("x", tensor(dtype, extents));
  }

  private static ValueType tensor(DType dtype, Extent... extents) {
    return ValueType.tensor(dtype, Shape.of(Stream.of(extents).toList()));
  }

  private static String type(InferredColumn column) {
    DataType type = column.type().orElseThrow();
    return type.getLogicalType().asSummaryString();
  }
}
