package io.pelton.flink.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.arrow.NullPolicy;
import io.pelton.arrow.avro.AvroFraming;
import io.pelton.arrow.avro.AvroSchemas;
import io.pelton.flink.AvroInference;
import io.pelton.flink.BatchPolicy;
import io.pelton.flink.ErrorPolicy;
import io.pelton.flink.FailedRecord;
import io.pelton.flink.Inference;
import io.pelton.flink.Prediction;
import io.pelton.flink.TestModels;
import io.pelton.flink.error.BadRecord;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.avro.util.Utf8;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.formats.avro.typeutils.AvroTypeInfo;
import org.apache.flink.formats.avro.typeutils.GenericRecordAvroTypeInfo;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Avro records, and bytes, beside what a model says of them. */
class AvroInferenceOperatorTest {
  private static final TypeInformation<byte[]> BYTES =
      PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO;
  private static final OutputTag<FailedRecord<byte[]>> BAD = FailedRecord.tag("bad", BYTES);
  private static final Schema ORDER =
      AvroSchemas.parse(
          """
          {"type":"record","name":"Order","fields":[
            {"name":"note","type":"string"},
            {"name":"customer","type":["null",{"type":"record","name":"Customer","fields":[
              {"name":"tags","type":{"type":"array","items":"string"}},
              {"name":"age","type":["null","float"]}]}]},
            {"name":"amount","type":["string","null"]}]}\
          """);

  @TempDir Path folder;

  private static GenericRecord order(Float age, String amount) {
    GenericRecord customer =
        new GenericData.Record(ORDER.getField("customer").schema().getTypes().get(1));
    customer.put("tags", List.of("a", "b"));
    customer.put("age", age);
    GenericRecord order = new GenericData.Record(ORDER);
    order.put("note", "n");
    order.put("customer", customer);
    order.put("amount", amount);
    return order;
  }

  private static byte[] bytes(GenericRecord record) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(out, null);
    new GenericDatumWriter<GenericRecord>(record.getSchema()).write(record, encoder);
    return out.toByteArray();
  }

  private <T> AvroInference.Builder<T> scoring(AvroInference.Builder<T> builder, int rows) {
    return builder
        .model(TestModels.amounts(folder).toString())
        .input("x", "customer.age")
        .input("amount", "amount")
        .batch(BatchPolicy.of(rows, Duration.ofMillis(10)));
  }

  private static <T> List<Float> sums(AvroHarness<T> harness) {
    List<Float> sums = new ArrayList<>();
    for (Prediction<T> prediction : harness.extractOutputValues()) {
      sums.add((float) prediction.number("sum"));
    }
    return sums;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void recordsComeOutBesideTheirPredictions(boolean reusing) throws Exception {
    GenericRecordAvroTypeInfo type = new GenericRecordAvroTypeInfo(ORDER);
    AvroInference<GenericRecord> inference =
        scoring(Inference.<GenericRecord>avro(ORDER), 64).build();
    try (AvroHarness<GenericRecord> harness =
        AvroHarness.open(inference, type, order(1f, "1"), reusing)) {
      for (int i = 0; i < 100; i++) {
        harness.processElement(order((float) i, "0.5"), i);
      }
      harness.endInput();
      List<Prediction<GenericRecord>> predictions = harness.extractOutputValues();
      assertThat(predictions).hasSize(100);
      for (int i = 0; i < 100; i++) {
        assertThat(predictions.get(i).number("sum")).isEqualTo(i + 0.5);
        assertThat(predictions.get(i).input()).isEqualTo(order((float) i, "0.5"));
      }
    }
  }

  /** Field case E5. */
  @Test
  void stringsThatChangeAfterwardsAreThoseOfTheirRecord() throws Exception {
    GenericRecordAvroTypeInfo type = new GenericRecordAvroTypeInfo(ORDER);
    AvroInference<GenericRecord> inference =
        scoring(Inference.<GenericRecord>avro(ORDER), 6)
            .nulls("amount", NullPolicy.defaultValue("0"))
            .build();
    try (AvroHarness<GenericRecord> harness =
        AvroHarness.open(inference, type, order(1f, "1"), true)) {
      GenericRecord reused = order(0f, "");
      Utf8 text = new Utf8();
      for (String amount : Arrays.asList("12", "12", "23", "23", null, "23")) {
        reused.put("amount", amount == null ? null : text.set(amount));
        harness.processElement(reused, 0);
      }
      assertThat(sums(harness)).containsExactly(12f, 12f, 23f, 23f, 0f, 23f);
      assertThat(harness.extractOutputValues())
          .extracting(prediction -> String.valueOf(prediction.input().get("amount")))
          .containsExactly("12", "12", "23", "23", "null", "23");
    }
  }

  @Test
  void bytesAreScoredAsTheyAre() throws Exception {
    AvroInference<byte[]> inference = scoring(Inference.avroBytes(ORDER), 7).build();
    try (AvroHarness<byte[]> harness = AvroHarness.open(inference, BYTES, new byte[0], false)) {
      for (int i = 0; i < 20; i++) {
        harness.processElement(bytes(order((float) i, "1")), i);
      }
      harness.endInput();
      assertThat(sums(harness)).hasSize(20).startsWith(1f, 2f, 3f).endsWith(20f);
      assertThat(harness.extractOutputValues().get(3).input()).isEqualTo(bytes(order(3f, "1")));
    }
  }

  @Test
  void aBadValueDoesNotTakeItsBatchAlong() throws Exception {
    AvroInference<byte[]> inference =
        scoring(Inference.avroBytes(ORDER), 50).errors(ErrorPolicy.sideOutput(BAD)).build();
    try (AvroHarness<byte[]> harness = AvroHarness.open(inference, BYTES, new byte[0], false)) {
      List<byte[]> bad = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        byte[] value = bytes(order((float) i, "1"));
        if (i % 10 == 3) {
          value = Arrays.copyOf(value, i % 20 == 3 ? value.length - 1 : value.length + 1);
          bad.add(value);
        }
        harness.processElement(value, i);
      }
      harness.processElement(bytes(order(1f, "no number")), 100);
      harness.endInput();
      assertThat(sums(harness)).hasSize(90);
      assertThat(harness.failed(BAD)).hasSize(11);
      for (int i = 0; i < 10; i++) {
        assertThat(harness.failed(BAD).get(i).record()).isEqualTo(bad.get(i));
      }
      assertThat(harness.failed(BAD).get(0).reason()).contains("At byte").contains("cut short");
      assertThat(harness.failed(BAD).get(1).reason()).contains("1 bytes are left");
      assertThat(harness.failed(BAD).get(10).field()).isEqualTo("amount");
    }
  }

  @Test
  void byDefaultABadValueFailsTheJob() throws Exception {
    AvroInference<byte[]> inference = scoring(Inference.avroBytes(ORDER), 50).build();
    try (AvroHarness<byte[]> harness = AvroHarness.open(inference, BYTES, new byte[0], false)) {
      assertThatThrownBy(() -> harness.processElement(new byte[] {9}, 0))
          .isInstanceOf(BadRecord.class)
          .hasMessageContaining("At byte 1: a length of -5");
    }
  }

  @Test
  void aRecordThatContradictsItsSchemaIsSkipped() throws Exception {
    AvroInference<GenericRecord> inference =
        scoring(Inference.<GenericRecord>avro(ORDER), 5).errors(ErrorPolicy.skip()).build();
    try (AvroHarness<GenericRecord> harness =
        AvroHarness.open(inference, new GenericRecordAvroTypeInfo(ORDER), order(1f, "1"), false)) {
      GenericRecord broken = order(1f, "1");
      broken.put("note", null);
      harness.processElement(order(1f, "1"), 0);
      harness.processElement(broken, 1);
      harness.processElement(order(2f, "1"), 2);
      harness.endInput();
      assertThat(sums(harness)).containsExactly(2f, 3f);
    }
  }

  /** Field case F6, a union with null: NaN for floats, a rule for everything else. */
  @Test
  void aNullIsNeverAZero() throws Exception {
    Schema schema =
        AvroSchemas.parse(
            """
            {"type":"record","name":"R","fields":[
              {"name":"x","type":["null","double"]},{"name":"place","type":["string","null"]},
              {"name":"count","type":["null","int"]}]}\
            """);
    GenericRecord row = new GenericData.Record(schema);
    AvroInference.Builder<byte[]> tabular =
        Inference.avroBytes(schema).model(TestModels.tabular(folder, true).toString());
    row.put("place", "a");
    assertThat(score(tabular.build(), row).get(0).number("leaf")).isEqualTo(10);
    row.put("x", 0.9);
    assertThat(score(tabular.build(), row).get(0).number("leaf")).isEqualTo(20);
    row.put("place", null);
    assertThatThrownBy(() -> score(tabular.build(), row))
        .isInstanceOf(BadRecord.class)
        .hasMessageContaining("null");
    assertThat(
            score(tabular.nulls("place", NullPolicy.defaultValue("b")).build(), row)
                .get(0)
                .floats("city"))
        .containsExactly(0, 1);

    AvroInference.Builder<byte[]> counts =
        Inference.avroBytes(schema).model(TestModels.counts(folder).toString());
    assertThatThrownBy(() -> score(counts.build(), row))
        .isInstanceOf(BadRecord.class)
        .hasMessageContaining("null");
    assertThat(
            score(counts.nulls("count", NullPolicy.defaultValue(7)).build(), row)
                .get(0)
                .integer("total"))
        .isEqualTo(14);
  }

  private static List<Prediction<byte[]>> score(AvroInference<byte[]> inference, GenericRecord row)
      throws Exception {
    try (AvroHarness<byte[]> harness = AvroHarness.open(inference, BYTES, new byte[0], false)) {
      harness.processElement(bytes(row), 0);
      harness.endInput();
      return harness.extractOutputValues();
    }
  }

  @Test
  void arraysAreModelInputsOfSeveralColumns() throws Exception {
    Schema schema =
        AvroSchemas.parse(
            """
            {"type":"record","name":"R","fields":[
              {"name":"id","type":"string"},
              {"name":"features","type":{"type":"array","items":"float"}}]}\
            """);
    GenericRecord row = new GenericData.Record(schema);
    row.put("id", "a");
    row.put("features", List.of(1f, 2f, 3f));
    AvroInference<byte[]> inference =
        Inference.avroBytes(schema).model(TestModels.features(folder).toString()).build();
    assertThat(score(inference, row).get(0).floats("twice")).containsExactly(2, 4, 6);
  }

  /** As Avro generates them. */
  public static final class Payment extends SpecificRecordBase {
    private static final long serialVersionUID = 1L;

    public static final Schema SCHEMA$ =
        AvroSchemas.parse(
            """
            {"type":"record","name":"Payment",
              "namespace":"io.pelton.flink.operator.AvroInferenceOperatorTest$","fields":[
              {"name":"x","type":"float"},{"name":"amount","type":"string"}]}\
            """);

    public float x;
    public CharSequence amount;

    static Payment of(float x, String amount) {
      Payment payment = new Payment();
      payment.x = x;
      payment.amount = amount;
      return payment;
    }

    @Override
    public Schema getSchema() {
      return SCHEMA$;
    }

    @Override
    public Object get(int field) {
      return field == 0 ? (Object) x : amount;
    }

    @Override
    public void put(int field, Object value) {
      if (field == 0) {
        x = (Float) value;
      } else {
        amount = (CharSequence) value;
      }
    }
  }

  @Test
  void specificRecordsAreScoredToo() throws Exception {
    AvroInference<Payment> inference =
        Inference.avro(Payment.class).model(TestModels.amounts(folder).toString()).build();
    try (AvroHarness<Payment> harness =
        AvroHarness.open(inference, new AvroTypeInfo<>(Payment.class), Payment.of(0, "0"), true)) {
      harness.processElement(Payment.of(1, "2"), 0);
      harness.processElement(Payment.of(3, "4"), 0);
      harness.endInput();
      assertThat(sums(harness)).containsExactly(3f, 7f);
      assertThat(harness.extractOutputValues().get(1).input().amount.toString()).isEqualTo("4");
    }
  }

  @Test
  void dataIsReadByAnotherSchema() throws Exception {
    Schema reader =
        AvroSchemas.parse(
            """
            {"type":"record","name":"Order","fields":[
              {"name":"price","aliases":["amount"],"type":["null","string"]},
              {"name":"customer","type":["null",{"type":"record","name":"Customer","fields":[
                {"name":"age","type":["null","double"]}]}]},
              {"name":"surcharge","type":"float","default":2.5}]}\
            """);
    AvroInference<byte[]> inference =
        Inference.avroBytes(ORDER)
            .reader(reader)
            .framing(AvroFraming.singleObject())
            .model(TestModels.amounts(folder).toString())
            .input("x", "surcharge")
            .input("amount", "price")
            .build();
    try (AvroHarness<byte[]> harness = AvroHarness.open(inference, BYTES, new byte[0], false)) {
      byte[] value =
          new BinaryMessageEncoder<GenericRecord>(GenericData.get(), ORDER)
              .encode(order(1f, "4"))
              .array();
      harness.processElement(value, 0);
      harness.endInput();
      assertThat(sums(harness)).containsExactly(6.5f);
    }
  }
}
