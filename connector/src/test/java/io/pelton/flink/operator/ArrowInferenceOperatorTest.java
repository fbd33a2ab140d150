package io.pelton.flink.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.NullPolicy;
import io.pelton.arrow.OutputBinding;
import io.pelton.arrow.UnknownColumn;
import io.pelton.flink.ArrowInference;
import io.pelton.flink.BatchPolicy;
import io.pelton.flink.Batches;
import io.pelton.flink.ErrorPolicy;
import io.pelton.flink.FailedRecord;
import io.pelton.flink.Inference;
import io.pelton.flink.TestModels;
import io.pelton.flink.error.BadRecord;
import io.pelton.flink.error.InvalidSetting;
import io.pelton.flink.error.RowsMixed;
import io.pelton.flink.type.ArrowBatchTypeInfo;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.types.Row;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArrowInferenceOperatorTest {
  private static final OutputTag<FailedRecord<ArrowBatch>> BAD =
      FailedRecord.tag("bad", ArrowBatchTypeInfo.INSTANCE);

  @TempDir Path folder;
  private ArrowAllocator allocator;

  @BeforeEach
  void open() {
    allocator = ArrowAllocator.open("test");
  }

  @AfterEach
  void close() {
    allocator.close();
  }

  @Test
  void outputsComeOutBesideTheColumns() throws Exception {
    try (OneInputStreamOperatorTestHarness<ArrowBatch, ArrowBatch> harness = harness(builder());
        ArrowBatch batch = amounts(1, 3)) {
      harness.processElement(batch, 5);
      assertThat(harness.extractOutputStreamRecords().get(0).getTimestamp()).isEqualTo(5);
      ArrowBatch scored = harness.extractOutputValues().get(0);
      assertThat(scored.schema().getFields())
          .extracting(Field::getName)
          .containsExactly("x", "amount", "sum", "pair_0", "pair_1", "label");
      assertThat(Batches.rows(scored))
          .containsExactly(
              Row.of(1f, "1", 2f, 1f, 2f, "2"),
              Row.of(2f, "2", 4f, 2f, 4f, "4"),
              Row.of(3f, "3", 6f, 3f, 6f, "6"));
    }
  }

  @Test
  void outputsAreChosenAndNamed() throws Exception {
    ArrowInference.Builder builder =
        builder().output("label", "text").output(OutputBinding.list("pair", "both"));
    try (OneInputStreamOperatorTestHarness<ArrowBatch, ArrowBatch> harness = harness(builder);
        ArrowBatch batch = amounts(1, 1)) {
      harness.processElement(batch, 0);
      assertThat(harness.extractOutputValues().get(0).schema().getFields())
          .extracting(Field::getName)
          .containsExactly("x", "amount", "text", "both");
    }
  }

  @Test
  void aLongBatchIsCut() throws Exception {
    ArrowInference.Builder builder =
        builder().batch(BatchPolicy.of(4, Duration.ofMillis(1))).output("sum");
    try (OneInputStreamOperatorTestHarness<ArrowBatch, ArrowBatch> harness = harness(builder);
        ArrowBatch batch = amounts(1, 10)) {
      harness.processElement(batch, 0);
      List<ArrowBatch> scored = harness.extractOutputValues();
      assertThat(scored).extracting(ArrowBatch::rows).containsExactly(4, 4, 2);
      assertThat(scored.stream().flatMap(each -> Batches.rows(each).stream()))
          .extracting(row -> row.getField(2))
          .containsExactlyElementsOf(
              IntStream.rangeClosed(1, 10).mapToObj(i -> (Object) (2f * i)).toList());
    }
  }

  @Test
  void anEmptyBatchGivesNothing() throws Exception {
    try (OneInputStreamOperatorTestHarness<ArrowBatch, ArrowBatch> harness = harness(builder());
        ArrowBatch batch = amounts(1, 0)) {
      harness.processElement(batch, 0);
      assertThat(harness.getOutput()).isEmpty();
    }
  }

  @Test
  void badRowsGoToTheSideOutput() throws Exception {
    ArrowInference.Builder builder = builder().errors(ErrorPolicy.sideOutput(BAD)).output("sum");
    try (OneInputStreamOperatorTestHarness<ArrowBatch, ArrowBatch> harness = harness(builder);
        ArrowBatch batch =
            Batches.amounts(
                allocator, new Float[] {1f, 2f, 3f, 4f}, new String[] {"1", "two", null, "4"})) {
      harness.processElement(batch, 7);
      assertThat(
              harness.extractOutputValues().stream().flatMap(each -> Batches.rows(each).stream()))
          .containsExactly(Row.of(1f, "1", 2f), Row.of(4f, "4", 8f));
      List<FailedRecord<ArrowBatch>> failed =
          harness.getSideOutput(BAD).stream().map(StreamRecord::getValue).toList();
      assertThat(failed).extracting(FailedRecord::field).containsExactly("amount", "amount");
      assertThat(failed.stream().flatMap(each -> Batches.rows(each.record()).stream()))
          .containsExactly(Row.of(2f, "two"), Row.of(3f, null));
    }
  }

  @Test
  void droppedRowsLeaveOneBatch() throws Exception {
    ArrowInference.Builder builder = builder().nulls(NullPolicy.drop()).output("sum");
    try (OneInputStreamOperatorTestHarness<ArrowBatch, ArrowBatch> harness = harness(builder);
        ArrowBatch batch =
            Batches.amounts(
                allocator, new Float[] {1f, null, 3f, 4f}, new String[] {"1", "2", null, "4"})) {
      harness.processElement(batch, 7);
      assertThat(harness.extractOutputValues()).hasSize(1);
      assertThat(Batches.rows(harness.extractOutputValues().get(0)))
          .containsExactly(Row.of(1f, "1", 2f), Row.of(4f, "4", 8f));
    }
  }

  @Test
  void theJobFailsWithTheRowsReason() throws Exception {
    try (OneInputStreamOperatorTestHarness<ArrowBatch, ArrowBatch> harness = harness(builder());
        ArrowBatch batch =
            Batches.amounts(allocator, new Float[] {1f, 2f}, new String[] {"1", "two"})) {
      assertThatThrownBy(() -> harness.processElement(batch, 0))
          .isInstanceOf(BadRecord.class)
          .hasMessageContaining("field 'amount'")
          .hasMessageContaining("two");
    }
  }

  @Test
  void aModelThatMixesRowsIsRefused() throws Exception {
    ArrowInference.Builder centered =
        Inference.arrow().model(TestModels.centered(folder).toString());
    try (OneInputStreamOperatorTestHarness<ArrowBatch, ArrowBatch> harness = harness(centered);
        ArrowBatch batch = amounts(1, 3)) {
      assertThatThrownBy(() -> harness.processElement(batch, 0)).isInstanceOf(RowsMixed.class);
      assertThat(harness.getOutput()).isEmpty();
    }
    try (OneInputStreamOperatorTestHarness<ArrowBatch, ArrowBatch> harness =
            harness(centered.allowRowMixing().output("y"));
        ArrowBatch batch = amounts(1, 3)) {
      harness.processElement(batch, 0);
      assertThat(Batches.rows(harness.extractOutputValues().get(0)))
          .containsExactly(Row.of(1f, "1", -1f), Row.of(2f, "2", 0f), Row.of(3f, "3", 1f));
    }
  }

  @Test
  void schemasAreCheckedWhenTheJobIsBuilt() {
    Schema other = new Schema(List.of(Batches.AMOUNTS.getFields().get(0)));
    assertThatThrownBy(() -> builder().schema(other).build())
        .isInstanceOf(UnknownColumn.class)
        .hasMessageContaining("'amount'");
    Schema taken =
        new Schema(
            List.of(
                Batches.AMOUNTS.getFields().get(0),
                Batches.AMOUNTS.getFields().get(1),
                Field.nullable("sum", new ArrowType.Utf8())));
    assertThatThrownBy(() -> builder().schema(taken).build())
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("'sum'");
    builder().schema(Batches.AMOUNTS).build();
  }

  private ArrowBatch amounts(int from, int end) {
    List<Integer> numbers = IntStream.rangeClosed(from, end).boxed().toList();
    return Batches.amounts(
        allocator,
        numbers.stream().map(Integer::floatValue).toArray(Float[]::new),
        numbers.stream().map(String::valueOf).toArray(String[]::new));
  }

  private ArrowInference.Builder builder() {
    return Inference.arrow().model(TestModels.amounts(folder).toString());
  }

  @SuppressWarnings("unchecked")
  private static OneInputStreamOperatorTestHarness<ArrowBatch, ArrowBatch> harness(
      ArrowInference.Builder builder) throws Exception {
    StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
    OneInputTransformation<ArrowBatch, ArrowBatch> transformation =
        (OneInputTransformation<ArrowBatch, ArrowBatch>)
            builder
                .build()
                .apply(
                    environment
                        .fromSequence(0, 0)
                        .map(number -> (ArrowBatch) null)
                        .returns(ArrowBatchTypeInfo.INSTANCE))
                .getTransformation();
    TypeSerializer<ArrowBatch> serializer =
        ArrowBatchTypeInfo.INSTANCE.createSerializer(new SerializerConfigImpl());
    OneInputStreamOperatorTestHarness<ArrowBatch, ArrowBatch> harness =
        new OneInputStreamOperatorTestHarness<>(
            (OneInputStreamOperatorFactory<ArrowBatch, ArrowBatch>)
                transformation.getOperatorFactory(),
            serializer);
    harness.setup(serializer);
    harness.open();
    return harness;
  }
}
