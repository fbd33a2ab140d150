package io.pelton.arrow.avro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.arrow.AllocatorTestBase;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.ArrowBatchBuilder;
import io.pelton.arrow.InvalidAvro;
import io.pelton.arrow.UnknownColumn;
import io.pelton.arrow.UnsupportedType;
import io.pelton.arrow.ValueOutOfRange;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;

/** Values that are decoded into the cells of a batch builder. */
class AvroRowsTest extends AllocatorTestBase {
  private static final ArrowType FLOAT = new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
  private static final Schema SCHEMA =
      AvroSchemas.parse(
          """
          {"type":"record","name":"R","fields":[
            {"name":"skipped","type":{"type":"array","items":"string"}},
            {"name":"in","type":["null",{"type":"record","name":"I","fields":[
              {"name":"a","type":"double"},{"name":"b","type":["long","null"]}]}]},
            {"name":"kind","type":{"type":"enum","name":"K","symbols":["x","y"]}},
            {"name":"yes","type":"boolean"},{"name":"text","type":"string"}]}\
          """);

  private ArrowBatchBuilder builder(Field... columns) {
    return ArrowBatchBuilder.create(
        allocator, new org.apache.arrow.vector.types.pojo.Schema(List.of(columns)), 8);
  }

  private static byte[] value(Double a, Long b, String kind, boolean yes, String text) {
    GenericRecord inner = new GenericData.Record(SCHEMA.getField("in").schema().getTypes().get(1));
    inner.put("a", a);
    inner.put("b", b);
    GenericRecord record = new GenericData.Record(SCHEMA);
    record.put("skipped", List.of("p", "q"));
    record.put("in", a == null ? null : inner);
    record.put("kind", new GenericData.EnumSymbol(SCHEMA.getField("kind").schema(), kind));
    record.put("yes", yes);
    record.put("text", text);
    return RandomAvro.bytes(SCHEMA, record);
  }

  @Test
  void fieldsBecomeCells() {
    try (ArrowBatchBuilder builder =
        builder(
            Field.nullable("text", new ArrowType.Utf8()),
            Field.nullable("in.b", FLOAT),
            Field.nullable("in.a", FLOAT),
            Field.nullable("yes", new ArrowType.Bool()),
            Field.nullable("kind", new ArrowType.Utf8()))) {
      AvroRows rows = AvroRows.into(builder, SCHEMA, AvroOptions.defaults());
      List<byte[]> values =
          List.of(
              value(0.5, 3L, "y", true, "é"),
              value(null, null, "x", false, ""),
              value(1.5, null, "y", false, "t"));
      for (byte[] value : values) {
        builder.startRow();
        rows.set(value);
        builder.endRow();
      }
      try (ArrowBatch batch = builder.finish()) {
        assertThat(AvroValues.rows(batch))
            .extracting(row -> row.values().toString())
            .containsExactly(
                "[é, 3.0, 0.5, true, y]", "[, null, null, false, x]", "[t, null, 1.5, false, y]");
      }
    }
  }

  @Test
  void columnsLieAtOneStride() {
    String fields =
        String.join(
            ",",
            IntStream.range(0, 28)
                .mapToObj(i -> "{\"name\":\"f" + i + "\",\"type\":\"float\"}")
                .toList());
    Schema schema =
        AvroSchemas.parse("{\"type\":\"record\",\"name\":\"R\",\"fields\":[" + fields + "]}");
    Field[] columns =
        IntStream.range(0, 28).mapToObj(i -> Field.nullable("f" + i, FLOAT)).toArray(Field[]::new);
    try (ArrowBatchBuilder builder = builder(columns)) {
      AvroRows rows = AvroRows.into(builder, schema, AvroOptions.defaults());
      builder.startRow();
      rows.set(new byte[28 * 4]);
      builder.endRow();
      try (ArrowBatch batch = builder.finish()) {
        long stride = address(batch, 1) - address(batch, 0);
        for (int i = 1; i < 28; i++) {
          assertThat(address(batch, i) - address(batch, i - 1)).isEqualTo(stride);
        }
      }
    }
  }

  private static long address(ArrowBatch batch, int column) {
    return ((Float4Vector) batch.vector(column)).getDataBufferAddress();
  }

  @Test
  void aBadValueIsDiscarded() {
    try (ArrowBatchBuilder builder =
        builder(
            Field.nullable("in.b", new ArrowType.Int(8, true)),
            Field.nullable("text", new ArrowType.Utf8()))) {
      AvroRows rows = AvroRows.into(builder, SCHEMA, AvroOptions.defaults());
      builder.startRow();
      assertThatThrownBy(() -> rows.set(value(1.0, 1000L, "x", true, "t")))
          .isInstanceOf(ValueOutOfRange.class)
          .hasMessageContaining("in.b");
      builder.discardRow();
      builder.startRow();
      byte[] cut = value(1.0, 1L, "x", true, "text");
      assertThatThrownBy(() -> rows.set(Arrays.copyOf(cut, cut.length - 2)))
          .isInstanceOf(InvalidAvro.class);
      builder.discardRow();
      builder.startRow();
      rows.set(value(1.0, 2L, "x", true, "good"));
      builder.endRow();
      try (ArrowBatch batch = builder.finish()) {
        assertThat(batch.rows()).isEqualTo(1);
        assertThat(batch.vector("text").getObject(0)).hasToString("good");
      }
    }
  }

  @Test
  void columnsThatCanNotBeFilledAreNamed() {
    try (ArrowBatchBuilder builder = builder(Field.nullable("in.a", new ArrowType.Int(32, true)))) {
      assertThatThrownBy(() -> AvroRows.into(builder, SCHEMA, AvroOptions.defaults()))
          .isInstanceOf(UnsupportedType.class)
          .hasMessageContaining("in.a");
    }
    try (ArrowBatchBuilder builder = builder(Field.nullable("skipped", FLOAT))) {
      assertThatThrownBy(() -> AvroRows.into(builder, SCHEMA, AvroOptions.defaults()))
          .isInstanceOf(UnsupportedType.class);
    }
    try (ArrowBatchBuilder builder = builder(Field.nullable("in.z", FLOAT))) {
      assertThatThrownBy(() -> AvroRows.into(builder, SCHEMA, AvroOptions.defaults()))
          .isInstanceOf(UnknownColumn.class)
          .hasMessageContaining("[in.a, in.b]");
    }
  }
}
