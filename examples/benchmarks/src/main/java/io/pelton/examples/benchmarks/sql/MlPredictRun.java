package io.pelton.examples.benchmarks.sql;

import io.pelton.examples.benchmarks.streaming.PreparedSource;
import io.pelton.examples.benchmarks.streaming.Schedule;
import io.pelton.examples.benchmarks.streaming.ScoreSink;
import io.pelton.examples.benchmarks.streaming.StreamingCase;
import io.pelton.flink.BatchPolicy;
import io.pelton.flink.Prediction;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
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
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.function.SerializableFunction;

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

  private final StreamingCase what;
  private final Schedule schedule;
  private final DataType type;

  private MlPredictRun(StreamingCase what, Schedule schedule) throws IOException {
    this.what = what;
    this.schedule = schedule;
    this.type = RowDataRecords.type(what);
  }

  /**
   * @param arguments a {@link StreamingCase}, a {@link Way}, rows of a batch at most, the capacity,
   *     threads that score beside the task's, and the warm-up in seconds, the rounds and the seconds
   *     of each
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
            InternalTypeInfo.of((RowType) type.getLogicalType()));
    if (way == Way.OPERATOR) {
      what.rowDataInference(what.model(), BatchPolicy.of(maxRows, BatchPolicy.DEFAULT_LINGER))
          .apply(rows)
          .sinkTo(new ScoreSink<Prediction<RowData>>(scored -> scored.value(0), schedule));
    } else {
      sql(environment, rows, way, maxRows, capacity, workers);
    }
    execute(environment);
  }

  private void sql(
      StreamExecutionEnvironment environment,
      DataStream<RowData> rows,
      Way way,
      int maxRows,
      int capacity,
      int workers)
      throws IOException {
    StreamTableEnvironment tables = StreamTableEnvironment.create(environment);
    tables.createTemporaryView("records", tables.fromDataStream(rows));
    RowType fields = (RowType) type.getLogicalType();
    LogicalType score = what.score();
    String names =
        fields.getFieldNames().stream()
            .map(name -> "`" + name + "`")
            .collect(Collectors.joining(", "));
    String options =
        what.options(what.model()).entrySet().stream()
            .map(option -> ", '" + option.getKey() + "' = '" + option.getValue() + "'")
            .collect(Collectors.joining());
    tables.executeSql(
        "CREATE TEMPORARY MODEL scorer INPUT ("
            + columns(fields)
            + ") OUTPUT (`"
            + what.output()
            + "` "
            + score.asSummaryString()
            + ") WITH ('provider' = '"
            + (way == Way.UNCLAMPED ? UnclampedProviderFactory.IDENTIFIER : "pelton")
            + "', 'batch.max-rows' = '"
            + maxRows
            + "', 'batch.linger' = '20 ms', 'execution.workers' = '"
            + workers
            + "'"
            + options
            + ")");
    Table scored =
        tables.sqlQuery(
            "SELECT * FROM ML_PREDICT(TABLE records, MODEL scorer, DESCRIPTOR("
                + names
                + "), MAP['async', '"
                + (way != Way.SYNC)
                + "', 'max-concurrent-operations', '"
                + capacity
                + "'])");
    tables
        .toDataStream(scored, scored.getResolvedSchema().toPhysicalRowDataType().bridgedTo(RowData.class))
        .map(RowData.class::cast)
        .returns(RowData.class)
        .sinkTo(new ScoreSink<>(reader(fields.getFieldCount(), score), schedule));
  }

  private static String columns(RowType fields) {
    return fields.getFields().stream()
        .map(field -> "`" + field.getName() + "` " + field.getType().asSummaryString())
        .collect(Collectors.joining(", "));
  }

  private static SerializableFunction<RowData, Object> reader(int position, LogicalType score) {
    List<LogicalType> elements = score.getChildren();
    return elements.isEmpty()
        ? row -> row.getFloat(position)
        : row -> row.getArray(position).toFloatArray();
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
