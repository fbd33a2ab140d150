package io.pelton.flink.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.arrow.ArrowBatch;
import io.pelton.flink.AmountsFile;
import io.pelton.flink.source.ArrowSource;
import io.pelton.flink.type.ArrowBatchTypeInfo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.testutils.CommonTestUtils;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Arrow files to Arrow files: every row arrives once, whatever happens on the way. */
class ArrowPipelineITCase {
  private static final int BATCH_ROWS = 10;
  private static final long PACE_NANOS = 2_000_000;

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder().setNumberSlotsPerTaskManager(4).build());

  @TempDir private Path folder;
  private Path in;
  private WrittenFolder out;

  @BeforeEach
  void folders() throws Exception {
    in = Files.createDirectory(folder.resolve("in"));
    out = new WrittenFolder(folder.resolve("out"));
    Pace.reset(-1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 20, 39})
  void aFailureLosesAndDoublesNothing(int failAt) throws Exception {
    AmountsFile.write(in.resolve("a.arrow"), 24, BATCH_ROWS);
    AmountsFile.write(in.resolve("b.arrow"), 16, BATCH_ROWS);
    Pace.reset(failAt);
    StreamExecutionEnvironment environment = environment(2, null);
    environment.enableCheckpointing(10);
    pipeline(environment, ArrowSource.of(in.toString()), PACE_NANOS);
    environment.execute();
    assertThat(Pace.seen()).isGreaterThan(40);
    assertThat(out.rows()).hasSize(40 * BATCH_ROWS).containsAll(expected(24 * BATCH_ROWS));
    assertThat(out.rows().stream().distinct()).hasSize(24 * BATCH_ROWS);
  }

  @ParameterizedTest
  @EnumSource(
      value = RuntimeExecutionMode.class,
      names = {"BATCH", "STREAMING"})
  void lastFilesAreNamedAtTheEndOfTheInput(RuntimeExecutionMode mode) throws Exception {
    AmountsFile.write(in.resolve("a.arrow"), 8, BATCH_ROWS);
    StreamExecutionEnvironment environment = environment(2, null);
    environment.setRuntimeMode(mode);
    pipeline(environment, ArrowSource.of(in.toString()), 0);
    environment.execute();
    assertThat(out.rows()).containsExactlyInAnyOrderElementsOf(expected(8 * BATCH_ROWS));
  }

  @Test
  void aFilterThatLeavesNothingWritesNothing() throws Exception {
    AmountsFile.write(in.resolve("a.arrow"), 4, BATCH_ROWS);
    StreamExecutionEnvironment environment = environment(2, null);
    environment.setRuntimeMode(RuntimeExecutionMode.BATCH);
    batches(environment, ArrowSource.of(in.toString()))
        .filter(batch -> false)
        .sinkTo(ArrowSink.batches(out.path().toString()));
    environment.execute();
    assertThat(out.files()).isEmpty();
  }

  @Test
  void batchesWithoutRowsPassThrough() throws Exception {
    AmountsFile.write(in.resolve("a.arrow"), 4, BATCH_ROWS);
    StreamExecutionEnvironment environment = environment(1, null);
    environment.setRuntimeMode(RuntimeExecutionMode.BATCH);
    batches(environment, ArrowSource.of(in.toString()))
        .map(batch -> batch.slice(0, 0))
        .returns(ArrowBatchTypeInfo.INSTANCE)
        .sinkTo(ArrowSink.batches(out.path().toString()));
    environment.execute();
    assertThat(out.files()).hasSize(1);
    assertThat(out.rows()).isEmpty();
    assertThat(ArrowSource.of(out.path().toString()).schema())
        .isEqualTo(ArrowSource.of(in.toString()).schema());
  }

  @Test
  void aJobGoesOnAtAnotherParallelism() throws Exception {
    int batches = 600;
    AmountsFile.write(in.resolve("a.arrow"), batches, BATCH_ROWS);
    String savepoint = null;
    int goal = 50;
    for (int parallelism : new int[] {1, 3}) {
      int goalNow = goal;
      StreamExecutionEnvironment environment = environment(parallelism, savepoint);
      pipeline(environment, ArrowSource.of(in.toString()), PACE_NANOS);
      JobClient job = environment.executeAsync();
      CommonTestUtils.waitUntilCondition(() -> Pace.seen() >= goalNow);
      savepoint =
          job.stopWithSavepoint(
                  false, folder.resolve("savepoints").toString(), SavepointFormatType.CANONICAL)
              .get();
      goal += 150;
    }
    assertThat(out.rows()).hasSizeBetween(1, (batches - 1) * BATCH_ROWS);
    StreamExecutionEnvironment environment = environment(2, savepoint);
    pipeline(environment, ArrowSource.of(in.toString()), 0);
    environment.execute();
    assertThat(out.rows()).containsExactlyInAnyOrderElementsOf(expected(batches * BATCH_ROWS));
    // nothing was read twice either: a stop is no failure
    assertThat(Pace.seen()).isEqualTo(batches);
  }

  @Test
  void aFolderIsWatched() throws Exception {
    StreamExecutionEnvironment environment = environment(2, null);
    environment.enableCheckpointing(20);
    ArrowSource source =
        ArrowSource.of(in.toString()).withLimit(55).monitorEvery(Duration.ofMillis(20));
    pipeline(environment, source, 0);
    JobClient job = environment.executeAsync();
    for (int file = 0; file < 3; file++) {
      int rows = (file + 1) * 20;
      AmountsFile.write(in.resolve(file + ".arrow"), 2, BATCH_ROWS);
      if (file < 2) {
        CommonTestUtils.waitUntilCondition(() -> out.rows().size() == rows);
      }
    }
    // the limit ends what else would not
    job.getJobExecutionResult().get();
    assertThat(out.rows()).hasSize(55);
  }

  private DataStream<ArrowBatch> batches(
      StreamExecutionEnvironment environment, ArrowSource source) {
    return environment.fromSource(source, WatermarkStrategy.noWatermarks(), "in").uid("source");
  }

  private void pipeline(StreamExecutionEnvironment environment, ArrowSource source, long nanos) {
    batches(environment, source)
        .map(new Pace(nanos))
        .returns(ArrowBatchTypeInfo.INSTANCE)
        .sinkTo(ArrowSink.batches(out.path().toString()).rollAfterRows(70))
        .uid("sink");
  }

  private static StreamExecutionEnvironment environment(int parallelism, String savepoint) {
    Configuration configuration = new Configuration();
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 1);
    configuration.set(
        RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(1));
    if (savepoint != null) {
      configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
    }
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    environment.setParallelism(parallelism);
    return environment;
  }

  private static List<Row> expected(int rows) {
    return IntStream.range(0, rows)
        .mapToObj(i -> Row.of((float) i, Double.toString(i / 8.0)))
        .toList();
  }
}
