package io.pelton.flink.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.flink.BatchPolicy;
import io.pelton.flink.Inference;
import io.pelton.flink.Prediction;
import io.pelton.flink.RowInference;
import io.pelton.flink.TestModels;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Records that their sender uses again, and those that nobody copies. */
class ObjectReuseTest {
  private static final RowTypeInfo ROWS =
      (RowTypeInfo) Types.ROW_NAMED(new String[] {"x", "amount"}, Types.FLOAT, Types.STRING);

  @TempDir Path folder;

  @Test
  void rowsMayBeReused() throws Exception {
    try (RowHarness harness = RowHarness.of(builder(2).build(), ROWS)) {
      harness.getExecutionConfig().enableObjectReuse();
      harness.open();
      Row row = Row.of(1f, "1");
      StreamRecord<Row> record = new StreamRecord<>(row, 1);
      harness.processElement(record);
      row.setField(0, 2f);
      record.replace(row, 2);
      harness.processElement(record);

      assertThat(harness.events()).containsExactly("@1", "@2");
      assertThat(harness.predictions())
          .extracting(Prediction::input)
          .containsExactly(Row.of(1f, "1"), Row.of(2f, "1"));
      assertThat(harness.predictions())
          .extracting(prediction -> prediction.number("sum"))
          .containsExactly(2.0, 3.0);
    }
  }

  /** Where objects aren't reused, the row is the operator's, but not the record around it. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theRecordAroundARowMayBeReused(boolean objectReuse) throws Exception {
    try (RowHarness harness = RowHarness.of(builder(2).build(), ROWS)) {
      if (objectReuse) {
        harness.getExecutionConfig().enableObjectReuse();
      }
      harness.open();
      StreamRecord<Row> record = new StreamRecord<>(Row.of(1f, "1"), 1);
      harness.processElement(record);
      record.replace(Row.of(2f, "1"));
      record.eraseTimestamp();
      harness.processElement(record);

      assertThat(harness.extractOutputStreamRecords())
          .extracting(StreamRecord::hasTimestamp)
          .containsExactly(true, false);
      assertThat(harness.predictions())
          .extracting(prediction -> prediction.number("sum"))
          .containsExactly(2.0, 3.0);
    }
  }

  /** The harness copies what comes out of it, once. */
  @ParameterizedTest
  @CsvSource({"1, true, 1", "2, true, 2", "1, false, 1", "2, false, 1"})
  void onlyRowsThatWaitAreCopied(int maxRows, boolean objectReuse, int copies) throws Exception {
    RowTypeInfo rows =
        (RowTypeInfo)
            Types.ROW_NAMED(
                new String[] {"x", "amount", "count"},
                Types.FLOAT,
                Types.STRING,
                TypeInformation.of(CopyCount.class));
    try (RowHarness harness = RowHarness.of(builder(maxRows).build(), rows)) {
      if (objectReuse) {
        harness.getExecutionConfig().enableObjectReuse();
      }
      harness.open();
      harness.row(1, 1f, "1", new CopyCount());
      harness.row(2, 2f, "1", new CopyCount());
      assertThat(harness.predictions())
          .extracting(prediction -> ((CopyCount) prediction.input().getField(2)).copies())
          .containsExactly(copies, copies);
    }
  }

  @Test
  void aSingleRowIsScoredBeforeItIsUsedAgain() throws Exception {
    RowInference.Builder single = builder(1).batch(BatchPolicy.single());
    try (RowHarness harness = RowHarness.of(single.build(), ROWS)) {
      harness.getExecutionConfig().enableObjectReuse();
      harness.open();
      Row row = Row.of(1f, "1");
      StreamRecord<Row> record = new StreamRecord<>(row, 1);
      harness.processElement(record);
      row.setField(0, 2f);
      record.replace(row, 2);
      harness.processElement(record);
      assertThat(harness.events()).containsExactly("@1", "@2");
      assertThat(harness.predictions())
          .extracting(prediction -> prediction.number("sum"))
          .containsExactly(2.0, 3.0);
      assertThat(harness.getProcessingTimeService().getNumActiveTimers()).isZero();
    }
  }

  private RowInference.Builder builder(int maxRows) {
    return Inference.rows()
        .model(TestModels.amounts(folder).toString())
        .batch(BatchPolicy.of(maxRows, Duration.ofMillis(10)));
  }
}
