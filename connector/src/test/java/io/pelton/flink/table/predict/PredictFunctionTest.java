package io.pelton.flink.table.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import io.pelton.arrow.NullPolicy;
import io.pelton.flink.RecordModels;
import io.pelton.flink.TestModels;
import io.pelton.flink.error.BadRecord;
import io.pelton.flink.error.ColumnMismatch;
import io.pelton.flink.error.ModelUnreadable;
import io.pelton.flink.model.ModelsInUse;
import io.pelton.flink.table.ErrorHandling;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.TaskInfoImpl;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.testutils.MetricListener;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.functions.FunctionContext;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.DateType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.LogicalType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What functions make of single rows, of nulls, of memory, and what they report. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class PredictFunctionTest {
  private static final LogicalType BIGINT = new BigIntType();
  private static final LogicalType DOUBLE = new DoubleType();

  @TempDir Path folder;
  private final MetricListener listener = new MetricListener();

  /** A task's. */
  private FunctionContext context() {
    return new FunctionContext(null, getClass().getClassLoader(), null) {
      @Override
      public TaskInfo getTaskInfo() {
        return new TaskInfoImpl("scoring", 4, 2, 4, 0);
      }

      @Override
      public MetricGroup getMetricGroup() {
        return listener.getMetricGroup();
      }
    };
  }

  private static RowData amount(float x, String amount) {
    return GenericRowData.of(x, StringData.fromString(amount));
  }

  @Test
  void oneRowGivesOneRowWithWhatIsAskedOfIt() throws Exception {
    PeltonPredictFunction function =
        PredictFixture.amounts(folder)
            .output("label", PredictFixture.STRING, "label")
            .output("second", DOUBLE, "pair", "1")
            .metadata("why", PredictFixture.STRING, ResultColumn.Kind.ERROR_STRING)
            .metadata("version", PredictFixture.STRING, ResultColumn.Kind.MODEL_VERSION)
            .metadata("ms", DOUBLE, ResultColumn.Kind.LATENCY)
            .sync();
    RowData row = function.predict(amount(0.25f, "0.5")).iterator().next();
    assertThat(row.getArity()).isEqualTo(6);
    assertThat(row.getFloat(0)).isEqualTo(0.75f);
    assertThat(row.getString(1)).hasToString("0.75");
    assertThat(row.getDouble(2)).isEqualTo(0.75);
    assertThat(row.isNullAt(3)).isTrue();
    assertThat(row.getString(4)).hasToString("7");
    assertThat(row.getDouble(5)).isPositive();
    function.close();
  }

  @Test
  void aBadRowFailsAndTheNextIsScored() throws Exception {
    PeltonPredictFunction function = PredictFixture.amounts(folder).sync();
    assertThatThrownBy(() -> function.predict(amount(1, "none")))
        .isInstanceOf(BadRecord.class)
        .hasMessageContaining("amount");
    assertThat(function.predict(amount(1, "1")).iterator().next().getFloat(0)).isEqualTo(2f);
    function.close();
  }

  @Test
  void aBadRowIsLeftOutOrNull() throws Exception {
    PeltonPredictFunction skipping =
        PredictFixture.amounts(folder).errors(ErrorHandling.SKIP).sync();
    assertThat(skipping.predict(amount(1, "none"))).isEmpty();
    skipping.close();
    PeltonPredictFunction nulls = PredictFixture.amounts(folder).errors(ErrorHandling.NULL).sync();
    Collection<RowData> rows = nulls.predict(amount(1, "none"));
    assertThat(rows).hasSize(1).allMatch(row -> row.isNullAt(0));
    nulls.close();
  }

  /** Field case: a null is NaN for reals, and never silently 0 or a crash for anything else. */
  @Test
  void nullsAreNanOrErrors() throws Exception {
    PeltonPredictFunction reals = PredictFixture.relu(folder).sync();
    assertThat(reals.predict(GenericRowData.of((Object) null)).iterator().next().getFloat(0))
        .isNaN();
    reals.close();
    PeltonPredictFunction integers = counts().sync();
    assertThatThrownBy(() -> integers.predict(GenericRowData.of((Object) null)))
        .isInstanceOf(BadRecord.class)
        .hasMessageContaining("'count'")
        .hasMessageContaining("null");
    integers.close();
    PeltonPredictFunction texts = PredictFixture.amounts(folder).sync();
    assertThatThrownBy(() -> texts.predict(GenericRowData.of(1f, null)))
        .isInstanceOf(BadRecord.class)
        .hasMessageContaining("'amount'");
    texts.close();
  }

  private PredictFixture counts() {
    return new PredictFixture(
            TestModels.counts(folder), PredictFixture.row(List.of("count"), BIGINT))
        .output("total", BIGINT, "total");
  }

  @Test
  void nullsCanBeFilledOrLeftOut() throws Exception {
    PeltonPredictFunction filled = counts().nulls(NullPolicy.defaultValue(4L)).sync();
    assertThat(filled.predict(GenericRowData.of((Object) null)).iterator().next().getLong(0))
        .isEqualTo(8);
    filled.close();
    PeltonPredictFunction dropped = counts().nulls(NullPolicy.drop()).sync();
    assertThat(dropped.predict(GenericRowData.of((Object) null))).isEmpty();
    assertThat(dropped.predict(GenericRowData.of(3L))).hasSize(1);
    dropped.close();
    PeltonAsyncPredictFunction batches =
        counts().nulls(NullPolicy.drop()).batch(3, PredictFixture.NEVER).async();
    List<CompletableFuture<Collection<RowData>>> futures = new ArrayList<>();
    for (Long count : new Long[] {1L, null, 2L}) {
      futures.add(batches.asyncPredict(GenericRowData.of(count)));
    }
    assertThat(futures.get(1).get()).isEmpty();
    assertThat(futures.get(2).get().iterator().next().getLong(0)).isEqualTo(4);
    batches.close();
  }

  /** Types that no cell of a batch holds are columns of their own, which can't be read in place. */
  @Test
  void rowsOfOtherTypesAreBatchesOfOne() throws Exception {
    PeltonPredictFunction function =
        new PredictFixture(
                RecordModels.doubled(folder, DataType.DOUBLE_VALUE, 1),
                PredictFixture.row(List.of("x"), new DateType()))
            .output("y", DOUBLE, "y")
            .sync();
    assertThat(function.predict(GenericRowData.of(20_000)).iterator().next().getDouble(0))
        .isEqualTo(40_000);
    function.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void rowsAreScoredSoonerWhereMemoryIsShort(int workers) throws Exception {
    PeltonAsyncPredictFunction function =
        PredictFixture.amounts(folder)
            .memory(1 << 20)
            .workers(workers)
            .batch(1024, Duration.ofMillis(5))
            .capacity(300)
            .async();
    String zeros = "0".repeat(30_000);
    List<CompletableFuture<Collection<RowData>>> futures = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      futures.add(function.asyncPredict(amount(0, zeros + i)));
    }
    for (int i = 0; i < 300; i++) {
      assertThat(futures.get(i).get().iterator().next().getFloat(0)).isEqualTo(i);
    }
    function.close();
  }

  @Test
  void aRowWithoutRoomFailsAlone() throws Exception {
    PeltonAsyncPredictFunction function =
        PredictFixture.amounts(folder)
            .memory(1 << 18)
            .batch(3, PredictFixture.NEVER)
            .errors(ErrorHandling.SKIP)
            .async();
    CompletableFuture<Collection<RowData>> first = function.asyncPredict(amount(1, "1"));
    CompletableFuture<Collection<RowData>> large =
        function.asyncPredict(amount(1, "0".repeat(1 << 20) + "1"));
    List<CompletableFuture<Collection<RowData>>> others = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      others.add(function.asyncPredict(amount(1, "2")));
    }
    assertThat(first.get()).hasSize(1);
    assertThat(large.get()).isEmpty();
    for (CompletableFuture<Collection<RowData>> other : others) {
      assertThat(other.get().iterator().next().getFloat(0)).isEqualTo(3f);
    }
    function.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void metricsAreThoseOfTheOperator(int workers) throws Exception {
    PeltonAsyncPredictFunction function =
        new PeltonAsyncPredictFunction(
            PredictFixture.amounts(folder)
                .errors(ErrorHandling.SKIP)
                .batch(10, PredictFixture.NEVER)
                .workers(workers)
                .spec());
    function.open(context());
    List<CompletableFuture<Collection<RowData>>> futures = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      futures.add(function.asyncPredict(amount(i, i == 55 ? "none" : "1")));
    }
    for (CompletableFuture<Collection<RowData>> future : futures) {
      future.get();
    }
    assertThat(counter("inference_rows_output")).isEqualTo(99);
    assertThat(counter("inference_failures")).isEqualTo(1);
    assertThat(counter("inference_requests_failure")).isPositive();
    assertThat(gauge("model_version")).isEqualTo("7");
    assertThat(gauge("arrow_limit_bytes")).isEqualTo(16L << 20);
    assertThat(gauge("managed_bytes")).isEqualTo(0L);
    assertThat((Long) gauge("arena_bytes")).isPositive();
    function.close();
    assertThat(gauge("arrow_bytes")).isEqualTo(0L);
  }

  private long counter(String name) {
    return listener.getCounter("model", "m", name).orElseThrow().getCount();
  }

  private Object gauge(String name) {
    Gauge<?> gauge = listener.getGauge("model", "m", name).orElseThrow();
    return gauge.getValue();
  }

  @Test
  void aModelThatDoesNotFitAnyMoreIsOneErrorThatLeavesNothing() throws Exception {
    int before = ModelsInUse.count();
    PredictFixture fixture =
        PredictFixture.amounts(folder).output("none", PredictFixture.FLOAT, "none");
    assertThatThrownBy(fixture::async)
        .isInstanceOf(ColumnMismatch.class)
        .hasMessageContaining("'none'")
        .hasMessageContaining("[sum, pair, label]");
    Files.delete(folder.resolve("amounts.onnx"));
    assertThatThrownBy(fixture::sync)
        .isInstanceOf(ModelUnreadable.class)
        .hasMessageContaining("amounts.onnx");
    // what earlier tests left may go meanwhile
    assertThat(ModelsInUse.count()).isLessThanOrEqualTo(before);
  }
}
