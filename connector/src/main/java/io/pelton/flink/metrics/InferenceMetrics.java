package io.pelton.flink.metrics;

import io.pelton.engine.executable.RunStatistics;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MeterView;
import org.apache.flink.metrics.MetricGroup;

/**
 * Counters, histograms and gauges of one slot, under the group {@code model.<name>}, and sums as
 * accumulators for {@link InferenceSummary}. Updated once a batch, mostly on the task's thread; of
 * the smallest batches one in {@value #SMALL_BATCHES_A_SAMPLE} is timed and enters the histograms,
 * so that they stay cheap.
 */
@Internal
public final class InferenceMetrics implements AutoCloseable {
  static final int SMALL_BATCHES_A_SAMPLE = 16;

  /** Rows from which on every batch is timed. */
  static final int LARGE_BATCH = 8;

  private static final long UNTIMED = Long.MIN_VALUE;
  private static final long SUMS_EVERY_NANOS = 500_000_000;
  private static final double NANOS_A_MILLISECOND = 1e6;
  private static final double PERCENT = 100;

  private final MetricGroup group;
  private final Counter requests;
  private final Counter successes;
  private final Counter refusals;
  private final Counter rows;
  private final Counter failures;
  private final RecentValues latency;
  private final RecentValues batchRows;
  private final RecentValues batchFill;
  private final int maxRows;
  private final Supplier<RunStatistics> engine;
  private final SummarySums sums;
  private Consumer<RunStatistics> observer = statistics -> {};
  private long summed;
  private volatile RunStatistics last;

  /**
   * @param context takes the accumulators; null for a function of a query, which has none
   * @param maxRows of a full batch
   * @param engine says what the slot's executable did so far; asked on the reporter's threads, too
   */
  public InferenceMetrics(
      ModelLabels model,
      MetricGroup operator,
      RuntimeContext context,
      int maxRows,
      Supplier<RunStatistics> engine) {
    this.maxRows = maxRows;
    this.engine = engine;
    group = operator.addGroup("model", model.name());
    requests = group.counter("inference_requests");
    successes = group.counter("inference_requests_success");
    refusals = group.counter("inference_requests_failure");
    rows = group.counter("inference_rows_output");
    failures = group.counter("inference_failures");
    group.meter("inference_rows_per_second", new MeterView(rows));
    latency = group.histogram("inference_latency", new RecentValues(NANOS_A_MILLISECOND));
    batchRows = group.histogram("batch_rows", new RecentValues(1));
    batchFill = group.histogram("batch_fill", new RecentValues(1));
    group.gauge("batch_rows_mean", this::meanBatchRows);
    group.gauge("plan_cache_hits", () -> statistics().planHits());
    group.gauge("plan_cache_misses", () -> statistics().planMisses());
    group.gauge("plan_cache_evictions", () -> statistics().planEvictions());
    group.gauge("arena_bytes", () -> statistics().arenaBytes());
    group.gauge("weight_bytes", () -> statistics().weightBytes());
    group.gauge("model_version", model::version);
    group.gauge("model_checksum", model::checksum);
    sums = context == null ? null : new SummarySums(context, model);
    summed = System.nanoTime() - SUMS_EVERY_NANOS;
  }

  /** The group {@code model.<name>}, for what others show there. */
  public MetricGroup group() {
    return group;
  }

  /**
   * Has someone told, on the task's thread, after the first run and now and then, what the
   * executable holds.
   */
  public void whenSummed(Consumer<RunStatistics> told) {
    observer = told;
  }

  /** Shows, as {@code batch_size_target}, at how many rows a batch is closed now. */
  public void showBatchTarget(IntSupplier target) {
    group.gauge("batch_size_target", target::getAsInt);
  }

  private double meanBatchRows() {
    long count = successes.getCount();
    return count == 0 ? 0 : (double) rows.getCount() / count;
  }

  /** What the executable did so far, or had done when it was closed. */
  private RunStatistics statistics() {
    RunStatistics closed = last;
    return closed == null ? engine.get() : closed;
  }

  /**
   * Notes that a run of the model begins.
   *
   * @return for {@link #scored}
   */
  public synchronized long begin(int runRows) {
    long before = requests.getCount();
    requests.inc();
    return runRows >= LARGE_BATCH || before % SMALL_BATCHES_A_SAMPLE == 0
        ? System.nanoTime()
        : UNTIMED;
  }

  /**
   * Notes that the run gave outputs.
   *
   * @param runRows rows that were scored
   * @param begun what {@link #begin} returned
   */
  public synchronized void scored(int runRows, long begun) {
    successes.inc();
    rows.inc(runRows);
    if (begun == UNTIMED) {
      return;
    }
    long now = System.nanoTime();
    latency.update(now - begun);
    batchRows.update(runRows);
    batchFill.update(Math.round(PERCENT * runRows / maxRows));
    if (now - summed >= SUMS_EVERY_NANOS) {
      summed = now;
      sumUp();
    }
  }

  /** Notes that the run failed, because of its rows or otherwise. */
  public synchronized void refused() {
    refusals.inc();
  }

  /** Notes a record that could not be scored. */
  public synchronized void failed() {
    failures.inc();
    if (sums != null) {
      sums.failed();
    }
  }

  private void sumUp() {
    RunStatistics statistics = statistics();
    if (sums != null) {
      sums.update(successes.getCount(), rows.getCount(), statistics);
    }
    observer.accept(statistics);
  }

  /** Sums up; to be called while the executable is still open. What was reported stays. */
  @Override
  public synchronized void close() {
    if (last == null) {
      last = engine.get();
      sumUp();
    }
  }
}
