package io.pelton.examples.benchmarks.streaming;

import io.pelton.flink.BatchPolicy;
import io.pelton.flink.Prediction;
import java.io.IOException;
import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.types.Row;

/**
 * One job of one chained vertex in a cluster of one slot, objects used again: prepared records, a
 * way to score them, a sink that looks at every score. It reports, as medians of its rounds, {@code
 * rate} (records a second), {@code cpu} (nanoseconds of the task's thread a record), {@code
 * allocated} (bytes a record), {@code mean} (of the first scores), and where records are paced
 * {@code p50} and {@code p99} (nanoseconds from the source to the sink).
 */
public final class StreamingRun {
  /** Ways to score. */
  enum Way {
    /** Pelton, in batches by its policy. */
    PELTON,
    /** Pelton, in batches that follow the stream. */
    ADAPTIVE,
    /** ONNX Runtime called per record. */
    RECORD_PEER,
    /** ONNX Runtime behind a buffer. */
    BUFFER_PEER
  }

  /** Of adaptive batches. */
  private static final Duration TARGET = Duration.ofMillis(10);

  private final StreamingCase what;
  private final Schedule schedule;

  private StreamingRun(StreamingCase what, Schedule schedule) {
    this.what = what;
    this.schedule = schedule;
  }

  /**
   * @param arguments a {@link StreamingCase}, a {@link Way}, rows of a batch at most, and the
   *     warm-up in seconds, the rounds, the seconds of each, and the rate of a {@link Schedule}
   */
  public static void main(String[] arguments) throws Exception {
    Schedule schedule =
        new Schedule(
            seconds(arguments[3]),
            Integer.parseInt(arguments[4]),
            seconds(arguments[5]),
            Double.parseDouble(arguments[6]));
    new StreamingRun(StreamingCase.valueOf(arguments[0]), schedule)
        .run(Way.valueOf(arguments[1]), Integer.parseInt(arguments[2]));
    // a library's threads may be left
    System.exit(0);
  }

  private static Duration seconds(String seconds) {
    return Duration.ofNanos((long) (Double.parseDouble(seconds) * 1e9));
  }

  private void run(Way way, int maxRows) throws Exception {
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.getExecutionEnvironment().setParallelism(1);
    environment.getConfig().enableObjectReuse();
    DataStream<Row> rows =
        environment.fromSource(
            new PreparedSource<>(what::rows, schedule),
            WatermarkStrategy.noWatermarks(),
            "prepared",
            what.type());
    switch (way) {
      case PELTON -> pelton(rows, BatchPolicy.of(maxRows, BatchPolicy.DEFAULT_LINGER));
      case ADAPTIVE -> pelton(rows, adaptive(maxRows));
      case RECORD_PEER -> {
        PeerModel model = what.peer(what.model());
        peer(rows.map(new RecordPeer(model, what.inputs(model))));
      }
      case BUFFER_PEER -> {
        PeerModel model = what.peer(what.model());
        peer(
            rows.transform(
                "buffered",
                TypeInformation.of(Scored.class),
                new BufferPeer(model, what.inputs(model))));
      }
    }
    execute(environment);
  }

  private static BatchPolicy adaptive(int maxRows) {
    return BatchPolicy.of(maxRows, BatchPolicy.DEFAULT_LINGER).withLatencyTarget(TARGET);
  }

  private void pelton(DataStream<Row> rows, BatchPolicy batch) throws IOException {
    what.inference(what.model(), batch)
        .apply(rows)
        .sinkTo(new ScoreSink<Prediction<Row>>(scored -> scored.value(0), schedule));
  }

  private void peer(DataStream<Scored> scored) {
    scored.sinkTo(new ScoreSink<Scored>(Scored::score, schedule));
  }

  private static void execute(StreamExecutionEnvironment environment) throws Exception {
    MiniClusterConfiguration slots =
        new MiniClusterConfiguration.Builder()
            .setNumTaskManagers(1)
            .setNumSlotsPerTaskManager(1)
            .withRandomPorts()
            .build();
    try (MiniCluster cluster = new MiniCluster(slots)) {
      cluster.start();
      cluster.executeJobBlocking(environment.getStreamGraph().getJobGraph());
    }
  }
}
