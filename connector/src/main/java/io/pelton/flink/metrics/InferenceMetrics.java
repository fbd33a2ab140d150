package io.pelton.flink.metrics;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.engine.executable.RunStatistics;
import java.io.Serializable;
import java.util.function.Supplier;
import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.accumulators.Accumulator;
import org.apache.flink.api.common.accumulators.ListAccumulator;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.accumulators.LongMaximum;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;

/**
 * Counters and gauges of one slot, under the group {@code model.<name>}, and the same as
 * accumulators for {@link InferenceSummary}. Updated on the task's thread, once a batch.
 */
@Internal
public final class InferenceMetrics {
  private static final RunStatistics NOTHING = new RunStatistics(0, 0, 0, 0, 0, 0);

  private final Counter requests;
  private final Counter rows;
  private final Counter failures;
  private final LongCounter[] totals = new LongCounter[InferenceSummary.COUNTS.size()];
  private final LongMaximum weightBytes;
  private volatile RunStatistics engine = NOTHING;

  /**
   * @param location of the model, so that different ones of one name are noticed
   * @param allocator of the slot; asked on the reporter's threads
   */
  public InferenceMetrics(
      String model,
      String location,
      MetricGroup operator,
      RuntimeContext context,
      ArrowAllocator allocator) {
    MetricGroup group = operator.addGroup("model", model);
    requests = group.counter("inference_requests");
    rows = group.counter("inference_rows");
    failures = group.counter("inference_failures");
    group.gauge("batch_rows_mean", this::meanBatchRows);
    group.gauge("plan_cache_hits", () -> engine.planHits());
    group.gauge("plan_cache_misses", () -> engine.planMisses());
    group.gauge("arena_bytes", () -> engine.arenaBytes());
    group.gauge("weight_bytes", () -> engine.weightBytes());
    ArrowMemoryMetrics.register(group, allocator);
    for (int i = 0; i < totals.length; i++) {
      totals[i] = accumulator(context, model, InferenceSummary.COUNTS.get(i), LongCounter::new);
    }
    weightBytes = accumulator(context, model, InferenceSummary.WEIGHT_BYTES, LongMaximum::new);
    // what has had no value would read as the least long
    weightBytes.add(0);
    ListAccumulator<String> locations =
        accumulator(context, model, InferenceSummary.LOCATIONS, ListAccumulator::new);
    locations.add(location);
  }

  /** Operators of one task that run equally named models count together. */
  @SuppressWarnings("unchecked")
  private static <V, R extends Serializable, A extends Accumulator<V, R>> A accumulator(
      RuntimeContext context, String model, String count, Supplier<A> make) {
    String name = InferenceSummary.accumulator(model, count);
    Accumulator<V, R> known = context.getAccumulator(name);
    if (known != null) {
      return (A) known;
    }
    A made = make.get();
    context.addAccumulator(name, made);
    return made;
  }

  private double meanBatchRows() {
    long count = requests.getCount();
    return count == 0 ? 0 : (double) rows.getCount() / count;
  }

  /**
   * Notes a run of the model.
   *
   * @param batchRows rows that were scored
   * @param statistics of the slot's executable after it
   */
  public void scored(int batchRows, RunStatistics statistics) {
    requests.inc();
    rows.inc(batchRows);
    totals[0].add(1);
    totals[1].add(batchRows);
    totals[3].add(statistics.planHits() - engine.planHits());
    totals[4].add(statistics.planMisses() - engine.planMisses());
    totals[5].add(statistics.arenaBytes() - engine.arenaBytes());
    weightBytes.add(statistics.weightBytes());
    engine = statistics;
  }

  /** Notes a record that could not be scored. */
  public void failed() {
    failures.inc();
    totals[2].add(1);
  }
}
