package io.pelton.flink.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.flink.BatchPolicy;
import io.pelton.flink.ErrorPolicy;
import io.pelton.flink.Inference;
import io.pelton.flink.RowInference;
import io.pelton.flink.TestModels;
import io.pelton.flink.error.RowsMixed;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a stream is cut into batches must not decide what comes out. */
class RowMixingTest {
  private static final RowTypeInfo XS =
      (RowTypeInfo) Types.ROW_NAMED(new String[] {"x"}, Types.FLOAT);

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void aModelThatMixesRowsIsRefusedBeforeAnythingComesOut(int rows) throws Exception {
    try (RowHarness harness = RowHarness.open(centered(64).build(), XS)) {
      for (int i = 0; i < rows; i++) {
        harness.row(i, (float) i);
      }
      assertThatThrownBy(harness::endInput)
          .isInstanceOf(RowsMixed.class)
          .hasMessageContaining("Model 'centered' mixes the rows")
          .hasMessageContaining("BatchPolicy.single()")
          .hasMessageContaining("'batch.max-rows' = '1'")
          .hasMessageContaining("allowRowMixing()")
          .hasMessageContaining("'allow-row-mixing' = 'true'");
      assertThat(harness.predictions()).isEmpty();
    }
  }

  @Test
  void noErrorPolicyHidesIt() throws Exception {
    try (RowHarness harness = RowHarness.open(centered(2).errors(ErrorPolicy.skip()).build(), XS)) {
      harness.row(0, 1f);
      assertThatThrownBy(() -> harness.row(1, 2f)).isInstanceOf(RowsMixed.class);
    }
  }

  @Test
  void itIsHarmlessInBatchesOfOneRow() throws Exception {
    try (RowHarness harness = RowHarness.open(centered(1).build(), XS)) {
      harness.row(0, 1f);
      harness.row(1, 3f);
      assertThat(harness.predictions())
          .extracting(prediction -> prediction.number("y"))
          .containsExactly(0.0, 0.0);
    }
  }

  @Test
  void itMayBeAccepted() throws Exception {
    try (RowHarness harness = RowHarness.open(centered(2).allowRowMixing().build(), XS)) {
      harness.row(0, 1f);
      harness.row(1, 3f);
      assertThat(harness.predictions())
          .extracting(prediction -> prediction.number("y"))
          .containsExactly(-1.0, 1.0);
    }
  }

  @Test
  void whatCannotBeShownIsNotAssumed() throws Exception {
    RowInference.Builder shaped =
        Inference.rows().model(TestModels.shapedByValues(folder).toString()).batch(policy(2));
    try (RowHarness harness = RowHarness.open(shaped.build(), XS)) {
      harness.row(0, 0.5f);
      assertThatThrownBy(() -> harness.row(1, 1.5f))
          .isInstanceOf(RowsMixed.class)
          .hasMessageContaining("shapes that depend on values");
    }
    try (RowHarness harness = RowHarness.open(shaped.allowRowMixing().build(), XS)) {
      harness.row(0, 0.5f);
      harness.row(1, 1.5f);
      assertThat(harness.predictions())
          .extracting(prediction -> prediction.number("y"))
          .containsExactly(0.5, 1.5);
    }
  }

  private RowInference.Builder centered(int maxRows) {
    return Inference.rows().model(TestModels.centered(folder).toString()).batch(policy(maxRows));
  }

  private static BatchPolicy policy(int maxRows) {
    return BatchPolicy.of(maxRows, Duration.ofMillis(10));
  }
}
