package io.pelton.flink.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.executable.RunStatistics;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.testutils.MetricListener;
import org.apache.flink.streaming.util.MockStreamingRuntimeContext;
import org.junit.jupiter.api.Test;

class InferenceMetricsTest {
  private static final int MAX_ROWS = 64;

  private final MetricListener listener = new MetricListener();
  private final MockStreamingRuntimeContext context = new MockStreamingRuntimeContext(1, 0);
  private RunStatistics engine = new RunStatistics(0, 0, 0, 0, 0, 0);
  private final InferenceMetrics metrics =
      new InferenceMetrics(
          new ModelLabels("m", "file:m.onnx", "7", "abc"),
          listener.getMetricGroup(),
          context,
          MAX_ROWS,
          () -> engine);

  @Test
  void aRequestSucceedsOrFails() {
    metrics.scored(32, metrics.begin(32));
    metrics.begin(32);
    metrics.refused();
    metrics.scored(16, metrics.begin(16));
    metrics.failed();
    assertThat(counter("inference_requests")).isEqualTo(3);
    assertThat(counter("inference_requests_success")).isEqualTo(2);
    assertThat(counter("inference_requests_failure")).isEqualTo(1);
    assertThat(counter("inference_rows_output")).isEqualTo(48);
    assertThat(counter("inference_failures")).isEqualTo(1);
    assertThat(gauge("batch_rows_mean")).isEqualTo(24.0);
    assertThat(listener.getMeter("model", "m", "inference_rows_per_second")).isPresent();
  }

  @Test
  void batchesEnterTheHistograms() {
    metrics.scored(32, metrics.begin(32));
    metrics.scored(64, metrics.begin(64));
    assertThat(histogram("inference_latency").getCount()).isEqualTo(2);
    assertThat(histogram("inference_latency").getStatistics().getMean()).isPositive();
    assertThat(histogram("batch_rows").getStatistics().getValues()).containsExactly(32, 64);
    assertThat(histogram("batch_fill").getStatistics().getValues()).containsExactly(50, 100);
  }

  @Test
  void smallBatchesAreSampled() {
    int runs = 10 * InferenceMetrics.SMALL_BATCHES_A_SAMPLE;
    for (int i = 0; i < runs; i++) {
      metrics.scored(1, metrics.begin(1));
    }
    assertThat(counter("inference_rows_output")).isEqualTo(runs);
    assertThat(histogram("batch_rows").getCount()).isEqualTo(10);
  }

  @Test
  void theEngineIsAskedWhenSomeoneWantsToKnow() {
    engine = new RunStatistics(5, 3, 2, 1, 1000, 200);
    assertThat(gauge("plan_cache_hits")).isEqualTo(3L);
    assertThat(gauge("plan_cache_misses")).isEqualTo(2L);
    assertThat(gauge("plan_cache_evictions")).isEqualTo(1L);
    assertThat(gauge("arena_bytes")).isEqualTo(1000L);
    assertThat(gauge("weight_bytes")).isEqualTo(200L);
  }

  @Test
  void aClosedEngineIsNotAskedAgain() {
    engine = new RunStatistics(1, 0, 1, 0, 1000, 200);
    metrics.close();
    engine = null;
    assertThat(gauge("arena_bytes")).isEqualTo(1000L);
    metrics.close();
  }

  @Test
  void aModelSaysWhichItIs() {
    assertThat(gauge("model_version")).isEqualTo("7");
    assertThat(gauge("model_checksum")).isEqualTo("abc");
  }

  @Test
  void theTargetIsShownAsItIs() {
    AtomicInteger target = new AtomicInteger(8);
    metrics.showBatchTarget(target::get);
    assertThat(gauge("batch_size_target")).isEqualTo(8);
    target.set(16);
    assertThat(gauge("batch_size_target")).isEqualTo(16);
  }

  @Test
  void closingSumsUp() {
    metrics.scored(1, metrics.begin(1));
    metrics.scored(2, metrics.begin(2));
    engine = new RunStatistics(2, 1, 1, 0, 1000, 200);
    metrics.close();
    metrics.close();
    assertThat(sum("batches")).isEqualTo(2L);
    assertThat(sum("rows")).isEqualTo(3L);
    assertThat(sum("plan_hits")).isEqualTo(1L);
    assertThat(sum("plan_misses")).isEqualTo(1L);
    assertThat(sum("arena_bytes")).isEqualTo(1000L);
    assertThat(sum("weight_bytes")).isEqualTo(200L);
  }

  private Object sum(String count) {
    return context.getAccumulator(InferenceSummary.accumulator("m", count)).getLocalValue();
  }

  private long counter(String name) {
    return listener.getCounter("model", "m", name).orElseThrow().getCount();
  }

  private Histogram histogram(String name) {
    return listener.getHistogram("model", "m", name).orElseThrow();
  }

  private Object gauge(String name) {
    Gauge<Object> gauge = listener.<Object>getGauge("model", "m", name).orElseThrow();
    return gauge.getValue();
  }
}
