package io.pelton.flink.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.flink.BatchPolicy;
import io.pelton.flink.CountingFileSystem;
import io.pelton.flink.Inference;
import io.pelton.flink.Prediction;
import io.pelton.flink.RowInference;
import io.pelton.flink.TestModels;
import io.pelton.flink.error.InvalidSetting;
import io.pelton.flink.model.LoadSettings;
import io.pelton.flink.model.ModelLease;
import io.pelton.flink.model.ModelLocation;
import io.pelton.flink.model.ModelSpec;
import io.pelton.flink.model.TaskManagerAccess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributesBuilder;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What closes a micro-batch, and what does not. */
class RowInferenceOperatorTest {
  private static final RowTypeInfo ROWS =
      (RowTypeInfo) Types.ROW_NAMED(new String[] {"x", "amount"}, Types.FLOAT, Types.STRING);

  @TempDir Path folder;

  @Test
  void aFullBatchIsScoredAtOnce() throws Exception {
    try (RowHarness harness = open(2)) {
      harness.row(1, 1f, "2");
      assertThat(harness.predictions()).isEmpty();
      harness.row(2, 3f, "4.5");

      assertThat(harness.events()).containsExactly("@1", "@2");
      Prediction<Row> second = harness.predictions().get(1);
      assertThat(second.input()).isEqualTo(Row.of(3f, "4.5"));
      assertThat(second.number("sum")).isEqualTo(7.5);
      assertThat(second.floats("pair")).containsExactly(3f, 7.5f);
      assertThat(second.text("label")).isEqualTo("7.5");
      assertThat(harness.getProcessingTimeService().getNumActiveTimers()).isZero();
    }
  }

  @Test
  void theFirstRowLingers() throws Exception {
    try (RowHarness harness = open(64)) {
      harness.setProcessingTime(100);
      harness.row(1, 1f, "1");
      harness.setProcessingTime(109);
      harness.row(2, 2f, "2");
      assertThat(harness.getProcessingTimeService().getNumActiveTimers()).isEqualTo(1);
      assertThat(harness.events()).isEmpty();

      harness.setProcessingTime(110);
      assertThat(harness.events()).containsExactly("@1", "@2");

      harness.row(3, 3f, "3");
      harness.setProcessingTime(119);
      assertThat(harness.events()).hasSize(2);
      harness.setProcessingTime(120);
      assertThat(harness.events()).endsWith("@3");
    }
  }

  @Test
  void aBarrierLeavesNoStateBehind() throws Exception {
    OperatorSubtaskState state;
    try (RowHarness harness = open(64)) {
      harness.row(1, 1f, "1");
      harness.row(2, 2f, "2");
      harness.prepareSnapshotPreBarrier(1);
      state = harness.snapshot(1, 0);
      assertThat(harness.events()).containsExactly("@1", "@2");
      assertThat(state.hasState()).isFalse();
    }
    try (RowHarness restored = RowHarness.of(builder(64).build(), ROWS)) {
      restored.initializeState(state);
      restored.open();
      restored.row(3, 3f, "3");
      restored.endInput();
      assertThat(restored.events()).containsExactly("@3");
    }
  }

  @Test
  void theEndOfInputFlushes() throws Exception {
    try (RowHarness harness = open(64)) {
      for (int t = 1; t <= 7; t++) {
        harness.row(t, (float) t, "1");
      }
      harness.endInput();
      assertThat(harness.events()).containsExactly(at(1, 7));
    }
  }

  @Test
  void watermarksWaitForTheRowsBeforeThem() throws Exception {
    try (RowHarness harness = open(64)) {
      harness.processWatermark(0);
      for (int t = 1; t <= 5; t++) {
        harness.row(t, (float) t, "1");
      }
      harness.processWatermark(5);
      for (int t = 6; t <= 10; t++) {
        harness.row(t, (float) t, "1");
      }
      harness.processWatermark(10);
      assertThat(harness.events()).containsExactly("wm 0");

      harness.setProcessingTime(10);
      assertThat(harness.events())
          .startsWith("wm 0", "@1")
          .endsWith("@10", "wm 10")
          .doesNotContain("wm 5")
          .hasSize(12);
    }
  }

  @Test
  void theLastWatermarkFlushes() throws Exception {
    try (RowHarness harness = open(64)) {
      harness.row(1, 1f, "1");
      harness.processWatermark(Long.MAX_VALUE);
      assertThat(harness.events()).containsExactly("@1", "wm " + Long.MAX_VALUE);
    }
  }

  @Test
  void idlenessDoesNotOvertakeRows() throws Exception {
    try (RowHarness harness = open(64)) {
      harness.row(1, 1f, "1");
      harness.processWatermark(1);
      harness.processWatermarkStatus(WatermarkStatus.IDLE);
      assertThat(harness.events()).hasSize(3).startsWith("@1", "wm 1");
      assertThat(harness.getOutput()).endsWith(WatermarkStatus.IDLE);
    }
  }

  @Test
  void recordAttributesDoNotOvertakeRows() throws Exception {
    try (RowHarness harness = open(64)) {
      harness.row(1, 1f, "1");
      harness.processRecordAttributes(
          new RecordAttributesBuilder(List.of()).setBacklog(true).build());
      assertThat(harness.events()).hasSize(2).startsWith("@1");
    }
  }

  /** Whatever sizes it tries on this machine. */
  @Test
  void anAdaptivePolicyPredictsTheSame() throws Exception {
    BatchPolicy policy = BatchPolicy.adaptive(Duration.ofMillis(20));
    int rows = 20_000;
    try (RowHarness harness = RowHarness.open(builder(1).batch(policy).build(), ROWS)) {
      for (int i = 0; i < rows; i++) {
        harness.row(i, (float) i, "0.125");
      }
      harness.endInput();
      assertThat(harness.events()).containsExactly(at(0, rows - 1));
      List<Prediction<Row>> predictions = harness.predictions();
      for (int i = 0; i < rows; i++) {
        assertThat(predictions.get(i).number("sum")).isEqualTo(i + 0.125f);
      }
    }
  }

  @Test
  void bytesCloseABatch() throws Exception {
    BatchPolicy policy =
        BatchPolicy.of(64, Duration.ofMillis(10)).withMaxBytes(MemorySize.parse("1kb"));
    try (RowHarness harness = RowHarness.open(builder(1).batch(policy).build(), ROWS)) {
      harness.row(1, 1f, "1" + " ".repeat(400));
      harness.row(2, 1f, "1" + " ".repeat(400));
      assertThat(harness.events()).isEmpty();
      harness.row(3, 1f, "1" + " ".repeat(400));
      assertThat(harness.events()).containsExactly("@1", "@2", "@3");
      harness.row(4, 1f, "1" + " ".repeat(4000));
      assertThat(harness.events()).hasSize(4).endsWith("@4");
      assertThat(harness.getProcessingTimeService().getNumActiveTimers()).isZero();
      assertThat(harness.predictions())
          .extracting(prediction -> prediction.number("sum"))
          .containsOnly(2.0);
    }
  }

  @Test
  void wideRowsNeedNoSmallerPolicy() throws Exception {
    String[] names = IntStream.range(0, 1000).mapToObj(i -> "f" + i).toArray(String[]::new);
    RowTypeInfo rows =
        (RowTypeInfo)
            Types.ROW_NAMED(
                names,
                Stream.generate(() -> Types.FLOAT).limit(1000).toArray(TypeInformation[]::new));
    RowInference inference =
        Inference.rows()
            .model(TestModels.features(folder, 1000).toString())
            .input("features", names)
            // 1024 rows would take four times as much
            .memoryLimit(MemorySize.ofMebiBytes(1))
            .build();
    try (RowHarness harness = RowHarness.open(inference, rows)) {
      Object[] row = Stream.generate(() -> 1f).limit(1000).toArray();
      for (int t = 1; t <= 100; t++) {
        harness.row(t, row);
        assertThat(t - harness.events().size()).isLessThan(35);
      }
      harness.endInput();
      assertThat(harness.events()).containsExactly(at(1, 100));
    }
  }

  @Test
  void numbersAreBytesToo() throws Exception {
    BatchPolicy policy = BatchPolicy.of(64, Duration.ofMillis(10)).withMaxBytes(new MemorySize(40));
    RowTypeInfo rows = (RowTypeInfo) Types.ROW_NAMED(new String[] {"x"}, Types.FLOAT);
    RowInference inference =
        Inference.rows().model(TestModels.relu(folder).toString()).batch(policy).build();
    try (RowHarness harness = RowHarness.open(inference, rows)) {
      int most = 0;
      for (int t = 1; t <= 100; t++) {
        harness.row(t, (float) t);
        int waiting = t - harness.events().size();
        // a float and its share of the bitmap
        assertThat(waiting).isLessThan(10);
        most = Math.max(most, waiting);
      }
      assertThat(most).isGreaterThan(5);
    }
  }

  @Test
  void severalFieldsFeedOneInput() throws Exception {
    RowTypeInfo rows =
        (RowTypeInfo)
            Types.ROW_NAMED(
                new String[] {"c", "a", "b", "other"},
                Types.DOUBLE,
                Types.FLOAT,
                Types.INT,
                Types.BOOLEAN);
    RowInference inference =
        Inference.rows()
            .model(TestModels.features(folder).toString())
            .input("features", "a", "b", "c")
            .batch(BatchPolicy.of(2, Duration.ofMillis(10)))
            .build();
    try (RowHarness harness = RowHarness.open(inference, rows)) {
      harness.row(0, 3.5, 1f, 2, true);
      harness.row(1, null, 4f, 5, null);
      assertThat(harness.predictions())
          .extracting(prediction -> prediction.floats("twice"))
          .containsExactly(new float[] {2, 4, 7}, new float[] {8, 10, Float.NaN});
    }
  }

  @Test
  void mapsComeOutByRow() throws Exception {
    RowTypeInfo rows =
        (RowTypeInfo)
            Types.ROW_NAMED(new String[] {"p", "q", "r"}, Types.FLOAT, Types.FLOAT, Types.FLOAT);
    RowInference inference =
        Inference.rows()
            .model(TestModels.maps(folder).toString())
            .input("features", "p", "q", "r")
            .batch(BatchPolicy.of(2, Duration.ofMillis(10)))
            .build();
    try (RowHarness harness = RowHarness.open(inference, rows)) {
      harness.row(0, 1f, 2f, 3f);
      harness.row(1, 4f, 5f, 6f);
      assertThat(harness.predictions().get(0).map("maps"))
          .isEqualTo(Map.of("a", 1f, "b", 2f, "c", 3f));
      assertThat(harness.predictions().get(1).map("maps"))
          .isEqualTo(Map.of("a", 4f, "b", 5f, "c", 6f));
    }
  }

  @Test
  void aModelOfOneRowIsScoredRowByRow() throws Exception {
    RowTypeInfo rows = (RowTypeInfo) Types.ROW_NAMED(new String[] {"x"}, Types.FLOAT);
    RowInference.Builder single =
        Inference.rows().model(TestModels.fixedRows(folder, 1).toString());
    assertThatThrownBy(() -> RowHarness.of(single.build(), rows))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("maxRows")
        .hasMessageContaining("symbolic batch axis");
    single.batch(BatchPolicy.of(1, Duration.ofMillis(1)));
    try (RowHarness harness = RowHarness.open(single.build(), rows)) {
      harness.row(0, -1f);
      harness.row(1, 2f);
      assertThat(harness.predictions())
          .extracting(prediction -> prediction.number("y"))
          .containsExactly(0.0, 2.0);
    }
    assertThatThrownBy(
            () ->
                RowHarness.of(
                    Inference.rows()
                        .model(TestModels.fixedRows(folder, 8).toString())
                        .batch(BatchPolicy.of(8, Duration.ofMillis(1)))
                        .build(),
                    rows))
        .isInstanceOf(InvalidSetting.class);
  }

  @Test
  void closingReleasesRowsThatWait() throws Exception {
    try (RowHarness harness = open(64)) {
      harness.row(1, 1f, "1");
      harness.processWatermark(1);
    }
    // a leak would have been thrown
  }

  @Test
  void closingGivesTheModelBack() throws Exception {
    Path file = TestModels.amounts(folder);
    String uri = CountingFileSystem.uri(file);
    RowHarness harness =
        RowHarness.open(Inference.rows().model(uri).keepLoaded(Duration.ZERO).build(), ROWS);
    TaskManagerAccess access = TaskManagerAccess.of(harness.getEnvironment());
    ModelSpec spec =
        new ModelSpec(
            "amounts",
            new ModelLocation.FilePath(uri),
            null,
            null,
            LoadSettings.defaults().withKeepLoaded(Duration.ZERO));
    spec = spec.withSha256(spec.read(access.loader()).sha256());
    int opened = CountingFileSystem.opened(file);
    ModelLease.acquire(access, spec, 1).close();
    assertThat(CountingFileSystem.opened(file)).isEqualTo(opened);
    harness.close();
    ModelLease.acquire(access, spec, 1).close();
    assertThat(CountingFileSystem.opened(file)).isEqualTo(opened + 1);
  }

  @Test
  void rowsMayBeNamed() throws Exception {
    try (RowHarness harness = open(1)) {
      Row row = Row.withNames();
      row.setField("amount", "2");
      row.setField("x", 1f);
      harness.processElement(row, 1);
      assertThat(harness.predictions().get(0).number("sum")).isEqualTo(3);
    }
  }

  @Test
  void rowsWithoutTimestampStayWithout() throws Exception {
    try (RowHarness harness = open(1)) {
      harness.processElement(new StreamRecord<>(Row.of(1f, "1")));
      assertThat(harness.extractOutputStreamRecords().get(0).hasTimestamp()).isFalse();
    }
  }

  private RowHarness open(int maxRows) throws Exception {
    return RowHarness.open(builder(maxRows).build(), ROWS);
  }

  private RowInference.Builder builder(int maxRows) {
    return Inference.rows()
        .model(TestModels.amounts(folder).toString())
        .batch(BatchPolicy.of(maxRows, Duration.ofMillis(10)));
  }

  private static String[] at(long from, long to) {
    return LongStream.rangeClosed(from, to).mapToObj(t -> "@" + t).toArray(String[]::new);
  }
}
