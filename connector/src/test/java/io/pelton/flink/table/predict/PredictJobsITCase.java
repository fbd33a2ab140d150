package io.pelton.flink.table.predict;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.flink.StallingBackend;
import io.pelton.flink.TestModels;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Queries that are cancelled while rows are scored, and stopped while rows wait. */
@Timeout(value = 3, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PredictJobsITCase {
  private static final int ROWS = 3_000;

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(2)
              .build());

  @TempDir Path folder;

  @Test
  void aQueryIsCancelledInTheMidstOfALongBatch() throws Exception {
    StallingBackend.stall();
    JobClient job = stalling("MAP['timeout', '1 h']");
    StallingBackend.awaitStalled();
    job.cancel().get();
    StallingBackend.release();
    await(job, JobStatus.CANCELED);
  }

  private JobClient stalling(String options) throws Exception {
    return start("'device' = 'stalling', 'execution.workers' = '1'", options, null);
  }

  /** Rows wait without end in the first job, which is stopped while they do. */
  @ParameterizedTest
  @CsvSource({"0, 2", "2, 0"})
  void everyRowComesOutOnceAcrossASavepoint(int before, int after) throws Exception {
    Seen.reset();
    Pace.slow = true;
    String options = "MAP['max-concurrent-operations', '50', 'timeout', '1 h']";
    String batches = "'batch.max-rows' = '7', 'execution.workers' = '";
    JobClient job = start(batches + before + "', 'batch.linger' = '1 min'", options, null);
    Seen.awaitSome();
    String savepoint =
        job.stopWithSavepoint(
                false,
                folder.resolve("savepoints").toUri().toString(),
                SavepointFormatType.CANONICAL)
            .get();
    job.getJobExecutionResult().get();
    List<Float> all = new ArrayList<>(Seen.takeOfCheckpoint());
    assertThat(all).hasSizeLessThan(ROWS).doesNotHaveDuplicates();

    Pace.slow = false;
    start(batches + after + "', 'batch.linger' = '5 ms'", options, savepoint)
        .getJobExecutionResult()
        .get();
    all.addAll(Seen.take());
    assertThat(all).hasSize(ROWS).doesNotHaveDuplicates();
  }

  private static void await(JobClient job, JobStatus status) throws Exception {
    while (job.getJobStatus().get() != status) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  private JobClient start(String model, String query, String savepoint) throws Exception {
    Configuration configuration = new Configuration();
    if (savepoint != null) {
      configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
    }
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration).setParallelism(1);
    StreamTableEnvironment tables = StreamTableEnvironment.create(environment);
    DataStream<Row> numbers =
        environment
            .fromSource(
                new NumberSequenceSource(0, ROWS - 1), WatermarkStrategy.noWatermarks(), "numbers")
            .map(new Pace())
            .returns(Types.ROW_NAMED(new String[] {"x"}, Types.FLOAT));
    tables.createTemporaryView("numbers", tables.fromDataStream(numbers));
    tables.executeSql(
        "CREATE TEMPORARY MODEL m INPUT (x FLOAT) OUTPUT (y FLOAT) WITH ('provider' = 'pelton',"
            + " 'warm-up' = '0 s', 'model' = '"
            + TestModels.relu(folder)
            + "', "
            + model
            + ")");
    Table scored =
        tables.sqlQuery(
            "SELECT y FROM ML_PREDICT(TABLE numbers, MODEL m, DESCRIPTOR(x), " + query + ")");
    tables.toDataStream(scored).map(new Seen()).sinkTo(new DiscardingSink<>());
    return environment.executeAsync();
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

  /** Keeps what was predicted, and what of it before the latest checkpoint. */
  private static final class Seen implements MapFunction<Row, Float>, CheckpointedFunction {
    private static final long serialVersionUID = 1L;
    private static final List<Float> VALUES = Collections.synchronizedList(new ArrayList<>());
    private static volatile List<Float> checkpointed = List.of();
    private static volatile CountDownLatch enough = new CountDownLatch(0);

    static void reset() {
      VALUES.clear();
      enough = new CountDownLatch(100);
    }

    static void awaitSome() throws InterruptedException {
      enough.await();
    }

    static List<Float> takeOfCheckpoint() {
      VALUES.clear();
      return checkpointed;
    }

    static List<Float> take() {
      List<Float> taken = List.copyOf(VALUES);
      VALUES.clear();
      return taken;
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) {
      checkpointed = List.copyOf(VALUES);
    }

    @Override
    public void initializeState(FunctionInitializationContext context) {
      // what was seen stays with the test
    }

    @Override
    public Float map(Row row) {
      Float value = (Float) row.getField("y");
      VALUES.add(value);
      enough.countDown();
      return value;
    }
  }
}
