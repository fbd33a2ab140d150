package io.pelton.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.NullPolicy;
import io.pelton.arrow.UnknownColumn;
import io.pelton.arrow.UnsupportedAvroSchema;
import io.pelton.arrow.avro.AvroSchemas;
import io.pelton.engine.error.PeltonException;
import io.pelton.flink.source.ArrowSource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.vector.Float4Vector;
import org.apache.avro.Schema;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.formats.avro.AvroInputFormat;
import org.apache.flink.formats.avro.typeutils.GenericRecordAvroTypeInfo;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.CloseableIterator;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs on Avro data in an embedded cluster. */
class AvroInferenceITCase {
  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(2)
              .build());

  private static final Schema SCHEMA =
      AvroSchemas.parse(
          """
          {"type":"record","name":"Amount","fields":[
            {"name":"x","type":"float"},{"name":"amount","type":["string","null"]}]}\
          """);
  private static final TypeInformation<byte[]> BYTES =
      PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO;

  @TempDir Path folder;

  private <T> AvroInference.Builder<T> scoring(AvroInference.Builder<T> builder) {
    return builder
        .model(TestModels.amounts(folder).toString())
        .batch(BatchPolicy.of(4, Duration.ofMillis(5)))
        .nulls("amount", NullPolicy.defaultValue("0"));
  }

  private static GenericRecord amount(float x, String amount) {
    GenericRecord record = new GenericData.Record(SCHEMA);
    record.put("x", x);
    record.put("amount", amount);
    return record;
  }

  /** Field case E5: the source reads every record into the one before. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aSourceThatUsesItsRecordsAgain(boolean objectReuse) throws Exception {
    List<String> amounts = Arrays.asList("12", "12", "23", "23", null, "23");
    Path file = folder.resolve("amounts.avro");
    try (DataFileWriter<GenericRecord> writer =
        new DataFileWriter<>(new GenericDatumWriter<GenericRecord>(SCHEMA))) {
      writer.create(SCHEMA, file.toFile());
      for (String amount : amounts) {
        writer.append(amount(0.5f, amount));
      }
    }
    StreamExecutionEnvironment environment = environment();
    if (objectReuse) {
      environment.getConfig().enableObjectReuse();
    }
    AvroInputFormat<GenericRecord> format =
        new AvroInputFormat<>(new org.apache.flink.core.fs.Path(file.toUri()), GenericRecord.class);
    format.setReuseAvroValue(true);
    DataStream<GenericRecord> records =
        environment.createInput(format, new GenericRecordAvroTypeInfo(SCHEMA));
    List<String> found = new ArrayList<>();
    for (Prediction<GenericRecord> prediction :
        collect(scoring(Inference.<GenericRecord>avro(SCHEMA)).build().apply(records))) {
      found.add(prediction.input().get("amount") + " " + prediction.number("sum"));
    }
    assertThat(found)
        .containsExactly("12 12.5", "12 12.5", "23 23.5", "23 23.5", "null 0.5", "23 23.5");
  }

  @Test
  void bytesFromATopicFeedTheModelAndBadOnesGoAside() throws Exception {
    OutputTag<FailedRecord<byte[]>> bad = FailedRecord.tag("bad", BYTES);
    List<byte[]> values = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      byte[] value = bytes(amount(i, "1"));
      values.add(i % 10 == 7 ? Arrays.copyOf(value, value.length - 1) : value);
    }
    StreamExecutionEnvironment environment = environment();
    SingleOutputStreamOperator<Prediction<byte[]>> scored =
        scoring(Inference.avroBytes(SCHEMA))
            .errors(ErrorPolicy.sideOutput(bad))
            .build()
            .apply(environment.fromData(values, BYTES));
    DataStream<String> good =
        scored.map(prediction -> prediction.input().length + " " + prediction.number("sum"));
    List<String> found =
        collect(good.union(scored.getSideOutput(bad).map(failed -> "bad " + failed.reason())));
    assertThat(found).filteredOn(text -> !text.startsWith("bad")).hasSize(45).contains("7 9.0");
    assertThat(found)
        .filteredOn(text -> text.startsWith("bad"))
        .hasSize(5)
        .allSatisfy(text -> assertThat(text).contains("cut short"));
  }

  @Test
  void filesAreASourceOfBatches() throws Exception {
    Path file = folder.resolve("many.avro");
    try (DataFileWriter<GenericRecord> writer =
        new DataFileWriter<>(new GenericDatumWriter<GenericRecord>(SCHEMA))) {
      writer.setSyncInterval(2000);
      writer.create(SCHEMA, file.toFile());
      for (int i = 0; i < 30_000; i++) {
        writer.append(amount(i, "0.5"));
      }
    }
    ArrowSource source = ArrowSource.of(file.toUri().toString());
    StreamExecutionEnvironment environment = environment();
    environment.setParallelism(2);
    DataStream<Long> sums =
        Inference.arrow()
            .model(TestModels.amounts(folder).toString())
            .schema(source.schema())
            .output("sum")
            .build()
            .apply(environment.fromSource(source, WatermarkStrategy.noWatermarks(), "amounts"))
            .map(AvroInferenceITCase::twice);
    assertThat(collect(sums).stream().mapToLong(sum -> sum).sum())
        .isEqualTo(30_000L * 29_999 + 30_000);
  }

  /** Twice the sum: these are halves. */
  private static long twice(ArrowBatch batch) {
    Float4Vector sums = (Float4Vector) batch.vector("sum");
    double sum = 0;
    for (int row = 0; row < batch.rows(); row++) {
      sum += 2 * sums.get(row);
    }
    return (long) sum;
  }

  @Test
  void whatCanNotBeReadIsRefusedWhenTheJobIsBuilt() {
    Schema other =
        AvroSchemas.parse(
            """
            {"type":"record","name":"Amount","fields":[
              {"name":"y","type":"float"},
              {"name":"amount","type":{"type":"record","name":"Money","fields":[
                {"name":"cents","type":"long"}]}}]}\
            """);
    assertThatThrownBy(() -> scoring(Inference.avroBytes(other)).build())
        .isInstanceOf(UnknownColumn.class)
        .hasMessageContaining("no column 'x', which model input 'x' needs")
        .hasMessageContaining("[y, amount]");
    assertThatThrownBy(() -> scoring(Inference.avroBytes(other)).input("x", "amount.euros").build())
        .isInstanceOf(UnknownColumn.class)
        .hasMessageContaining("amount.cents");
    assertThatThrownBy(() -> scoring(Inference.avroBytes(other)).input("x", "y").build())
        .isInstanceOf(PeltonException.class)
        .hasMessageContaining("amount");
    assertThatThrownBy(() -> scoring(Inference.avroBytes(other)).reader(SCHEMA).build())
        .isInstanceOf(UnsupportedAvroSchema.class)
        .hasMessageContaining("has no fields [x]");
  }

  private static byte[] bytes(GenericRecord record) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(out, null);
    new GenericDatumWriter<GenericRecord>(SCHEMA).write(record, encoder);
    return out.toByteArray();
  }

  private static StreamExecutionEnvironment environment() {
    StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
    environment.setParallelism(1);
    return environment;
  }

  private static <T> List<T> collect(DataStream<T> stream) throws Exception {
    List<T> elements = new ArrayList<>();
    try (CloseableIterator<T> iterator = stream.executeAndCollect()) {
      iterator.forEachRemaining(elements::add);
    }
    return elements;
  }
}
