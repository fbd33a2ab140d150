package io.pelton.examples.benchmarks.streaming;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.NullPolicy;
import io.pelton.examples.benchmarks.FreshJvm;
import io.pelton.flink.BatchPolicy;
import io.pelton.flink.ErrorPolicy;
import io.pelton.flink.FailedRecord;
import io.pelton.flink.Inference;
import io.pelton.flink.Prediction;
import io.pelton.flink.RowInference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.types.Row;
import org.apache.flink.util.OutputTag;
import org.apache.flink.util.TimeUtils;

/** The job of a {@link LoadRun}, and who looks at what it holds. */
public final class LoadJob {
  static final String RECORDS = "records";
  static final String SCORED = "scored";
  static final String FAILED = "failed";
  static final String CHECKPOINTS = "checkpoints";

  private static final int SLOTS = 2;
  private static final long CHECKPOINT_MILLIS = 1000;
  private static final long MILLISECOND_NANOS = 1_000_000;

  /** Of the run, what is not looked at: compilers and caches take memory at first. */
  private static final double WARM_UP = 0.25;

  /** The job runs in this JVM. */
  private static final LongAdder SCORED_SO_FAR = new LongAdder();

  private static final LongAdder FAILED_SO_FAR = new LongAdder();

  private LoadJob() {}

  /**
   * @param arguments seconds, seconds between looks, the linger such as 1s, rows of a batch
   */
  public static void main(String[] arguments) throws Exception {
    double seconds = Double.parseDouble(arguments[0]);
    double every = Double.parseDouble(arguments[1]);
    BatchPolicy batch =
        BatchPolicy.of(Integer.parseInt(arguments[3]), TimeUtils.parseDuration(arguments[2]));
    MiniClusterConfiguration slots =
        new MiniClusterConfiguration.Builder()
            .setNumTaskManagers(1)
            .setNumSlotsPerTaskManager(SLOTS)
            .withRandomPorts()
            .build();
    try (MiniCluster cluster = new MiniCluster(slots);
        ArrowAllocator probe = ArrowAllocator.open("probe")) {
      cluster.start();
      JobID job = cluster.submitJob(graph(batch).getStreamGraph().getJobGraph()).get().getJobID();
      watch(cluster, job, probe, seconds, every);
      cluster.cancelJob(job).get();
      cluster.requestJobResult(job).get();
    }
    System.exit(0);
  }

  private static StreamExecutionEnvironment graph(BatchPolicy batch) throws Exception {
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.getExecutionEnvironment().setParallelism(SLOTS);
    environment.enableCheckpointing(CHECKPOINT_MILLIS);
    AdultRecords records = AdultRecords.read();
    OutputTag<FailedRecord<Row>> bad = FailedRecord.tag("bad", records.type());
    SingleOutputStreamOperator<Prediction<Row>> scored =
        inference(records, batch, bad)
            .apply(
                environment
                    .fromSource(
                        new NumberSequenceSource(0, Long.MAX_VALUE - 1),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                    .map(new LoadRecords())
                    .returns(records.type()));
    scored.filter(prediction -> count(SCORED_SO_FAR)).sinkTo(new DiscardingSink<>());
    scored.getSideOutput(bad).filter(record -> count(FAILED_SO_FAR)).sinkTo(new DiscardingSink<>());
    return environment;
  }

  private static boolean count(LongAdder counter) {
    counter.increment();
    return false;
  }

  private static RowInference inference(
      AdultRecords records, BatchPolicy batch, OutputTag<FailedRecord<Row>> bad) {
    RowInference.Builder builder =
        Inference.rows()
            .name("load")
            .model(System.getProperty("adult.model"))
            .batch(batch)
            .errors(ErrorPolicy.sideOutput(bad))
            .nulls(NullPolicy.nan());
    for (String column : records.textColumns()) {
      builder.nulls(
          column,
          column.equals(LoadRecords.FIELD) ? NullPolicy.fail() : NullPolicy.defaultValue("?"));
    }
    return builder.output(AdultRecords.OUTPUT).build();
  }

  /** Loading the model is no part of the load. */
  private static void awaitFirst(MiniCluster cluster, JobID job) throws Exception {
    while (SCORED_SO_FAR.sum() == 0) {
      if (cluster.getJobStatus(job).get().isTerminalState()) {
        throw new IllegalStateException("the job ended", failure(cluster, job));
      }
      LockSupport.parkNanos(MILLISECOND_NANOS);
    }
  }

  private static Throwable failure(MiniCluster cluster, JobID job) throws Exception {
    return cluster.requestJobResult(job).get().getSerializedThrowable().orElse(null);
  }

  private static void watch(
      MiniCluster cluster, JobID job, ArrowAllocator probe, double seconds, double every)
      throws Exception {
    awaitFirst(cluster, job);
    long start = System.nanoTime();
    List<LoadSample> samples = new ArrayList<>();
    double elapsed = 0;
    while (elapsed < seconds) {
      LockSupport.parkNanos((long) (every * 1e9));
      elapsed = (System.nanoTime() - start) / 1e9;
      LoadSample sample = LoadSample.now(elapsed, probe);
      System.out.println(sample.line(SCORED_SO_FAR.sum(), FAILED_SO_FAR.sum()));
      samples.add(sample);
    }
    FreshJvm.report(SCORED, SCORED_SO_FAR.sum());
    FreshJvm.report(FAILED, FAILED_SO_FAR.sum());
    FreshJvm.report(RECORDS, SCORED_SO_FAR.sum() / elapsed);
    FreshJvm.report(
        CHECKPOINTS,
        cluster
            .getExecutionGraph(job)
            .get()
            .getCheckpointStatsSnapshot()
            .getCounts()
            .getNumberOfCompletedCheckpoints());
    double warm = elapsed * WARM_UP;
    List<LoadSample> kept = samples.stream().filter(s -> s.seconds() >= warm).toList();
    LoadSample last = samples.get(samples.size() - 1);
    for (LoadSample.Series series : LoadSample.SERIES) {
      FreshJvm.report(series.name(), series.of(last));
      FreshJvm.report(series.name() + "-slope", series.slope(kept));
    }
  }
}
