package io.pelton.flink.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.flink.BatchPolicy;
import io.pelton.flink.ErrorPolicy;
import io.pelton.flink.FailedRecord;
import io.pelton.flink.Inference;
import io.pelton.flink.LengthPolicy;
import io.pelton.flink.Prediction;
import io.pelton.flink.RaggedModels;
import io.pelton.flink.RowInference;
import io.pelton.flink.Truncation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.apache.flink.types.Row;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows with lists of several lengths. */
class RowLengthsTest {
  private static final RowTypeInfo ROWS =
      (RowTypeInfo)
          Types.ROW_NAMED(
              new String[] {"ids", "scale"},
              PrimitiveArrayTypeInfo.LONG_PRIMITIVE_ARRAY_TYPE_INFO,
              Types.FLOAT);

  private static final OutputTag<FailedRecord<Row>> BAD = FailedRecord.tag("bad", ROWS);
  private static final LengthPolicy POWERS = LengthPolicy.powersOfTwo(4).withMask("mask");

  @TempDir Path folder;

  private RowInference.Builder masked(LengthPolicy policy, int rows) {
    return Inference.rows()
        .model(RaggedModels.masked(folder).toString())
        .batch(BatchPolicy.of(rows, Duration.ofMillis(10)))
        .lengths(policy);
  }

  private static List<Prediction<Row>> score(RowInference.Builder builder, long[]... ids)
      throws Exception {
    try (RowHarness harness = RowHarness.open(builder.build(), ROWS)) {
      for (int i = 0; i < ids.length; i++) {
        harness.row(i, ids[i], 0.5f);
      }
      harness.endInput();
      assertThat(harness.getSideOutput(BAD)).isNull();
      return harness.predictions();
    }
  }

  @Test
  void recordsKeepTheirOrderAndGetTheirOwnLists() throws Exception {
    long[][] ids = {{1, 2, 3}, {4}, {5, 6, 7, 8, 9}, {10, 11, 12}, {13}};
    List<Prediction<Row>> alone = score(masked(LengthPolicy.exact().withMask("mask"), 1), ids);
    for (LengthPolicy policy : List.of(LengthPolicy.exact().withMask("mask"), POWERS)) {
      List<Prediction<Row>> together = score(masked(policy, 64), ids);
      assertThat(together).isEqualTo(alone);
      assertThat(together)
          .extracting(each -> each.floats("hidden").length)
          .containsExactly(12, 4, 20, 12, 4);
      assertThat(together)
          .extracting(each -> each.input().getField(0))
          .containsExactly((Object[]) ids);
    }
  }

  @Test
  void badRecordsLeaveTheOthersAlone() throws Exception {
    LengthPolicy policy = POWERS.withMaxLength(4, Truncation.REFUSE);
    RowInference.Builder builder = masked(policy, 64).errors(ErrorPolicy.sideOutput(BAD));
    try (RowHarness harness = RowHarness.open(builder.build(), ROWS)) {
      harness.row(0, new long[] {1, 2, 3}, 1f);
      harness.row(1, new long[] {1, 99, 3}, 1f);
      harness.row(2, new long[] {1, 2, 3, 4, 5}, 1f);
      harness.row(3, null, 1f);
      harness.row(4, new long[] {4, 5}, 1f);
      harness.endInput();
      assertThat(harness.events()).containsExactly("@0", "@4");
      assertThat(harness.failed(BAD)).extracting(FailedRecord::field).containsOnly("ids");
      assertThat(harness.failed(BAD).get(1).reason())
          .isEqualTo("A list of 5 elements is longer than maxLength 4.");
      assertThat(harness.failed(BAD).get(2).reason()).startsWith("A null is not allowed");
    }
  }

  @Test
  void theNextBatchBeginsAnew() throws Exception {
    long[][] ids = {{1, 2}, {3}, {4, 5}, {6}, {7, 8, 9}};
    assertThat(score(masked(POWERS, 2), ids)).isEqualTo(score(masked(POWERS, 64), ids));
  }

  @Test
  void aMaskNeedsNoFunction() throws Exception {
    long[][] ids = {{1, 2, 3}, {4}, {5, 6}};
    List<Prediction<long[]>> scored =
        RecordHarness.score(
            Inference.functions(long[].class)
                .model(RaggedModels.masked(folder).toString())
                .integers("ids", record -> record)
                .number("scale", record -> 0.5f)
                .lengths(POWERS)
                .build(),
            PrimitiveArrayTypeInfo.LONG_PRIMITIVE_ARRAY_TYPE_INFO,
            List.of(ids));
    assertThat(scored)
        .extracting(each -> each.floats("pooled"))
        .containsExactlyElementsOf(
            score(masked(POWERS, 64), ids).stream().map(each -> each.floats("pooled")).toList());
  }
}
