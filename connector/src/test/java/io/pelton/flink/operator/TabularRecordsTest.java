package io.pelton.flink.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.flink.BatchPolicy;
import io.pelton.flink.ErrorPolicy;
import io.pelton.flink.FailedRecord;
import io.pelton.flink.Inference;
import io.pelton.flink.Prediction;
import io.pelton.flink.RowInference;
import io.pelton.flink.TestModels;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.apache.flink.types.Row;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What became of records of tables that went wrong with other engines. */
class TabularRecordsTest {
  private static final int ROW_COUNT = 100;
  private static final int BAD_ROW = 42;

  @TempDir Path folder;

  private static RowTypeInfo rows(TypeInformation<?> x) {
    return (RowTypeInfo) Types.ROW_NAMED(new String[] {"x", "place"}, x, Types.STRING);
  }

  private RowInference inference(boolean missingIsLess, ErrorPolicy<Row> policy) {
    return Inference.rows()
        .model(TestModels.tabular(folder, missingIsLess).toString())
        .batch(BatchPolicy.of(ROW_COUNT, Duration.ofMillis(10)))
        .errors(policy)
        .build();
  }

  /** Field case A8. */
  @Test
  void anUnknownCategoryIsTheFailureOfItsRecordAlone() throws Exception {
    RowTypeInfo rows = rows(Types.FLOAT);
    OutputTag<FailedRecord<Row>> bad = FailedRecord.tag("bad", rows);
    try (RowHarness harness = RowHarness.open(inference(true, ErrorPolicy.sideOutput(bad)), rows)) {
      for (int i = 0; i < ROW_COUNT; i++) {
        harness.row(i, (float) i, i == BAD_ROW ? "c" : i % 2 == 0 ? "a" : "b");
      }
      harness.endInput();
      assertThat(harness.predictions()).hasSize(ROW_COUNT - 1);
      for (Prediction<Row> prediction : harness.predictions()) {
        int row = (int) (float) prediction.input().<Float>getFieldAs(0);
        assertThat(row).isNotEqualTo(BAD_ROW);
        assertThat(prediction.floats("city"))
            .containsExactly(row % 2 == 0 ? new float[] {1, 0} : new float[] {0, 1});
        assertThat(prediction.number("leaf")).isEqualTo(row == 0 ? 10 : 20);
      }
      assertThat(harness.failed(bad)).hasSize(1);
      FailedRecord<Row> failed = harness.failed(bad).get(0);
      assertThat(failed.record()).isEqualTo(Row.of((float) BAD_ROW, "c"));
      assertThat(failed.reason()).contains("encode").contains("'c'");
    }
  }

  /** Field case A3: a null is missing, not a number, and goes where the node says. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aNullGoesWhereTheTreeSendsMissingValues(boolean missingIsLess) throws Exception {
    for (TypeInformation<?> type : new TypeInformation<?>[] {Types.FLOAT, Types.DOUBLE}) {
      RowTypeInfo rows = rows(type);
      try (RowHarness harness =
          RowHarness.open(inference(missingIsLess, ErrorPolicy.fail()), rows)) {
        for (double x : new double[] {0, 1}) {
          harness.row(0, type.equals(Types.FLOAT) ? (Object) (float) x : (Object) x, "a");
        }
        harness.row(0, null, "b");
        harness.endInput();
        assertThat(harness.predictions())
            .extracting(prediction -> prediction.number("leaf"))
            .containsExactly(10.0, 20.0, missingIsLess ? 10.0 : 20.0);
      }
    }
  }

  /** Field case A4: a column of doubles is rounded once, to the nearest float. */
  @Test
  void doublesAreRoundedToTheFloatsThatTheTreeCompares() throws Exception {
    RowTypeInfo rows = rows(Types.DOUBLE);
    try (RowHarness harness = RowHarness.open(inference(true, ErrorPolicy.fail()), rows)) {
      double half = Math.ulp(0.5f) / 2;
      harness.row(0, 0.5, "a");
      harness.row(0, Math.nextUp(0.5), "a");
      harness.row(0, 0.5 + half, "a");
      harness.row(0, Math.nextUp(0.5 + half), "a");
      harness.row(0, (double) Math.nextUp(0.5f), "a");
      harness.endInput();
      assertThat(harness.predictions())
          .extracting(prediction -> prediction.number("leaf"))
          .containsExactly(10.0, 10.0, 10.0, 20.0, 20.0);
    }
  }
}
