package io.pelton.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.arrow.ArrowBatch;
import io.pelton.flink.error.InvalidSetting;
import io.pelton.flink.metrics.InferenceSummary;
import io.pelton.flink.sink.ArrowSink;
import io.pelton.flink.source.ArrowSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Metric;
import org.apache.flink.runtime.testutils.InMemoryReporter;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.apache.flink.util.Collector;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole jobs in an embedded cluster of one TaskManager with four slots. */
class InferenceITCase {
  private static final int BATCHES = 10;
  private static final int BATCH_ROWS = 100;
  private static final int ROWS = BATCHES * BATCH_ROWS;

  private static final InMemoryReporter REPORTER = InMemoryReporter.createWithRetainedMetrics();

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setConfiguration(REPORTER.addToConfiguration(new Configuration()))
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(4)
              .build());

  @TempDir Path folder;
  private Path model;
  private ArrowSource source;

  @BeforeEach
  void files() {
    model = TestModels.amounts(folder);
    source =
        ArrowSource.of(
            AmountsFile.write(folder.resolve("amounts.arrow"), BATCHES, BATCH_ROWS).toString());
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "7, 1", "64, 1", "1024, 1", "1, 2", "7, 2", "64, 2", "1024, 2"})
  void neitherBatchSizeNorParallelismChangesARow(int maxRows, int parallelism) throws Exception {
    SingleOutputStreamOperator<Prediction<Row>> scored =
        inference(maxRows).build().apply(rows(environment(parallelism)));
    List<Prediction<Row>> predictions =
        collect(scored.rebalance().map(prediction -> prediction).returns(scored.getType()));
    assertEveryRowOnce(predictions);
  }

  @ParameterizedTest
  @CsvSource({"1, false", "64, false", "1024, true"})
  void batchesComeToTheSame(int maxRows, boolean objectReuse) throws Exception {
    StreamExecutionEnvironment environment = environment(2);
    if (objectReuse) {
      environment.getConfig().enableObjectReuse();
    }
    DataStream<ArrowBatch> scored =
        Inference.arrow()
            .model(model.toString())
            .schema(source.schema())
            .batch(BatchPolicy.of(maxRows, Duration.ofMillis(5)))
            .output("sum")
            .build()
            .apply(batches(environment));
    List<Row> rows = new ArrayList<>();
    for (ArrowBatch batch : collect(scored)) {
      rows.addAll(Batches.rows(batch));
    }
    rows.sort(Comparator.comparing(row -> (Float) row.getField(0)));
    assertThat(rows).hasSize(ROWS);
    for (int i = 0; i < ROWS; i++) {
      assertThat(rows.get(i)).isEqualTo(Row.of((float) i, Double.toString(i / 8.0), sum(i)));
    }
  }

  @Test
  void aTaskManagerLoadsAModelOnce() throws Exception {
    StreamExecutionEnvironment environment = environment(4);
    RowInference inference =
        Inference.rows().name("shared").model(CountingFileSystem.uri(model)).build();
    assertThat(CountingFileSystem.opened(model)).isEqualTo(1);
    inference.apply(rows(environment).rebalance()).sinkTo(new DiscardingSink<>());

    JobExecutionResult result = environment.execute();

    assertThat(CountingFileSystem.opened(model)).isEqualTo(2);
    InferenceSummary summary = InferenceSummary.of(result, "shared");
    assertThat(summary.rows()).isEqualTo(ROWS);
    assertThat(summary.failures()).isZero();
    assertThat(summary.batches()).isPositive();
    assertThat(summary.meanBatchRows()).isEqualTo((double) ROWS / summary.batches());
    assertThat(summary.planHits() + summary.planMisses()).isEqualTo(summary.batches());
    assertThat(summary.planMisses()).isPositive();
    assertThat(summary.arenaBytes()).isPositive();
  }

  @Test
  void operatorsOfOneTaskCountTogether() throws Exception {
    StreamExecutionEnvironment environment = environment(1);
    DataStream<Row> rows = rows(environment);
    inference(64).build().apply(rows).sinkTo(new DiscardingSink<>());
    inference(64).build().apply(rows).sinkTo(new DiscardingSink<>());
    assertThat(InferenceSummary.of(environment.execute(), "amounts").rows()).isEqualTo(2 * ROWS);
  }

  @Test
  void aJobWithoutRowsSumsUpToNothing() throws Exception {
    StreamExecutionEnvironment environment = environment(2);
    DataStream<Row> rows = rows(environment);
    inference(64)
        .build()
        .apply(rows.filter(row -> false).returns(rows.getType()))
        .sinkTo(new DiscardingSink<>());
    assertThat(InferenceSummary.of(environment.execute(), "amounts"))
        .isEqualTo(new InferenceSummary(0, 0, 0, 0, 0, 0, 0));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void differentModelsOfOneNameAreNotSummedUp(boolean oneTask) throws Exception {
    Path other =
        Files.copy(model, Files.createDirectory(folder.resolve("b")).resolve("amounts.onnx"));
    StreamExecutionEnvironment environment = environment(1);
    DataStream<Row> rows = rows(environment);
    inference(64).build().apply(rows).sinkTo(new DiscardingSink<>());
    SingleOutputStreamOperator<Prediction<Row>> second =
        Inference.rows().model(other.toString()).build().apply(rows);
    (oneTask ? second : second.startNewChain()).sinkTo(new DiscardingSink<>());
    JobExecutionResult result = environment.execute();
    assertThatThrownBy(() -> InferenceSummary.of(result, "amounts"))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining(model.toString())
        .hasMessageContaining(other.toString())
        .hasMessageContaining("name(…)");
  }

  @Test
  void metricsAreGroupedByModel() throws Exception {
    StreamExecutionEnvironment environment = environment(1);
    inference(64).build().apply(rows(environment)).sinkTo(new DiscardingSink<>());
    JobID job = environment.execute().getJobID();

    assertThat(((Counter) metric(job, "inference_rows_output")).getCount()).isEqualTo(ROWS);
    long requests = ((Counter) metric(job, "inference_requests")).getCount();
    assertThat(requests).isBetween((long) ROWS / 64, (long) ROWS);
    assertThat(((Counter) metric(job, "inference_failures")).getCount()).isZero();
    assertThat(gauge(job, "batch_rows_mean").doubleValue()).isEqualTo((double) ROWS / requests);
    assertThat(
            gauge(job, "plan_cache_hits").longValue() + gauge(job, "plan_cache_misses").longValue())
        .isEqualTo(requests);
    assertThat(gauge(job, "arena_bytes").longValue()).isPositive();
    assertThat(gauge(job, "weight_bytes").longValue()).isNotNegative();
    assertThat(gauge(job, "arrow_peak_bytes").longValue())
        .isPositive()
        .isLessThanOrEqualTo(gauge(job, "arrow_limit_bytes").longValue());
    // every batch was released
    assertThat(gauge(job, "arrow_bytes").longValue()).isZero();
  }

  private static Number gauge(JobID job, String name) {
    return (Number) ((Gauge<?>) metric(job, name)).getValue();
  }

  private static Metric metric(JobID job, String name) {
    return REPORTER.findMetric(job, "model.amounts." + name).orElseThrow();
  }

  @Test
  void aRestartNeitherLosesNorDoublesRows() throws Exception {
    FailOnce.reset();
    int batches = 400;
    Path file = AmountsFile.write(folder.resolve("long.arrow"), batches, BATCH_ROWS);
    source = ArrowSource.of(CountingFileSystem.uri(file));
    StreamExecutionEnvironment environment = environment(2);
    environment.enableCheckpointing(10);
    SingleOutputStreamOperator<Prediction<Row>> scored =
        inference(64).build().apply(rows(environment));
    List<Prediction<Row>> predictions =
        collect(scored.map(new FailOnce<>()).returns(scored.getType()));

    assertThat(FailOnce.hasFailed()).isTrue();
    assertThat(predictions).hasSize(batches * BATCH_ROWS);
    assertThat(predictions)
        .extracting(prediction -> prediction.input().getField(0))
        .doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @EnumSource(
      value = RuntimeExecutionMode.class,
      names = {"STREAMING", "BATCH"})
  void keyedStreamsAreScored(RuntimeExecutionMode mode) throws Exception {
    StreamExecutionEnvironment environment = environment(2);
    environment.setRuntimeMode(mode);
    DataStream<Row> keyed =
        rows(environment).keyBy(row -> ((Float) row.getField(0)).intValue() % 5);
    assertEveryRowOnce(collect(inference(64).build().apply(keyed)));
  }

  /** Null records travel in a chain, where nothing serializes them. */
  @Test
  void aNullRecordIsABadOne() throws Exception {
    StreamExecutionEnvironment environment = environment(1);
    environment.getConfig().enableObjectReuse();
    DataStream<Row> rows = rows(environment);
    DataStream<Row> some =
        rows.map(row -> (Float) row.getField(0) < 3 ? row : null).returns(rows.getType());
    assertThat(collect(inference(64).errors(ErrorPolicy.skip()).build().apply(some))).hasSize(3);
  }

  /** Every record is followed by a watermark of its own time. */
  @Test
  void watermarksOvertakeNoRecord() throws Exception {
    StreamExecutionEnvironment environment = environment(1);
    WatermarkStrategy<Long> strategy =
        WatermarkStrategy.<Long>forGenerator(context -> new MarkEveryRecord())
            .withTimestampAssigner((number, before) -> number);
    DataStream<Row> numbers =
        environment
            .fromSource(new NumberSequenceSource(0, ROWS - 1), strategy, "numbers")
            .map(number -> Row.of((float) number, "1"))
            .returns(Types.ROW_NAMED(new String[] {"x", "amount"}, Types.FLOAT, Types.STRING));
    List<Tuple2<Long, Long>> times =
        collect(inference(64).build().apply(numbers).process(new Times()));
    assertThat(times)
        .extracting(time -> time.f0)
        .isEqualTo(LongStream.range(0, ROWS).boxed().toList());
    assertThat(times).allMatch(time -> time.f1 < time.f0);
    assertThat(times.get(ROWS - 1).f1).isGreaterThanOrEqualTo(ROWS - 1 - 64);
  }

  private static final class MarkEveryRecord implements WatermarkGenerator<Long> {
    @Override
    public void onEvent(Long event, long timestamp, WatermarkOutput output) {
      output.emitWatermark(new Watermark(timestamp));
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
      // every record has had its own
    }
  }

  /** The time of a record, and the watermark that came before it. */
  private static final class Times extends ProcessFunction<Prediction<Row>, Tuple2<Long, Long>> {
    private static final long serialVersionUID = 1L;

    @Override
    public void processElement(
        Prediction<Row> prediction, Context context, Collector<Tuple2<Long, Long>> out) {
      out.collect(Tuple2.of(context.timestamp(), context.timerService().currentWatermark()));
    }
  }

  @Test
  void predictionsAreWrittenToArrowFiles() throws Exception {
    StreamExecutionEnvironment environment = environment(2);
    Path out = folder.resolve("out");
    SingleOutputStreamOperator<Prediction<Row>> scored =
        inference(64).build().apply(rows(environment));
    scored.sinkTo(ArrowSink.predictions(out.toString(), scored.getType(), "x"));
    environment.execute();
    assertWritten(out, true);
  }

  @Test
  void scoredBatchesAreWrittenToArrowFiles() throws Exception {
    StreamExecutionEnvironment environment = environment(2);
    Path out = folder.resolve("out");
    Inference.arrow()
        .model(model.toString())
        .build()
        .apply(batches(environment))
        .sinkTo(ArrowSink.batches(out.toString()));
    environment.execute();
    assertWritten(out, false);
  }

  private void assertWritten(Path out, boolean withoutAmount) throws Exception {
    assertThat(out.toFile().list())
        .hasSizeBetween(1, 2)
        .allMatch(name -> name.matches("part-[01]-[-0-9a-f]+-0\\.arrow"));
    ArrowSource written = ArrowSource.of(out.toString());
    List<Row> rows =
        new ArrayList<>(
            collect(
                environment(1)
                    .fromSource(written, WatermarkStrategy.noWatermarks(), "written")
                    .flatMap(ArrowRows.of(written.schema()))));
    rows.sort(Comparator.comparing(row -> (Float) row.getField("x")));
    assertThat(rows).hasSize(ROWS);
    for (int i = 0; i < ROWS; i++) {
      Row row = rows.get(i);
      assertThat(row.getFieldNames(true).contains("amount")).isEqualTo(!withoutAmount);
      assertThat(row.getField("sum")).isEqualTo(sum(i));
      assertThat(row.getField("pair_0")).isEqualTo((float) i);
      assertThat(row.getField("pair_1")).isEqualTo(sum(i));
    }
  }

  private static void assertEveryRowOnce(List<Prediction<Row>> predictions) {
    List<Prediction<Row>> sorted = new ArrayList<>(predictions);
    sorted.sort(Comparator.comparing(prediction -> (Float) prediction.input().getField("x")));
    assertThat(sorted).hasSize(ROWS);
    for (int i = 0; i < ROWS; i++) {
      assertThat(sorted.get(i).input().getField("x")).isEqualTo((float) i);
      assertThat(sorted.get(i).floats("pair")).containsExactly((float) i, sum(i));
    }
  }

  /** What the model says of row i, whose amount is i / 8. */
  private static float sum(int i) {
    return i + i / 8f;
  }

  private RowInference.Builder inference(int maxRows) {
    return Inference.rows()
        .model(model.toString())
        .batch(BatchPolicy.of(maxRows, Duration.ofMillis(5)));
  }

  private DataStream<ArrowBatch> batches(StreamExecutionEnvironment environment) {
    return environment.fromSource(source, WatermarkStrategy.noWatermarks(), "amounts");
  }

  private DataStream<Row> rows(StreamExecutionEnvironment environment) {
    return batches(environment).flatMap(ArrowRows.of(source.schema()));
  }

  private static StreamExecutionEnvironment environment(int parallelism) {
    Configuration configuration = new Configuration();
    // nothing may fall back to Kryo
    configuration.set(PipelineOptions.GENERIC_TYPES, false);
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 1);
    configuration.set(
        RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(1));
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    environment.setParallelism(parallelism);
    return environment;
  }

  private static <T> List<T> collect(DataStream<T> stream) throws Exception {
    List<T> elements = new ArrayList<>();
    try (CloseableIterator<T> iterator = stream.executeAndCollect()) {
      iterator.forEachRemaining(elements::add);
    }
    return elements;
  }
}
