package io.pelton.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Lists of several lengths in whole jobs: neither batches, padding nor parallelism show. */
class LengthsITCase {
  private static final int RECORDS = 200;
  private static final long SEED = 11;
  private static final TypeInformation<Row> ROWS =
      Types.ROW_NAMED(
          new String[] {"key", "ids", "scale"},
          Types.INT,
          PrimitiveArrayTypeInfo.LONG_PRIMITIVE_ARRAY_TYPE_INFO,
          Types.FLOAT);

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder().setNumberSlotsPerTaskManager(2).build());

  @TempDir Path folder;

  @Test
  void predictionsAreBitIdentical() throws Exception {
    LengthPolicy exact = LengthPolicy.exact().withMask("mask");
    LengthPolicy powers = LengthPolicy.powersOfTwo(4).withMask("mask");
    List<String> expected = score(exact, 1, 1);
    assertThat(expected).hasSize(RECORDS).doesNotHaveDuplicates();
    assertThat(score(exact, 64, 2)).isEqualTo(expected);
    assertThat(score(powers, 64, 1)).isEqualTo(expected);
    assertThat(score(powers, 13, 2)).isEqualTo(expected);
  }

  /** Keys with the bits of outputs, sorted. */
  private List<String> score(LengthPolicy policy, int maxRows, int parallelism) throws Exception {
    StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
    environment.setParallelism(parallelism);
    RowInference inference =
        Inference.rows()
            .model(RaggedModels.masked(folder).toString())
            .batch(BatchPolicy.of(maxRows, Duration.ofMillis(5)))
            .lengths(policy)
            .build();
    List<String> lines = new ArrayList<>();
    try (CloseableIterator<Prediction<Row>> predictions =
        inference
            .apply(environment.fromData(ROWS, records()).rebalance())
            .executeAndCollect("lengths")) {
      predictions.forEachRemaining(prediction -> lines.add(line(prediction)));
    }
    lines.sort(null);
    return lines;
  }

  private static Row[] records() {
    SplittableRandom random = new SplittableRandom(SEED);
    Row[] records = new Row[RECORDS];
    for (int key = 0; key < records.length; key++) {
      long[] ids = random.longs(1 + random.nextInt(7), 0, RaggedModels.VOCABULARY).toArray();
      records[key] = Row.of(key, ids, (float) random.nextDouble());
    }
    return records;
  }

  private static String line(Prediction<Row> prediction) {
    return prediction.input().getField(0)
        + " "
        + bits(prediction.floats("hidden"))
        + " "
        + bits(prediction.floats("pooled"));
  }

  private static String bits(float[] values) {
    int[] bits = new int[values.length];
    for (int i = 0; i < bits.length; i++) {
      bits[i] = Float.floatToRawIntBits(values[i]);
    }
    return Arrays.toString(bits);
  }
}
