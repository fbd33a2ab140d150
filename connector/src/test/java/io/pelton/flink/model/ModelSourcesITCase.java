package io.pelton.flink.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.flink.CountingFileSystem;
import io.pelton.flink.Inference;
import io.pelton.flink.Prediction;
import io.pelton.flink.RowInference;
import io.pelton.flink.TestModels;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Whole jobs whose models come from different places, in one TaskManager with eight slots. */
class ModelSourcesITCase {
  private static final int SLOTS = 8;
  private static final int ROWS = 100;

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(SLOTS)
              .build());

  private static final AtomicBoolean FAILED = new AtomicBoolean();

  @TempDir Path folder;
  private StreamExecutionEnvironment environment;
  private Path file;

  @BeforeEach
  void environment() {
    Configuration configuration = new Configuration();
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 1);
    configuration.set(
        RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(1));
    environment = StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    environment.setParallelism(SLOTS);
    file = TestModels.weighted(folder, "sub/w.bin", 2);
  }

  private SingleOutputStreamOperator<Prediction<Row>> scored(RowInference inference) {
    DataStream<Row> rows =
        environment
            .fromData(
                Types.ROW_NAMED(new String[] {"a", "b"}, Types.FLOAT, Types.FLOAT),
                IntStream.range(0, ROWS).mapToObj(i -> Row.of((float) i, 0f)).toArray(Row[]::new))
            .rebalance();
    return inference.apply(rows);
  }

  private static RowInference.Builder settings() {
    return Inference.rows().input("x", "a", "b").warmUp(Duration.ZERO);
  }

  private static void assertScored(DataStream<Prediction<Row>> stream) throws Exception {
    List<Float> sums = new ArrayList<>();
    try (CloseableIterator<Prediction<Row>> predictions = stream.executeAndCollect()) {
      predictions.forEachRemaining(
          prediction -> {
            float[] y = prediction.floats("y");
            assertThat(y[1]).isEqualTo(1.5f);
            sums.add(y[0]);
          });
    }
    assertThat(sums).hasSize(ROWS).doesNotHaveDuplicates().allMatch(sum -> sum % 1 == 0.5f);
  }

  @Test
  void aLocalFileHasItsWeightsBesideIt() throws Exception {
    assertScored(scored(settings().model(file.toString()).build()));
  }

  @Test
  void aRemoteFileIsReadOnceForAllSlotsAndTheRestart() throws Exception {
    FAILED.set(false);
    SingleOutputStreamOperator<Prediction<Row>> scored =
        scored(settings().model(CountingFileSystem.uri(file)).build());
    scored
        .map(
            prediction -> {
              if (FAILED.compareAndSet(false, true)) {
                throw new IllegalStateException("this is the failure that the test wants");
              }
              return prediction;
            })
        .returns(scored.getType())
        .sinkTo(new DiscardingSink<>());
    environment.execute();
    assertThat(FAILED).isTrue();
    // and once where the job was built
    assertThat(CountingFileSystem.opened(file)).isEqualTo(2);
    assertThat(CountingFileSystem.opened(folder.resolve("sub").resolve("w.bin"))).isEqualTo(2);
  }

  @Test
  void theDistributedCacheBringsFoldersAndFiles() throws Exception {
    environment.registerCachedFile(folder.toUri().toString(), "models");
    assertScored(scored(settings().modelCached(environment, "models/weighted.onnx").build()));
  }

  @Test
  void aCachedFileNeedNotBeReadableWhereTheJobIsBuilt() throws Exception {
    environment.registerCachedFile(TestModels.features(folder).toUri().toString(), "features");
    RowInference inference =
        Inference.rows()
            .modelCached("features")
            .input("features", "a", "b", "a")
            .output("twice")
            .build();
    try (CloseableIterator<Prediction<Row>> predictions = scored(inference).executeAndCollect()) {
      int[] count = {0};
      predictions.forEachRemaining(
          prediction -> {
            float a = (Float) prediction.input().getField(0);
            assertThat(prediction.floats("twice")).containsExactly(2 * a, 0, 2 * a);
            count[0]++;
          });
      assertThat(count[0]).isEqualTo(ROWS);
    }
  }
}
