package io.pelton.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs that are stopped, or cancelled, while records wait or are being scored. */
@Timeout(value = 3, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StoppedJobsITCase {
  /** Not a multiple of a batch: the last records wait for the end. */
  private static final int RECORDS = 20_005;

  private static final int MAX_ROWS = 64;

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(2)
              .build());

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"false, 1, 2", "true, 2, 1"})
  void everyRecordComesOutOnceAcrossASavepoint(boolean drain, int before, int after)
      throws Exception {
    Seen.reset();
    Pace.slow = true;
    JobClient job = start(before, null);
    Seen.awaitSome();
    String savepoint =
        job.stopWithSavepoint(
                drain,
                folder.resolve("savepoints").toUri().toString(),
                SavepointFormatType.CANONICAL)
            .get();
    job.getJobExecutionResult().get();
    List<Float> first = Seen.take();
    assertThat(first).hasSizeLessThan(RECORDS).doesNotHaveDuplicates();

    Pace.slow = false;
    start(after, savepoint).getJobExecutionResult().get();
    List<Float> all = new ArrayList<>(first);
    all.addAll(Seen.take());
    Collections.sort(all);
    assertThat(all)
        .isEqualTo(LongStream.range(0, RECORDS).mapToObj(number -> (float) number).toList());
  }

  /** Records wait without end until a batch is full. */
  private JobClient start(int parallelism, String savepoint) throws Exception {
    Configuration configuration = new Configuration();
    if (savepoint != null) {
      configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
    }
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    environment.setParallelism(parallelism);
    RowInference inference =
        Inference.rows()
            .model(TestModels.relu(folder).toString())
            .batch(BatchPolicy.of(MAX_ROWS, BatchPolicy.LONGEST))
            .build();
    inference
        .apply(
            environment
                .fromSource(
                    new NumberSequenceSource(0, RECORDS - 1),
                    WatermarkStrategy.noWatermarks(),
                    "numbers")
                .uid("numbers")
                .map(new Pace())
                .returns(Types.ROW_NAMED(new String[] {"x"}, Types.FLOAT)))
        .uid("inference")
        .map(new Seen())
        .returns(Types.FLOAT)
        .sinkTo(new DiscardingSink<>());
    return environment.executeAsync();
  }

  @Test
  void aJobIsCancelledInTheMidstOfALongBatch() throws Exception {
    StallingBackend.stall();
    JobClient job = stalling();
    StallingBackend.awaitStalled();
    job.cancel().get();
    awaitEnd(job);
    assertThat(job.getJobStatus().get()).isEqualTo(JobStatus.CANCELED);

    // the TaskManager goes on with the same model
    StallingBackend.stall();
    JobClient next = stalling();
    StallingBackend.awaitStalled();
    StallingBackend.release();
    next.getJobExecutionResult().get();
    assertThat(next.getJobStatus().get()).isEqualTo(JobStatus.FINISHED);
  }

  private JobClient stalling() throws Exception {
    StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
    environment.setParallelism(1);
    Inference.rows()
        .model(TestModels.relu(folder).toString())
        .backend(StallingBackend.NAME)
        .batch(BatchPolicy.of(MAX_ROWS, Duration.ofMillis(5)))
        .errors(ErrorPolicy.skip())
        .build()
        .apply(
            environment
                .fromSequence(0, RECORDS - 1)
                .map(number -> Row.of((float) number))
                .returns(Types.ROW_NAMED(new String[] {"x"}, Types.FLOAT)))
        .sinkTo(new DiscardingSink<>());
    return environment.executeAsync();
  }

  private static void awaitEnd(JobClient job) throws Exception {
    while (!job.getJobStatus().get().isTerminalState()) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  /** Makes rows, slowly while the first job runs, which must be stopped before it ends. */
  private static final class Pace implements MapFunction<Long, Row> {
    private static final long serialVersionUID = 1L;
    private static volatile boolean slow;

    @Override
    public Row map(Long number) {
      if (slow) {
        LockSupport.parkNanos(1_000_000);
      }
      return Row.of((float) number);
    }
  }

  /** Keeps what was predicted. */
  private static final class Seen implements MapFunction<Prediction<Row>, Float> {
    private static final long serialVersionUID = 1L;
    private static final List<Float> VALUES = Collections.synchronizedList(new ArrayList<>());
    private static volatile CountDownLatch enough;

    static void reset() {
      VALUES.clear();
      enough = new CountDownLatch(3 * MAX_ROWS);
    }

    static void awaitSome() throws InterruptedException {
      enough.await();
    }

    static List<Float> take() {
      List<Float> taken = List.copyOf(VALUES);
      VALUES.clear();
      return taken;
    }

    @Override
    public Float map(Prediction<Row> prediction) {
      float value = (float) prediction.number("y");
      VALUES.add(value);
      enough.countDown();
      return value;
    }
  }
}
