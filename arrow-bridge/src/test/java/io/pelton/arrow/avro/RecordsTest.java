package io.pelton.arrow.avro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.arrow.AllocatorTestBase;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.InvalidAvro;
import io.pelton.arrow.ValueMismatch;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.vector.VarCharVector;
import org.apache.avro.Conversion;
import org.apache.avro.Conversions;
import org.apache.avro.Schema;
import org.apache.avro.data.TimeConversions;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.avro.util.Utf8;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Generic and specific records, and what stands before single values. */
class RecordsTest extends AllocatorTestBase {
  private static final String JSON =
      """
      {"type":"record","name":"Sale","namespace":"io.pelton.arrow.avro.RecordsTest$","fields":[
        {"name":"id","type":["null","string"]},
        {"name":"when","type":{"type":"long","logicalType":"timestamp-millis"}},
        {"name":"price","type":{"type":"bytes","logicalType":"decimal","precision":9,"scale":2}}]}\
      """;
  private static final Schema SCHEMA = AvroSchemas.parse(JSON);

  /** As Avro generates them. */
  public static final class Sale extends SpecificRecordBase {
    private static final long serialVersionUID = 1L;

    public static final Schema SCHEMA$ = SCHEMA;
    public static final SpecificData MODEL$ = new SpecificData();

    static {
      MODEL$.addLogicalTypeConversion(new TimeConversions.TimestampMillisConversion());
      MODEL$.addLogicalTypeConversion(new Conversions.DecimalConversion());
    }

    private CharSequence id;
    private Instant when;
    private BigDecimal price;

    @Override
    public SpecificData getSpecificData() {
      return MODEL$;
    }

    @Override
    public Conversion<?> getConversion(int field) {
      return switch (field) {
        case 1 -> new TimeConversions.TimestampMillisConversion();
        case 2 -> new Conversions.DecimalConversion();
        default -> null;
      };
    }

    @Override
    public Schema getSchema() {
      return SCHEMA$;
    }

    @Override
    public Object get(int field) {
      return switch (field) {
        case 0 -> id;
        case 1 -> when;
        default -> price;
      };
    }

    @Override
    public void put(int field, Object value) {
      switch (field) {
        case 0 -> id = (CharSequence) value;
        case 1 -> when = (Instant) value;
        default -> price = (BigDecimal) value;
      }
    }

    static Sale of(String id, long millis, String price) {
      Sale sale = new Sale();
      sale.id = id;
      sale.when = Instant.ofEpochMilli(millis);
      sale.price = new BigDecimal(price);
      return sale;
    }
  }

  @TempDir Path folder;

  @Test
  void specificRecordsGoAndComeBack() {
    List<Sale> sales =
        List.of(Sale.of("a", 0, "1.50"), Sale.of(null, -1, "-0.01"), Sale.of("é", 7, "0.00"));
    try (AvroDecoder decoder = AvroDecoder.create(SCHEMA, AvroOptions.defaults(), allocator)) {
      sales.forEach(decoder::add);
      try (ArrowBatch batch = decoder.finish()) {
        assertThat(AvroValues.rows(batch))
            .extracting(row -> row.get("when"))
            .containsExactly(0L, -1L, 7L);
        assertThat(AvroValues.rows(batch))
            .extracting(row -> row.get("price"))
            .containsExactly(
                new BigDecimal("1.50"), new BigDecimal("-0.01"), new BigDecimal("0.00"));
        assertThat(AvroEncoder.of(SCHEMA).records(batch, Sale.class))
            .usingElementComparator((a, b) -> a.compareTo(b))
            .isEqualTo(sales);
      }
    }
  }

  @Test
  void genericRecordsMayHoldConvertedValues() {
    GenericRecord raw = new GenericData.Record(SCHEMA);
    raw.put("id", new Utf8("x"));
    raw.put("when", 5L);
    raw.put("price", ByteBuffer.wrap(new byte[] {100}));
    GenericRecord converted = new GenericData.Record(SCHEMA);
    converted.put("id", "x");
    converted.put("when", Instant.ofEpochMilli(5));
    converted.put("price", new BigDecimal("1.00"));
    try (AvroDecoder decoder = AvroDecoder.create(SCHEMA, AvroOptions.defaults(), allocator)) {
      decoder.add(raw);
      decoder.add(converted);
      try (ArrowBatch batch = decoder.finish()) {
        List<GenericRecord> records = AvroEncoder.of(SCHEMA).records(batch);
        assertThat(records.get(0)).isEqualTo(raw).isEqualTo(records.get(1));
      }
    }
  }

  /** Field case E5, at the bridge. */
  @Test
  void stringsThatChangeAfterwardsAreThoseOfTheirRecord() {
    GenericRecord reused = new GenericData.Record(SCHEMA);
    reused.put("when", 1L);
    reused.put("price", ByteBuffer.wrap(new byte[] {1}));
    Utf8 text = new Utf8();
    List<String> ids = Arrays.asList("ab", "ab", "bc", "bc", null, "bc");
    try (AvroDecoder decoder = AvroDecoder.create(SCHEMA, AvroOptions.defaults(), allocator)) {
      for (String id : ids) {
        reused.put("id", id == null ? null : text.set(id));
        decoder.add(reused);
      }
      try (ArrowBatch batch = decoder.finish()) {
        VarCharVector column = (VarCharVector) batch.vector("id");
        List<String> found = new ArrayList<>();
        for (int row = 0; row < batch.rows(); row++) {
          found.add(column.isNull(row) ? null : column.getObject(row).toString());
        }
        assertThat(found).isEqualTo(ids);
      }
    }
  }

  @Test
  void aRecordThatContradictsItsSchemaLeavesNothing() {
    try (AvroDecoder decoder = AvroDecoder.create(SCHEMA, AvroOptions.defaults(), allocator)) {
      GenericRecord broken = new GenericData.Record(SCHEMA);
      broken.put("id", "x");
      broken.put("when", 5L);
      assertThatThrownBy(() -> decoder.add(broken)).isInstanceOf(ValueMismatch.class);
      broken.put("price", "text");
      assertThatThrownBy(() -> decoder.add(broken)).isInstanceOf(ValueMismatch.class);
      decoder.add(Sale.of("a", 0, "1.50"));
      try (ArrowBatch batch = decoder.finish()) {
        assertThat(batch.rows()).isEqualTo(1);
      }
    }
  }

  @Test
  void singleObjectsAreHeldAgainstTheirFingerprint() throws IOException {
    Sale sale = Sale.of("a", 3, "1.50");
    byte[] value = new BinaryMessageEncoder<Sale>(Sale.MODEL$, SCHEMA).encode(sale).array();
    AvroOptions options = AvroOptions.defaults().withFraming(AvroFraming.singleObject());
    try (AvroDecoder decoder = AvroDecoder.create(SCHEMA, options, allocator)) {
      decoder.add(value);
      byte[] other = value.clone();
      other[5] ^= 1;
      assertThatThrownBy(() -> decoder.add(other))
          .isInstanceOf(InvalidAvro.class)
          .hasMessageContaining("fingerprint");
      assertThatThrownBy(() -> decoder.add(Arrays.copyOfRange(value, 10, value.length)))
          .isInstanceOf(InvalidAvro.class);
      assertThatThrownBy(() -> decoder.add(new byte[20]))
          .isInstanceOf(InvalidAvro.class)
          .hasMessageContaining("C3 01");
      try (ArrowBatch batch = decoder.finish()) {
        assertThat(AvroEncoder.of(SCHEMA, AvroFraming.singleObject()).values(batch))
            .containsExactly(value);
      }
    }
  }

  @Test
  void aPrefixIsPassedOver() {
    AvroOptions options = AvroOptions.defaults().withFraming(AvroFraming.prefix(5));
    try (AvroDecoder decoder =
        AvroDecoder.create(Schema.create(Schema.Type.INT), options, allocator)) {
      decoder.add(new byte[] {0, 0, 0, 0, 9, 14});
      assertThatThrownBy(() -> decoder.add(new byte[] {0, 0, 0}))
          .isInstanceOf(InvalidAvro.class)
          .hasMessageContaining("5 bytes are wanted");
      try (ArrowBatch batch = decoder.finish()) {
        assertThat(AvroValues.rows(batch).get(0)).containsEntry("value", 7L);
      }
    }
  }

  @Test
  void aSchemaIsReadFromAFile() throws IOException {
    Path file = Files.writeString(folder.resolve("sale.avsc"), JSON);
    assertThat(AvroSchemas.read(file)).isEqualTo(SCHEMA);
    Path broken = Files.writeString(folder.resolve("broken.avsc"), "{\"type\":\"recurd\"}");
    assertThatThrownBy(() -> AvroSchemas.read(broken))
        .isInstanceOf(InvalidAvro.class)
        .hasMessageContaining("broken.avsc");
  }
}
