package io.pelton.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.flink.source.ArrowSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFilterFunction;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Metric;
import org.apache.flink.runtime.testutils.InMemoryReporter;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A sink that takes nothing stops the job, and nothing piles up in front of it. */
class BackpressureITCase {
  private static final int BATCH_ROWS = 64;
  private static final int ROWS = 200_000;

  /** More than Flink's buffers between two tasks hold, and far less than all. */
  private static final long MOST_ROWS_UNDER_WAY = 60_000;

  /** A builder's memory for one batch, with room to spare: some ten bytes a row are in use. */
  private static final long ONE_BATCH_BYTES = 64 << 10;

  private static final InMemoryReporter REPORTER = InMemoryReporter.createWithRetainedMetrics();
  private static final AtomicLong TAKEN = new AtomicLong();
  private static volatile CountDownLatch gate = new CountDownLatch(0);

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setConfiguration(REPORTER.addToConfiguration(new Configuration()))
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(1)
              .build());

  /** Lets nothing through until it is told to. */
  private static final class Gate extends RichFilterFunction<Prediction<Row>> {
    private static final long serialVersionUID = 1L;

    @Override
    public void open(OpenContext context) {
      TAKEN.set(0);
    }

    @Override
    public boolean filter(Prediction<Row> prediction) throws InterruptedException {
      gate.await();
      TAKEN.incrementAndGet();
      return false;
    }
  }

  @TempDir Path folder;

  @BeforeEach
  void shut() {
    gate = new CountDownLatch(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aSlowSinkCausesBackpressureNotMemory(boolean ownTask) throws Exception {
    ArrowSource source =
        ArrowSource.of(AmountsFile.write(folder.resolve("in.arrow"), ROWS / 1000, 1000).toString());
    StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
    environment.setParallelism(1);
    var gated =
        Inference.rows()
            .model(TestModels.amounts(folder).toString())
            .batch(BatchPolicy.of(BATCH_ROWS, Duration.ofSeconds(1)))
            .build()
            .apply(
                environment
                    .fromSource(source, WatermarkStrategy.noWatermarks(), "amounts")
                    .flatMap(ArrowRows.of(source.schema())))
            .filter(new Gate());
    (ownTask ? gated.startNewChain() : gated).sinkTo(new DiscardingSink<>());
    JobClient client = environment.executeAsync();
    JobID job = client.getJobID();
    try {
      long scored = Until.still(() -> rowsScored(job), Duration.ofMillis(500));
      assertThat(scored).isBetween(1L, MOST_ROWS_UNDER_WAY);
      assertThat(gauge(job, "arrow_bytes")).isLessThanOrEqualTo(ONE_BATCH_BYTES);
      assertThat(TAKEN).hasValue(0);
    } finally {
      gate.countDown();
    }
    client.getJobExecutionResult().get();
    assertThat(TAKEN).hasValue(ROWS);
    assertThat(rowsScored(job)).isEqualTo(ROWS);
    assertThat(gauge(job, "arrow_peak_bytes")).isBetween(1L, ONE_BATCH_BYTES);
    assertThat(gauge(job, "arrow_bytes")).isZero();
  }

  private static long rowsScored(JobID job) {
    return REPORTER
        .findMetric(job, "model.amounts.inference_rows_output")
        .map(metric -> ((Counter) metric).getCount())
        .orElse(0L);
  }

  private static long gauge(JobID job, String name) {
    Metric metric = REPORTER.findMetric(job, "model.amounts." + name).orElseThrow();
    return (Long) ((Gauge<?>) metric).getValue();
  }
}
