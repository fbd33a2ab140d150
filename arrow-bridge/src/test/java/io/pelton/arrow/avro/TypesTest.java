package io.pelton.arrow.avro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.arrow.AllocatorTestBase;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.NullNotAllowed;
import io.pelton.arrow.UnknownColumn;
import io.pelton.arrow.UnsupportedAvroSchema;
import io.pelton.arrow.ValueOutOfRange;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float2Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.IntervalDayVector;
import org.apache.arrow.vector.IntervalYearVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.TimeSecVector;
import org.apache.arrow.vector.TimeStampSecVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ViewVarCharVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.IntervalUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which type is which, both ways. */
class TypesTest extends AllocatorTestBase {
  private static Schema schema(String json) {
    return AvroSchemas.parse(json.replace('\'', '"'));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'null'|value: Null",
        "'boolean'|value: Bool not null",
        "'int'|value: Int(32, true) not null",
        "'long'|value: Int(64, true) not null",
        "'float'|value: FloatingPoint(SINGLE) not null",
        "'double'|value: FloatingPoint(DOUBLE) not null",
        "'string'|value: Utf8 not null",
        "'bytes'|value: Binary not null",
        "['null','int']|value: Int(32, true)",
        "['int','null']|value: Int(32, true)",
        "['int']|value: Int(32, true) not null",
        "['null']|value: Null",
        "{'type':'fixed','name':'F','size':3}|value: FixedSizeBinary(3) not null",
        "{'type':'fixed','name':'F','size':0}|value: Binary not null",
        "{'type':'int','logicalType':'date'}|value: Date(DAY) not null",
        "{'type':'int','logicalType':'time-millis'}|value: Time(MILLISECOND, 32) not null",
        "{'type':'long','logicalType':'time-micros'}|value: Time(MICROSECOND, 64) not null",
        "{'type':'long','logicalType':'timestamp-millis'}|value: Timestamp(MILLISECOND, UTC) not"
            + " null",
        "{'type':'long','logicalType':'timestamp-micros'}|value: Timestamp(MICROSECOND, UTC) not"
            + " null",
        "{'type':'long','logicalType':'timestamp-nanos'}|value: Timestamp(NANOSECOND, UTC) not"
            + " null",
        "{'type':'long','logicalType':'local-timestamp-millis'}|value: Timestamp(MILLISECOND, null)"
            + " not null",
        "{'type':'long','logicalType':'local-timestamp-micros'}|value: Timestamp(MICROSECOND, null)"
            + " not null",
        "{'type':'long','logicalType':'local-timestamp-nanos'}|value: Timestamp(NANOSECOND, null)"
            + " not null",
        "{'type':'string','logicalType':'uuid'}|value: Utf8 not null",
        "{'type':'fixed','name':'F','size':16,'logicalType':'uuid'}|value: FixedSizeBinary(16) not"
            + " null",
        "{'type':'fixed','name':'F','size':12,'logicalType':'duration'}|value:"
            + " Interval(MONTH_DAY_NANO) not null",
        "{'type':'bytes','logicalType':'decimal','precision':38,'scale':3}|value: Decimal(38, 3,"
            + " 128) not null",
        "{'type':'bytes','logicalType':'decimal','precision':39}|value: Decimal(39, 0, 256) not"
            + " null",
        "{'type':'fixed','name':'F','size':2,'logicalType':'decimal','precision':4,'scale':2}|value:"
            + " Decimal(4, 2, 128) not null",
        "{'type':'bytes','logicalType':'decimal','precision':2,'scale':3}|value: Binary not null",
        "{'type':'int','logicalType':'unheard-of'}|value: Int(32, true) not null",
        "{'type':'array','items':['null','int']}|value: List<item: Int(32, true)> not null",
        "{'type':'map','values':'int'}|value: Map(false)<entries: Struct<key: Utf8 not null, value:"
            + " Int(32, true) not null> not null> not null",
        "['int','string']|value: Struct<int: Int(32, true), string: Utf8> not null",
        "['int','null','bytes']|value: Struct<int: Int(32, true), bytes: Binary>",
        "{'type':'record','name':'R','fields':[{'name':'a','type':'int'},{'name':'b','type':['null',{'type':'record','name':'S','fields':[{'name':'c','type':'string'}]}]}]}|a:"
            + " Int(32, true) not null, b: Struct<c: Utf8 not null>",
      })
  void avroToArrow(String avro, String arrow) {
    assertThat(AvroSchemas.toArrow(schema(avro)).getFields().toString())
        .isEqualTo("[" + arrow + "]");
  }

  @Test
  void anEnumIsADictionaryOfItsSymbols() {
    Schema schema = schema("{'type':'enum','name':'E','symbols':['A','B']}");
    try (AvroDecoder decoder = AvroDecoder.create(schema, AvroOptions.defaults(), allocator)) {
      decoder.add(new byte[] {2});
      try (ArrowBatch batch = decoder.finish()) {
        Field field = batch.schema().getFields().get(0);
        assertThat(field.getType()).isEqualTo(new ArrowType.Utf8());
        assertThat(((IntVector) batch.vector(0)).get(0)).isEqualTo(1);
        FieldVector symbols =
            batch.dictionaries().lookup(field.getDictionary().getId()).getVector();
        assertThat(symbols.getValueCount()).isEqualTo(2);
        assertThat(symbols.getObject(1)).hasToString("B");
      }
    }
  }

  @Test
  void whatHasNoColumnsIsRefusedByItsPath() {
    assertThatThrownBy(
            () ->
                AvroSchemas.toArrow(
                    schema(
                        "{'type':'record','name':'R','fields':[{'name':'a','type':{'type':'array',"
                            + "'items':{'type':'record','name':'S','fields':[{'name':'next',"
                            + "'type':['null','S']}]}}}]}")))
        .isInstanceOf(UnsupportedAvroSchema.class)
        .hasMessageContaining("'a[].next'")
        .hasMessageContaining("record S contains itself");
    assertThatThrownBy(
            () ->
                AvroSchemas.toArrow(
                    schema("{'type':'bytes','logicalType':'decimal','precision':77}")))
        .isInstanceOf(UnsupportedAvroSchema.class)
        .hasMessageContaining("77 digits");
    Schema record = schema("{'type':'record','name':'R','fields':[{'name':'a','type':'int'}]}");
    assertThatThrownBy(() -> AvroSchemas.toArrow(record, List.of("b")))
        .isInstanceOf(UnknownColumn.class)
        .hasMessageContaining("[a]");
    assertThatThrownBy(() -> AvroSchemas.toArrow(record, List.of("a.b")))
        .isInstanceOf(UnsupportedAvroSchema.class)
        .hasMessageContaining("no record");
    assertThatThrownBy(() -> AvroSchemas.toArrow(record, List.of("a", "a")))
        .isInstanceOf(UnsupportedAvroSchema.class)
        .hasMessageContaining("chosen twice");
  }

  private <V extends FieldVector> V vector(String name, ArrowType type, Consumer<V> fill) {
    @SuppressWarnings("unchecked")
    V vector = (V) Field.nullable(name, type).createVector(allocator.arrow());
    vector.allocateNew();
    fill.accept(vector);
    vector.setValueCount(2);
    return vector;
  }

  /** Two rows: a value, and a null, of types that Avro data never has. */
  private ArrowBatch foreign() {
    List<FieldVector> vectors = new ArrayList<>();
    vectors.add(
        this.<SmallIntVector>vector("short", new ArrowType.Int(16, true), v -> v.set(0, -7)));
    vectors.add(this.<UInt1Vector>vector("u8", new ArrowType.Int(8, false), v -> v.set(0, 200)));
    vectors.add(this.<UInt4Vector>vector("u32", new ArrowType.Int(32, false), v -> v.set(0, -1)));
    vectors.add(this.<UInt8Vector>vector("u64", new ArrowType.Int(64, false), v -> v.set(0, 9)));
    vectors.add(
        this.<Float2Vector>vector(
            "half",
            new ArrowType.FloatingPoint(FloatingPointPrecision.HALF),
            v -> v.setWithPossibleTruncate(0, 1.5f)));
    vectors.add(
        this.<LargeVarCharVector>vector(
            "large", new ArrowType.LargeUtf8(), v -> v.setSafe(0, utf8("large text"))));
    vectors.add(
        this.<ViewVarCharVector>vector(
            "view", new ArrowType.Utf8View(), v -> v.setSafe(0, utf8("seen from afar, a view"))));
    vectors.add(
        this.<DateMilliVector>vector(
            "date", new ArrowType.Date(DateUnit.MILLISECOND), v -> v.set(0, -1)));
    vectors.add(
        this.<TimeSecVector>vector(
            "time", new ArrowType.Time(TimeUnit.SECOND, 32), v -> v.set(0, 61)));
    vectors.add(
        this.<TimeStampSecVector>vector(
            "at", new ArrowType.Timestamp(TimeUnit.SECOND, null), v -> v.set(0, 5)));
    vectors.add(
        this.<TimeStampVector>vector(
            "zoned",
            new ArrowType.Timestamp(TimeUnit.NANOSECOND, "Asia/Shanghai"),
            v -> v.set(0, -1)));
    vectors.add(
        this.<IntervalYearVector>vector(
            "months", new ArrowType.Interval(IntervalUnit.YEAR_MONTH), v -> v.set(0, 14)));
    vectors.add(
        this.<IntervalDayVector>vector(
            "days", new ArrowType.Interval(IntervalUnit.DAY_TIME), v -> v.set(0, 2, 3)));
    vectors.add(
        this.<DecimalVector>vector(
            "decimal", new ArrowType.Decimal(5, 2, 128), v -> v.set(0, new BigDecimal("-1.25"))));
    vectors.add(this.<BitVector>vector("petal-length", new ArrowType.Bool(), v -> v.set(0, 1)));
    vectors.add(new NullVector("none", 2));
    vectors.add(fixedList());
    vectors.add(struct());
    return ArrowBatch.of(new VectorSchemaRoot(vectors));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private FixedSizeListVector fixedList() {
    FixedSizeListVector list =
        (FixedSizeListVector)
            vectorOf(
                new Field(
                    "pair",
                    FieldType.nullable(new ArrowType.FixedSizeList(2)),
                    List.of(Field.nullable("item", new ArrowType.Int(32, true)))));
    IntVector items = (IntVector) list.getDataVector();
    items.setSafe(0, 1);
    items.setNull(1);
    items.setValueCount(4);
    list.setNotNull(0);
    list.setValueCount(2);
    return list;
  }

  private StructVector struct() {
    StructVector struct =
        (StructVector)
            vectorOf(
                new Field(
                    "in",
                    FieldType.nullable(new ArrowType.Struct()),
                    List.of(Field.notNullable("a", new ArrowType.Int(32, true)))));
    ((IntVector) struct.getChild("a")).setSafe(0, 4);
    struct.setIndexDefined(0);
    struct.setValueCount(2);
    return struct;
  }

  private FieldVector vectorOf(Field field) {
    FieldVector vector = field.createVector(allocator.arrow());
    vector.allocateNew();
    return vector;
  }

  @Test
  void arrowToAvro() {
    try (ArrowBatch batch = foreign()) {
      Schema avro = AvroSchemas.toAvro(batch.schema());
      List<GenericRecord> records = AvroEncoder.of(avro).records(batch);
      Map<Object, Object> first = plain(avro, records.get(0));
      assertThat(first)
          .containsEntry("short", -7L)
          .containsEntry("u8", 200L)
          .containsEntry("u32", 0xffff_ffffL)
          .containsEntry("u64", 9L)
          .containsEntry("half", 1.5f)
          .containsEntry("large", "large text")
          .containsEntry("view", "seen from afar, a view")
          .containsEntry("date", -1L)
          .containsEntry("time", 61_000L)
          .containsEntry("at", 5_000L)
          .containsEntry("zoned", -1L)
          .containsEntry("months", List.of(14L, 0L, 0L))
          .containsEntry("days", List.of(0L, 2L, 3L))
          .containsEntry("decimal", new BigDecimal("-1.25"))
          .containsEntry("petal_length", true)
          .containsEntry("none", null)
          .containsEntry("in", Map.of("a", 4L));
      assertThat(first).containsEntry("pair", Arrays.asList(1L, null));
      assertThat(plain(avro, records.get(1)).values()).containsOnlyNulls();
      assertThat(logical(avro, "zoned")).isEqualTo("timestamp-nanos");
      assertThat(logical(avro, "at")).isEqualTo("local-timestamp-millis");
      assertThat(logical(avro, "date")).isEqualTo("date");
      assertThat(logical(avro, "months")).isEqualTo("duration");
    }
  }

  private static String logical(Schema record, String field) {
    return record.getField(field).schema().getTypes().get(1).getProp("logicalType");
  }

  @SuppressWarnings("unchecked")
  private static Map<Object, Object> plain(Schema schema, GenericRecord record) {
    return (Map<Object, Object>) AvroValues.of(schema, record);
  }

  @Test
  void aNarrowerSchemaIsHeldAgainstEveryValue() {
    try (ArrowBatch batch =
        ArrowBatch.of(
            new VectorSchemaRoot(
                List.of(
                    this.<UInt8Vector>vector(
                        "a",
                        new ArrowType.Int(64, false),
                        v -> {
                          v.set(0, -1);
                          v.set(1, 1);
                        }))))) {
      Schema derived = AvroSchemas.toAvro(batch.schema());
      assertThatThrownBy(() -> AvroEncoder.of(derived).values(batch))
          .isInstanceOf(ValueOutOfRange.class)
          .hasMessageContaining("18446744073709551615");
      Schema text = schema("{'type':'record','name':'R','fields':[{'name':'a','type':'string'}]}");
      assertThatThrownBy(() -> AvroEncoder.of(text).values(batch))
          .isInstanceOf(UnsupportedAvroSchema.class)
          .hasMessageContaining("'a'")
          .hasMessageContaining("can't be written");
      Schema other = schema("{'type':'record','name':'R','fields':[{'name':'b','type':'long'}]}");
      assertThatThrownBy(() -> AvroEncoder.of(other).values(batch))
          .isInstanceOf(UnsupportedAvroSchema.class)
          .hasMessageContaining("'b'");
    }
    try (ArrowBatch batch =
        ArrowBatch.of(
            new VectorSchemaRoot(
                List.of(
                    this.<IntVector>vector("a", new ArrowType.Int(32, true), v -> v.set(0, 1)))))) {
      Schema strict = schema("{'type':'record','name':'R','fields':[{'name':'a','type':'int'}]}");
      assertThatThrownBy(() -> AvroEncoder.of(strict).values(batch))
          .isInstanceOf(NullNotAllowed.class);
    }
  }

  @Test
  void columnsWithoutAnAvroTypeAreNamed() {
    for (ArrowType type :
        List.of(
            new ArrowType.Duration(TimeUnit.SECOND),
            new ArrowType.Time(TimeUnit.NANOSECOND, 64),
            new ArrowType.Decimal(5, -2, 128))) {
      assertThatThrownBy(() -> AvroSchemas.toAvro(arrow(Field.nullable("it", type))))
          .isInstanceOf(UnsupportedAvroSchema.class)
          .hasMessageContaining("'it'");
    }
    assertThatThrownBy(
            () ->
                AvroSchemas.toAvro(
                    arrow(
                        Field.nullable("a-b", new ArrowType.Bool()),
                        Field.nullable("a b", new ArrowType.Bool()))))
        .isInstanceOf(UnsupportedAvroSchema.class)
        .hasMessageContaining("'a-b' and 'a b' would both be named 'a_b'");
  }

  private static org.apache.arrow.vector.types.pojo.Schema arrow(Field... fields) {
    return new org.apache.arrow.vector.types.pojo.Schema(List.of(fields));
  }
}
