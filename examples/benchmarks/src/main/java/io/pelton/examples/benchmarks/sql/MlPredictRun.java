package io.pelton.examples.benchmarks.sql;

import io.pelton.examples.benchmarks.streaming.PreparedSource;
import io.pelton.examples.benchmarks.streaming.Schedule;
import io.pelton.examples.benchmarks.streaming.ScoreSink;
import io.pelton.examples.benchmarks.streaming.StreamingCase;
import io.pelton.flink.BatchPolicy;
import io.pelton.flink.Prediction;
import io.pelton.flink.table.PeltonModelProviderFactory;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.DataType;

/**
 * One job of one chained vertex in a cluster of one slot, objects used again: prepared rows of a
 * table, a way to score them, a sink that looks at every score. It reports what {@link
 * io.pelton.examples.benchmarks.streaming.StreamingRun} does.
 */
public final class MlPredictRun {
  /** Ways to score. */
  enum Way {
    /** The operator of the DataStream API. */
    OPERATOR,
    /** {@code ML_PREDICT}, asynchronous. */
    ASYNC,
    /** {@code ML_PREDICT}, row by row. */
    SYNC,
    /** {@code ML_PREDICT} with a provider that does not know how many rows may be under way. */
    UNCLAMPED
  }

  private static final Duration LINGER = Duration.ofMillis(20);

  private final StreamingCase what;
  private final Schedule schedule;
  private final SqlModel model;

  private MlPredictRun(StreamingCase what, Schedule schedule) throws IOException {
    this.what = what;
    this.schedule = schedule;
    this.model = SqlModel.of(what);
  }

  /**
   * @param arguments a {@link StreamingCase}, a {@link Way}, rows of a batch at most, the capacity,
   *     threads that score beside the task's, and the warm-up in seconds, the rounds and the
   *     seconds of each
   */
  public static void main(String[] arguments) throws Exception {
    Schedule schedule =
        new Schedule(
            seconds(arguments[5]), Integer.parseInt(arguments[6]), seconds(arguments[7]), 0);
    new MlPredictRun(StreamingCase.valueOf(arguments[0]), schedule)
        .run(
            Way.valueOf(arguments[1]),
            Integer.parseInt(arguments[2]),
            Integer.parseInt(arguments[3]),
            Integer.parseInt(arguments[4]));
    // a library's threads may be left
    System.exit(0);
  }

  private static Duration seconds(String seconds) {
    return Duration.ofNanos((long) (Double.parseDouble(seconds) * 1e9));
  }

  private void run(Way way, int maxRows, int capacity, int workers) throws Exception {
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.getExecutionEnvironment().setParallelism(1);
    environment.getConfig().enableObjectReuse();
    StreamingCase records = what;
    DataStream<RowData> rows =
        environment.fromSource(
            new PreparedSource<>(() -> RowDataRecords.read(records), schedule),
            WatermarkStrategy.noWatermarks(),
            "prepared",
            InternalTypeInfo.of(model.fields()));
    if (way == Way.OPERATOR) {
      model
          .operator(BatchPolicy.of(maxRows, LINGER))
          .build()
          .apply(rows)
          .sinkTo(new ScoreSink<Prediction<RowData>>(scored -> scored.value(0), schedule));
    } else {
      query(environment, rows, way, capacity, options(maxRows, workers));
    }
    execute(environment);
  }

  private static Map<String, String> options(int maxRows, int workers) {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("batch.max-rows", Integer.toString(maxRows));
    options.put("batch.linger", LINGER.toMillis() + " ms");
    options.put("execution.workers", Integer.toString(workers));
    return options;
  }

  private void query(
      StreamExecutionEnvironment environment,
      DataStream<RowData> rows,
      Way way,
      int capacity,
      Map<String, String> options) {
    StreamTableEnvironment tables = StreamTableEnvironment.create(environment);
    tables.createTemporaryView("records", tables.fromDataStream(rows));
    String provider =
        way == Way.UNCLAMPED
            ? UnclampedProviderFactory.IDENTIFIER
            : PeltonModelProviderFactory.IDENTIFIER;
    tables.executeSql(model.create("scorer", provider, options));
    Table scored =
        tables.sqlQuery(
            String.format(
                Locale.ROOT,
                "SELECT * FROM ML_PREDICT(TABLE records, MODEL scorer, %s,"
                    + " MAP['async', '%s', 'max-concurrent-operations', '%d'])",
                model.descriptor(),
                way != Way.SYNC,
                capacity));
    DataType type = scored.getResolvedSchema().toPhysicalRowDataType().bridgedTo(RowData.class);
    tables.<RowData>toDataStream(scored, type).sinkTo(new ScoreSink<>(model.score(), schedule));
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
