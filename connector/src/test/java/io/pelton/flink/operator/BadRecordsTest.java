package io.pelton.flink.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.arrow.AllocationLimitExceeded;
import io.pelton.arrow.NullPolicy;
import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.error.KernelFailure;
import io.pelton.flink.BatchPolicy;
import io.pelton.flink.BrittleBackend;
import io.pelton.flink.ErrorPolicy;
import io.pelton.flink.FailedRecord;
import io.pelton.flink.Inference;
import io.pelton.flink.Prediction;
import io.pelton.flink.RowInference;
import io.pelton.flink.TestModels;
import io.pelton.flink.error.BadRecord;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.types.Row;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A bad record never takes its batch with it. */
class BadRecordsTest {
  private static final RowTypeInfo ROWS =
      (RowTypeInfo) Types.ROW_NAMED(new String[] {"x", "amount"}, Types.FLOAT, Types.STRING);
  private static final RowTypeInfo XS =
      (RowTypeInfo) Types.ROW_NAMED(new String[] {"x"}, Types.FLOAT);
  private static final OutputTag<FailedRecord<Row>> BAD = FailedRecord.tag("bad", ROWS);
  private static final int ROW_COUNT = 100;

  @TempDir Path folder;

  @Test
  void oneOfAHundredIsSkipped() throws Exception {
    try (RowHarness harness = score(ErrorPolicy.skip(), Set.of(42))) {
      assertThat(timestamps(harness)).isEqualTo(allBut(Set.of(42)));
    }
  }

  @Test
  void oneOfAHundredGoesToTheSideOutput() throws Exception {
    try (RowHarness harness = score(ErrorPolicy.sideOutput(BAD), Set.of(42))) {
      assertThat(timestamps(harness)).isEqualTo(allBut(Set.of(42)));
      FailedRecord<Row> failed = harness.failed(BAD).get(0);
      assertThat(harness.failed(BAD)).hasSize(1);
      assertThat(failed.record()).isEqualTo(Row.of(42f, "many"));
      assertThat(failed.field()).isEqualTo("amount");
      assertThat(failed.reason()).contains("parse amount").contains("many");
      assertThat(harness.getSideOutput(BAD).peek().getTimestamp()).isEqualTo(42);
    }
  }

  @Test
  void byDefaultTheJobFails() {
    assertThatThrownBy(() -> score(ErrorPolicy.fail(), Set.of(42)).close())
        .isInstanceOf(BadRecord.class)
        .hasMessageContaining("Model 'amounts'")
        .hasMessageContaining("field 'amount'")
        .hasMessageContaining("many")
        .hasMessageContaining("ErrorPolicy.skip()")
        .hasCauseInstanceOf(InvalidValue.class);
  }

  @Test
  void theSkippedAreCounted() throws Exception {
    try (RowHarness harness = score(ErrorPolicy.skip(), Set.of(3, 4, 99))) {
      assertThat(
              harness
                  .getOperator()
                  .getRuntimeContext()
                  .getAccumulator("pelton/amounts/failures")
                  .getLocalValue())
          .isEqualTo(3L);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 50})
  void everyNthIsBad(int n) throws Exception {
    Set<Integer> bad =
        Set.copyOf(IntStream.range(0, ROW_COUNT).filter(i -> i % n == 0).boxed().toList());
    try (RowHarness harness = score(ErrorPolicy.sideOutput(BAD), bad)) {
      assertThat(timestamps(harness)).isEqualTo(allBut(bad));
      assertThat(harness.failed(BAD))
          .extracting(failed -> (int) (float) failed.record().getFieldAs(0))
          .containsExactlyElementsOf(bad.stream().sorted().toList());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 13, 63})
  void aValueThatIsRefusedSinglesOutItsRow(int bad) throws Exception {
    OutputTag<FailedRecord<Row>> tag = FailedRecord.tag("bad", XS);
    try (RowHarness harness = RowHarness.open(brittle(ErrorPolicy.sideOutput(tag)), XS)) {
      for (int i = 0; i < 64; i++) {
        harness.row(i, i == bad ? BrittleBackend.POISON : -1f);
      }
      harness.endInput();
      assertThat(timestamps(harness)).hasSize(63).doesNotContain((long) bad).isSorted();
      assertThat(harness.failed(tag)).extracting(FailedRecord::field).containsExactly("x");
      assertThat(harness.failed(tag).get(0).reason()).isEqualTo("Node 'relu' (Relu): takes no 13");
    }
  }

  @Test
  void aKernelThatBreaksIsNoBadRecord() throws Exception {
    try (RowHarness harness = RowHarness.open(brittle(ErrorPolicy.skip()), XS)) {
      harness.row(0, 1f);
      harness.row(1, BrittleBackend.BUG);
      assertThatThrownBy(harness::endInput)
          .isInstanceOf(KernelFailure.class)
          .hasMessageContaining("'relu'")
          .hasMessageContaining("broken");
      assertThat(harness.predictions()).isEmpty();
    }
  }

  private RowInference brittle(ErrorPolicy<Row> policy) {
    return Inference.rows()
        .model(TestModels.relu(folder).toString())
        .backend(BrittleBackend.NAME)
        .batch(policy())
        .errors(policy)
        .build();
  }

  @Test
  void reasonsNameNoRowOfABatchThatNobodySees() throws Exception {
    try (RowHarness harness = RowHarness.open(inference(ErrorPolicy.sideOutput(BAD)), ROWS)) {
      harness.row(0, 0f, "0");
      harness.row(1, 1f, "many");
      harness.row(2, 2f, "2");
      harness.row(3, 3f, null);
      harness.endInput();
      assertThat(harness.failed(BAD))
          .extracting(FailedRecord::reason)
          .hasSize(2)
          .allSatisfy(reason -> assertThat(reason).doesNotContainPattern("\\brow\\b"))
          .satisfiesExactlyInAnyOrder(
              reason ->
                  assertThat(reason).startsWith("Node 'parse amount' (Cast): ").contains("many"),
              reason ->
                  assertThat(reason).startsWith("A null is not allowed").contains("null policy"));
    }
  }

  @Test
  void longTextIsScoredBeforeTheMemoryRunsOut() throws Exception {
    String amount = "0".repeat(40_000) + "9";
    RowInference inference =
        builder(ErrorPolicy.fail()).memoryLimit(new MemorySize(2_560_000)).build();
    try (RowHarness harness = RowHarness.open(inference, ROWS)) {
      for (int i = 0; i < 90; i++) {
        harness.row(i, 1f, amount);
      }
      assertThat(harness.predictions()).hasSizeBetween(70, 89);
      harness.endInput();
      assertThat(harness.predictions())
          .hasSize(90)
          .allSatisfy(prediction -> assertThat(prediction.number("sum")).isEqualTo(10));
    }
  }

  @Test
  void aRecordThatHasNoRoomIsABadRecord() throws Exception {
    RowInference inference =
        builder(ErrorPolicy.sideOutput(BAD)).memoryLimit(new MemorySize(64_000)).build();
    try (RowHarness harness = RowHarness.open(inference, ROWS)) {
      harness.row(0, 1f, "1");
      harness.row(1, 1f, "0".repeat(200_000) + "1");
      harness.row(2, 2f, "0".repeat(3_000) + "2");
      harness.endInput();
      assertThat(timestamps(harness)).containsExactly(0L, 2L);
      assertThat(harness.failed(BAD))
          .singleElement()
          .satisfies(
              failed ->
                  assertThat(failed.reason())
                      .startsWith("There is no room for the record")
                      .contains("raise memoryLimit(…) of the inference"));
    }
  }

  @Test
  void memoryThatRunsOutIsNoBadRecord() throws Exception {
    RowInference inference = builder(ErrorPolicy.skip()).memoryLimit(new MemorySize(128)).build();
    try (RowHarness harness = RowHarness.open(inference, ROWS)) {
      assertThatThrownBy(() -> harness.row(0, 1f, "1"))
          .isInstanceOfSatisfying(
              AllocationLimitExceeded.class,
              failure -> {
                assertThat(failure.requested()).isGreaterThan(failure.limit() - failure.held());
                assertThat(failure.limit()).isEqualTo(128);
                assertThat(failure.option()).isEqualTo("memoryLimit(…) of the inference");
              })
          .hasMessageContaining("raise memoryLimit(…) of the inference");
    }
  }

  @Test
  void aRowThatContradictsItsTypeIsSkipped() throws Exception {
    try (RowHarness harness = RowHarness.open(inference(ErrorPolicy.skip()), ROWS)) {
      harness.row(0, 1f, "1");
      harness.row(1, "one", "1");
      harness.row(2, 1f, "2", "surplus");
      harness.row(3, 3f, "3");
      harness.endInput();
      assertThat(timestamps(harness)).containsExactly(0L, 3L);
    }
  }

  @Test
  void aRowThatContradictsItsTypeFailsOtherwise() throws Exception {
    try (RowHarness harness = RowHarness.open(inference(ErrorPolicy.sideOutput(BAD)), ROWS)) {
      assertThatThrownBy(() -> harness.row(1, "one", "1"))
          .isInstanceOf(BadRecord.class)
          .hasMessageContaining("field 'x'")
          .hasMessageContaining("a string");
      assertThatThrownBy(() -> harness.row(2, 1f, "2", "surplus"))
          .isInstanceOf(BadRecord.class)
          .hasMessageContaining("3 fields where its type has 2");
    }
  }

  @Test
  void aMissingFloatIsNotZero() throws Exception {
    try (RowHarness harness = RowHarness.open(inference(ErrorPolicy.fail()), ROWS)) {
      harness.row(0, null, "1");
      harness.endInput();
      assertThat(harness.predictions().get(0).number("sum")).isNaN();
    }
  }

  @Test
  void aMissingStringFailsUnlessThereIsAPolicy() throws Exception {
    try (RowHarness harness = RowHarness.open(inference(ErrorPolicy.sideOutput(BAD)), ROWS)) {
      harness.row(0, 0f, "1");
      harness.row(1, 1f, null);
      harness.row(2, 2f, "1");
      harness.endInput();
      assertThat(timestamps(harness)).containsExactly(0L, 2L);
      assertThat(harness.failed(BAD).get(0).field()).isEqualTo("amount");
      assertThat(harness.failed(BAD).get(0).reason()).contains("null is not allowed");
    }
  }

  @Test
  void aMissingStringGetsItsDefault() throws Exception {
    RowInference inference =
        builder(ErrorPolicy.fail()).nulls("amount", NullPolicy.defaultValue("10")).build();
    try (RowHarness harness = RowHarness.open(inference, ROWS)) {
      harness.row(0, 1f, null);
      harness.endInput();
      assertThat(harness.predictions().get(0).number("sum")).isEqualTo(11);
    }
  }

  @Test
  void aMissingIntegerIsNeverZero() throws Exception {
    RowTypeInfo counts = (RowTypeInfo) Types.ROW_NAMED(new String[] {"count"}, Types.LONG);
    RowInference inference =
        Inference.rows().model(TestModels.counts(folder).toString()).batch(policy()).build();
    assertThatThrownBy(
            () -> {
              try (RowHarness harness = RowHarness.open(inference, counts)) {
                harness.row(0, new Object[] {null});
                harness.endInput();
              }
            })
        .isInstanceOf(BadRecord.class)
        .hasMessageContaining("'count'");
  }

  @Test
  void droppedRecordsDoNotFailTheJob() throws Exception {
    RowInference failing = builder(ErrorPolicy.fail()).nulls(NullPolicy.drop()).build();
    try (RowHarness harness = RowHarness.open(failing, ROWS)) {
      harness.row(0, 0f, "1");
      harness.row(1, 1f, null);
      harness.row(2, null, "1");
      harness.row(3, 3f, "1");
      harness.endInput();
      assertThat(timestamps(harness)).containsExactly(0L, 3L);
    }
    RowInference aside = builder(ErrorPolicy.sideOutput(BAD)).nulls(NullPolicy.drop()).build();
    try (RowHarness harness = RowHarness.open(aside, ROWS)) {
      harness.row(1, 1f, null);
      harness.row(2, null, "1");
      harness.endInput();
      assertThat(harness.predictions()).isEmpty();
      assertThat(harness.failed(BAD))
          .extracting(FailedRecord::field)
          .containsExactly("amount", "x");
    }
  }

  /** Rows 0 to 99 in one batch; bad ones have an amount that is no number. */
  private RowHarness score(ErrorPolicy<Row> policy, Set<Integer> bad) throws Exception {
    RowHarness harness = RowHarness.open(inference(policy), ROWS);
    try {
      for (int i = 0; i < ROW_COUNT; i++) {
        harness.row(i, (float) i, bad.contains(i) ? "many" : Integer.toString(i));
      }
      harness.endInput();
      for (Prediction<Row> prediction : harness.predictions()) {
        float x = prediction.input().getFieldAs(0);
        assertThat(prediction.number("sum")).isEqualTo(2 * x);
      }
      return harness;
    } catch (Exception e) {
      harness.close();
      throw e;
    }
  }

  private RowInference inference(ErrorPolicy<Row> policy) {
    return builder(policy).build();
  }

  private RowInference.Builder builder(ErrorPolicy<Row> policy) {
    return Inference.rows()
        .model(TestModels.amounts(folder).toString())
        .batch(policy())
        .errors(policy);
  }

  private static BatchPolicy policy() {
    return BatchPolicy.of(ROW_COUNT, Duration.ofMillis(10));
  }

  private static List<Long> timestamps(RowHarness harness) {
    return harness.extractOutputStreamRecords().stream()
        .map(record -> record.getTimestamp())
        .toList();
  }

  private static List<Long> allBut(Set<Integer> bad) {
    return IntStream.range(0, ROW_COUNT)
        .filter(i -> !bad.contains(i))
        .mapToObj(i -> (long) i)
        .toList();
  }
}
