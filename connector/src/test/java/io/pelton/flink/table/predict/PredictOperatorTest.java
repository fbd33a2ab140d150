package io.pelton.flink.table.predict;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.flink.StallingBackend;
import io.pelton.flink.error.BadRecord;
import io.pelton.flink.table.ErrorHandling;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.datastream.AsyncDataStream.OutputMode;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.util.ExceptionUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The asynchronous function in Flink's operator: what is under way never gets stuck or lost. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class PredictOperatorTest {
  private static final Duration SHORT = Duration.ofMillis(2);
  private static final long LONG_MILLIS = Duration.ofDays(1).toMillis();

  @TempDir Path folder;

  static Stream<Arguments> shapes() {
    return Stream.of(
        Arguments.of(1, 1024, 0),
        Arguments.of(1, 1024, 2),
        Arguments.of(10, 1024, 0),
        Arguments.of(10, 4, 2),
        Arguments.of(64, 64, 0),
        Arguments.of(64, 16, 3),
        Arguments.of(50, 1, 1));
  }

  private PredictHarness open(PredictFixture fixture, OutputMode mode) throws Exception {
    PredictHarness harness = PredictHarness.of(fixture, LONG_MILLIS, mode);
    harness.open();
    return harness;
  }

  private static RowData row(float x) {
    return GenericRowData.of(x);
  }

  private static List<Float> predictions(PredictHarness harness) {
    return harness.extractOutputValues().stream().map(row -> row.getFloat(1)).toList();
  }

  private static List<Float> numbers(int from, int end) {
    return IntStream.range(from, end).mapToObj(i -> (float) i).toList();
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void everyRowComesOutInOrder(int capacity, int batch, int workers) throws Exception {
    PredictFixture fixture =
        PredictFixture.relu(folder).capacity(capacity).batch(batch, SHORT).workers(workers);
    try (PredictHarness harness = open(fixture, OutputMode.ORDERED)) {
      for (int i = 0; i < 200; i++) {
        harness.processElement(row(i), i);
      }
      harness.endInput();
      assertThat(predictions(harness)).isEqualTo(numbers(0, 200));
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void everyRowComesOutUnordered(int capacity, int batch, int workers) throws Exception {
    PredictFixture fixture =
        PredictFixture.relu(folder).capacity(capacity).batch(batch, SHORT).workers(workers);
    try (PredictHarness harness = open(fixture, OutputMode.UNORDERED)) {
      for (int i = 0; i < 200; i++) {
        harness.processElement(row(i), i);
      }
      harness.endInput();
      assertThat(predictions(harness)).containsExactlyInAnyOrderElementsOf(numbers(0, 200));
    }
  }

  /** Watermarks take places among the rows under way, so that a batch can't always fill up. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void watermarksNeitherOvertakeNorBlockRows(int workers) throws Exception {
    PredictFixture fixture =
        PredictFixture.relu(folder).capacity(4).batch(4, SHORT).workers(workers);
    try (PredictHarness harness = open(fixture, OutputMode.ORDERED)) {
      List<Object> expected = new ArrayList<>();
      for (int i = 0; i < 30; i++) {
        harness.processElement(row(i), i);
        harness.processWatermark(i);
        expected.add((float) i);
        expected.add((long) i);
      }
      harness.endInput();
      List<Object> found = new ArrayList<>();
      for (Object element : harness.getOutput()) {
        found.add(
            element instanceof Watermark mark
                ? mark.getTimestamp()
                : ((RowData) ((StreamRecord<?>) element).getValue()).getFloat(1));
      }
      assertThat(found).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void rowsUnderWayAreInTheCheckpointAndComeOutOnce(int workers) throws Exception {
    OperatorSubtaskState state;
    List<Float> before;
    PredictFixture waiting =
        PredictFixture.relu(folder).batch(4, PredictFixture.NEVER).workers(workers);
    try (PredictHarness harness = open(waiting, OutputMode.ORDERED)) {
      for (int i = 0; i < 7; i++) {
        harness.processElement(row(i), i);
      }
      state = harness.snapshot(1, 1);
      before = predictions(harness);
    }
    PredictFixture other = PredictFixture.relu(folder).batch(1024, SHORT).capacity(2);
    List<Float> after;
    try (PredictHarness harness = PredictHarness.of(other, LONG_MILLIS, OutputMode.ORDERED)) {
      harness.initializeState(state);
      harness.open();
      harness.processElement(row(7), 7);
      harness.endInput();
      after = predictions(harness);
    }
    assertThat(Stream.concat(before.stream(), after.stream()).toList()).isEqualTo(numbers(0, 8));
  }

  @Test
  void aLateResultIsIgnored() throws Exception {
    StallingBackend.stall();
    PredictFixture stalling =
        PredictFixture.relu(folder)
            .backend(StallingBackend.NAME)
            .batch(1, PredictFixture.NEVER)
            .workers(1);
    PredictHarness harness = PredictHarness.of(stalling, 1_000, OutputMode.ORDERED);
    harness.getEnvironment().setExpectedExternalFailureCause(Throwable.class);
    harness.open();
    harness.setProcessingTime(0);
    harness.processElement(row(1), 1);
    StallingBackend.awaitStalled();
    harness.setProcessingTime(1_000);
    assertThat(ExceptionUtils.findThrowable(harness.failure(), TimeoutException.class)).isPresent();
    StallingBackend.release();
    harness.endInput();
    harness.close();
    assertThat(harness.extractOutputValues()).isEmpty();
  }

  @Test
  void theEndOfTheInputDoesNotWaitForTimeouts() throws Exception {
    PredictFixture fixture = PredictFixture.relu(folder).batch(1024, SHORT);
    PredictHarness harness = PredictHarness.of(fixture, 1_000, OutputMode.ORDERED);
    harness.open();
    harness.setProcessingTime(0);
    harness.processElement(row(1), 1);
    harness.endInput();
    harness.setProcessingTime(2_000);
    harness.close();
    assertThat(predictions(harness)).containsExactly(1f);
  }

  @Test
  void aBadRowFailsTheTaskWithTheReason() throws Exception {
    PredictFixture fixture = PredictFixture.amounts(folder).batch(1024, SHORT);
    PredictHarness harness = PredictHarness.of(fixture, LONG_MILLIS, OutputMode.ORDERED);
    harness.getEnvironment().setExpectedExternalFailureCause(Throwable.class);
    harness.open();
    harness.processElement(GenericRowData.of(1f, StringData.fromString("none")), 0);
    harness.endInput();
    harness.close();
    assertThat(ExceptionUtils.findThrowable(harness.failure(), BadRecord.class))
        .get()
        .extracting(BadRecord::field)
        .isEqualTo("amount");
  }

  @Test
  void aSkippedRowTakesNoPlace() throws Exception {
    PredictFixture fixture =
        PredictFixture.amounts(folder).errors(ErrorHandling.SKIP).batch(3, SHORT).capacity(3);
    try (PredictHarness harness = open(fixture, OutputMode.ORDERED)) {
      for (int i = 0; i < 30; i++) {
        String amount = i % 2 == 0 ? "none" : "1";
        harness.processElement(GenericRowData.of((float) i, StringData.fromString(amount)), i);
      }
      harness.endInput();
      assertThat(harness.extractOutputValues())
          .extracting(row -> row.getFloat(2))
          .isEqualTo(IntStream.range(0, 15).mapToObj(i -> 2f * i + 2).toList());
    }
  }
}
